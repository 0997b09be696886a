//! Forced ends: whether the side to move wins by force within so many turns of its own, found or refuted.
//!
//! [`MateFinder`] is what others use. All turns are tried, one number of turns after the other, so that what is found first
//! is the shortest.
//!
//! - `tree`: the turns of both sides;
//! - `steps`: which are tried first;
//! - `memory`: what is known of positions;

mod finder;
mod memory;
mod steps;
mod tree;

pub use finder::{MateAnswer, MateFinder, MateQuestion, Obstacle};

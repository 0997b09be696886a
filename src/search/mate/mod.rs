//! Forced ends: whether the side to move wins by force within so many turns of its own, found or refuted.
//!
//! [`MateFinder`] is what others use. All turns are tried, one number of turns after the other, so that what is found first
//! is the shortest.
//!
//! - `tree`: the turns of both sides;
//! - `steps`: which are tried first;
//! - `memory`: what is known of positions;
//! - `record`: how positions have come back.

mod finder;
mod memory;
mod record;
mod steps;
mod tree;

pub use finder::{MateAnswer, MateFinder, MateQuestion, Obstacle};

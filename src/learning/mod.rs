//! Learning by playing: games of the computer against itself, and the weights of a small network that says of a position what
//! the derived evaluation does not.
//!
//! - `self_play`: games, and the positions of them that are learned from;
//! - `lessons`: such positions, with what a search and the end of the game said of them, and the files they are kept in;
//! - `network`, `adam`: the network in floating point, and how it is changed;
//! - `training`: from lessons to weights;
//! - `trial`: games between who has learned and who has not. A smaller error is no proof of better play; these are.

mod adam;
mod lessons;
mod network;
mod self_play;
mod training;
mod trial;

pub use lessons::{Lesson, Lessons};
pub use self_play::{Player, Terms};
pub use training::{AIMS, Course, Learned};
pub use trial::{Trial, trial};

//! Studies: games of the computer against itself, and what they say about a game, with intervals.
//!
//! Each file holds one concept:
//!
//! - `player`: the one trait through which turns are chosen, and who chooses them;
//! - `games`: games by their numbers, each the same whoever plays it and in which order;
//! - `share`: what the points of some games say about those of all, with an interval;
//! - `report`: what is counted and told of many games; `words` says it in sentences.

mod games;
mod player;
mod report;
mod share;
mod words;

pub use games::{Ended, Outline, Study, Terms, Worker};
pub use player::{Chosen, Player, Strength};
pub use report::{Lengths, Opening, Reason, Report};
pub use share::{Results, Share};

#[cfg(test)]
mod tests;

//! Studies: games of the computer against itself, and what they say about a game, with intervals.
//!
//! Each file holds one concept:
//!
//! - `player`: the one trait through which turns are chosen, and who chooses them;
//! - `games`: games by their numbers, each the same whoever plays it and in which order; `openings`: how they begin;
//! - `lines`: games as JSON, for files and other machines;
//! - `share`: what the points of some games say about those of all, with an interval;
//! - `usage`: what of the rules games used; `faults`: what may be wrong with a game;
//! - `findings`: all of it for one strength; `json`: the same for programs;
//! - `comparison`: versions of a game beside each other; `advice`: what that says, and what to try next;
//! - `imbalances`: beginnings at which the sides have other pieces; `values`: what pieces and other things are worth, by
//!   `regression`;
//! - `report`: what is counted and told of many games; `words` says it in sentences.

mod advice;
mod comparison;
mod faults;
mod findings;
mod games;
mod imbalances;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
mod lines;
mod openings;
mod player;
mod regression;
mod report;
mod share;
mod usage;
mod values;
mod words;

pub use advice::{Told, Version, told};
pub use comparison::{Compared, Comparison, Difference, LEVEL, Measure};
pub use faults::{Fault, FaultKind, forced};
pub use findings::{Findings, LOOKED};
pub use games::{Ended, Outline, Study, Terms, Worker};
pub use imbalances::{DESIGN, Guess};
pub use player::{Chosen, Player, Strength};
pub use report::{Lengths, Opening, Reason, Report};
pub use share::{Results, Share};
pub use usage::{PieceUses, Usage, Uses};
pub use values::{Method, Thing, Values, Worth};

#[cfg(test)]
mod tests;

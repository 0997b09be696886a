//! Fast play: compiled games on compact states.
//!
//! What is played here means what [`reference`](crate::reference) says; tests compare both on every rules file. Each
//! folder uses only those above it:
//!
//! - `state`: compact states, their keys, and their conversion from and to positions;
//! - `execution`: one turn being played: statements, events, expressions and walks;
//! - `movegen`: what can be chosen in a turn, moves above all, in general;
//! - `legality`: attacks, check information, and the legal turns found by trying all;
//! - `legal_moves`: the moves and drops that end a turn, from tables and sorted by legality;
//! - `plan`: the walk over the steps of a turn that all others share, and memory that is used again;
//! - `perft`: counting turns;
//! - `playouts`: random games;
//! - `search`: turns walked step by step, for searches.
//!
//! A condition may ask whether a piece is attacked, or whether a side has a legal turn. So `execution` calls methods of
//! `Execution` that stand in `legality`, where the question is answered; there is no other way back.

#![warn(unreachable_pub)]
#![warn(clippy::wildcard_enum_match_arm)]

pub(crate) mod engine;
pub(crate) mod execution;
pub(crate) mod legal_moves;
pub(crate) mod legality;
pub(crate) mod movegen;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod playouts;
mod report;
pub(crate) mod search;
pub(crate) mod state;

pub(crate) use engine::each_size;
pub use engine::{Engine, HashedCount};

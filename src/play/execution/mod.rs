//! The execution of one turn, by what it does:
//!
//! - `state`: what an execution holds, and how executions are made, copied and reused;
//! - `expressions`: evaluation of sets, conditions, numbers and walks;
//! - `effects`: statements, effects and moves that change the state;
//! - `turn`: the continuation of the turn, and its choices.

mod effects;
mod expressions;
mod state;
mod turn;

pub(crate) use expressions::{evaluate, walk};
pub(crate) use state::{moves, past, run, slots};
pub(crate) use turn::{continuation, picks};

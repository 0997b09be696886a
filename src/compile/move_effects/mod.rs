//! What moves and drops do to the state, with all that is known in advance decided.
//!
//! Which rules act after a move, and what they do, often follows from the way and the square it ends on. For those moves
//! the rules become a short list of operations, one list for each way in which the choices after the move can be made.
//! Where that is not known, the turn goes on statement by statement.

mod outcome;
mod tables;
pub(crate) mod tabulator;

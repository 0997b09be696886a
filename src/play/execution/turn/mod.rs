//! Walking a turn: what is still to be executed, where execution stops to ask, and choices that have been made.

mod advance;
pub(crate) mod continuation;
pub(crate) mod picks;

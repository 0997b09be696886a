//! What each part of a program reads, writes and costs, and how it can end a turn.
//!
//! Computed on the lowered program by folds that name every variant, so that a new node or effect does not compile before
//! it says what it touches. All other knowledge about a turn is checked against these effects: what may be written since
//! something was read is no longer known.

pub(crate) mod cost;
mod reads;
mod writes;

pub(crate) use reads::Reads;
pub(crate) use writes::{Effects, EffectsOf};

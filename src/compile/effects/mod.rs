//! What each part of a program reads and writes, and how it can end a turn.
//!
//! Computed on the lowered program by folds that name every variant, so that a new node or effect does not compile before
//! it says what it touches. All other knowledge about a turn is checked against these effects: what may be written since
//! something was read is no longer known.

pub mod cost;
mod locations;
mod reads;
mod writes;

pub use locations::{Loc, Locs};
pub use reads::Reads;
pub use writes::{Effects, EffectsOf};

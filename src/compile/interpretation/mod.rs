//! Abstract interpretation of a turn: what is known at each point of it, whatever the position.
//!
//! [`AbstractState`] is what is known, [`Transfer`] how each statement changes that. There is no other interpreter of rules
//! at compile time. The default for an effect is to forget whatever it may write ([`crate::compile::effects`]).

mod evaluate;
mod state;
mod transfer;

pub(crate) use evaluate::upper_bound;
pub(crate) use state::{AbstractState, Made, Others, Queries, Range, Step};
pub(crate) use transfer::{MAX_ALTERNATIVES, MAX_WORK, Mode, Transfer};

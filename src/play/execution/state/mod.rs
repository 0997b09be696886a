//! What an execution holds: the state in the middle of the turn, its registers, its choices and moves, and its past.

pub(crate) mod moves;
pub(crate) mod past;
pub(crate) mod run;
pub(crate) mod slots;

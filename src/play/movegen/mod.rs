//! What can be chosen in a turn: pseudo-legal moves, drops and other choices.

pub(crate) mod choice;
pub(crate) mod choices;
pub(crate) mod moves;

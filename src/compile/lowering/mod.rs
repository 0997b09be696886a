//! Lowering: from the IR to rules with sides, places and sets resolved, once for each side as the mover.

pub(crate) mod ambiguity;
pub(crate) mod expressions;
pub(crate) mod queries;
pub(crate) mod repetition;
mod square_tests;
pub(crate) mod statements;

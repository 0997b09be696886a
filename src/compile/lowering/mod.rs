//! From the IR to lowered rules: sides and places resolved, once for each side.

pub(crate) mod ambiguity;
pub(crate) mod expressions;
pub(crate) mod groups;
pub(crate) mod queries;
pub(crate) mod repetition;
mod square_tests;
pub(crate) mod statements;

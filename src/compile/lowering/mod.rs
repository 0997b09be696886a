//! From the IR to lowered rules: sides and places resolved, once for each side.

pub mod ambiguity;
pub mod expressions;
pub mod groups;
pub mod queries;
pub mod repetition;
pub mod statements;

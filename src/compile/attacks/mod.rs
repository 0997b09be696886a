//! Attack tables: which squares a piece attacks, and from where a square is attacked.

pub mod forward;
pub mod reverse;

//! Attack tables: which squares a piece attacks, and from where a square is attacked.

pub(crate) mod forward;
pub(crate) mod reverse;

//! Attack tables: the origins from which each square is attacked, and the targets of each piece group.

pub(crate) mod forward;
mod prelude;
pub(crate) mod reverse;
mod untabled;

//! Attack tables: the origins from which each square is attacked, and the targets of each piece group.

mod prelude;
pub(crate) mod reverse;

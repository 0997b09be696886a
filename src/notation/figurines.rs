//! Signs for pieces where there is room for one.

use crate::ir::PieceType;

/// Returns the sign for pieces of a type where colours tell whose they are: what the second side's picture is, if that is a single
/// sign. Unicode has filled signs for that side as a rule, which can have any colour.
pub fn figurine(kind: &PieceType) -> Option<char> {
    let mut signs = kind.pictures[1].as_deref()?.chars();
    signs.next().filter(|_| signs.next().is_none())
}

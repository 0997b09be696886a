//! Sets of piece types: those that capture alike, and helpers.

use crate::ir::{Game, Id, PieceTypeId, TypeSet, Walk};

/// Returns the groups of types that share a way of capturing.
pub(crate) fn groups(game: &Game) -> Vec<TypeSet> {
    let mut groups: Vec<(Walk, TypeSet)> = Vec::new();
    for (id, kind) in game.types.enumerate() {
        for clause in kind.clauses.iter().filter(|clause| clause.can_capture()) {
            for part in clause.walk.ways() {
                match groups.iter_mut().find(|(walk, _)| walk == part) {
                    Some((_, types)) => types.insert(id),
                    None => groups.push((part.clone(), TypeSet::one(id))),
                }
            }
        }
    }
    groups.into_iter().map(|(_, types)| types).collect()
}

/// Returns the indices of the types in a set.
pub(crate) fn indices(types: TypeSet) -> Vec<u16> {
    types.iter().map(|kind: PieceTypeId| u16::try_from(kind.index()).unwrap_or(u16::MAX)).collect()
}

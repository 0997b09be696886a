//! Which pieces stand on which squares, all at once.

use crate::ir::{BySide, Game, Id, PieceTypeId, SideId, SquareSet, TypeSet};

/// Sets of squares, one for each type and owner, and one for the squares without a piece.
///
/// It is a bound: a piece that is not in it is not there, one that is in it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// For each type the squares of each owner's pieces.
    pieces: Vec<ByOwner<SquareSet>>,
    /// The squares without a piece.
    pub empty: SquareSet,
}

/// Something for each [owner](SideId::OWNERS) that a piece can have.
pub(super) type ByOwner<T> = [T; SideId::OWNERS.len()];

/// Whoever owns a piece, or nobody.
pub(super) const ANYONE: ByOwner<bool> = [true; SideId::OWNERS.len()];

/// Nobody.
pub(super) const NEUTRAL: ByOwner<bool> = {
    let mut owners = [false; SideId::OWNERS.len()];
    owners[SideId::COUNT] = true;
    owners
};

/// Returns the owners that are certain sides.
pub(super) fn owned_by(sides: BySide<bool>) -> ByOwner<bool> {
    SideId::OWNERS.map(|owner| owner.is_some_and(|side| sides[side]))
}

impl Cells {
    /// Makes the one in which nothing is anywhere.
    pub(super) fn none(game: &Game) -> Self {
        Self {
            pieces: vec![[SquareSet::EMPTY; SideId::OWNERS.len()]; game.types.len()],
            empty: SquareSet::EMPTY,
        }
    }

    /// Makes the one in which everything is anywhere.
    pub(super) fn all(game: &Game) -> Self {
        let all = game.board.all();
        Self { pieces: vec![[all; SideId::OWNERS.len()]; game.types.len()], empty: all }
    }

    /// Returns the squares of such pieces.
    pub(super) fn of(&self, kind: PieceTypeId, owner: Option<SideId>) -> SquareSet {
        self.pieces.get(kind.index()).map_or(SquareSet::EMPTY, |sets| sets[SideId::place_of(owner)])
    }

    /// Adds squares for such pieces.
    pub(super) fn add(&mut self, kind: PieceTypeId, owner: Option<SideId>, squares: SquareSet) {
        if let Some(sets) = self.pieces.get_mut(kind.index()) {
            let set = &mut sets[SideId::place_of(owner)];
            *set = set.union(squares);
        }
    }

    /// Returns all types and owners with the squares of such pieces, if there are any.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (PieceTypeId, Option<SideId>, SquareSet)> {
        self.pieces.iter().enumerate().flat_map(|(kind, sets)| {
            let of = move |(owner, set): (Option<SideId>, &SquareSet)| {
                (!set.is_empty()).then_some((PieceTypeId::from_index(kind), owner, *set))
            };
            SideId::OWNERS.into_iter().zip(sets).filter_map(of)
        })
    }

    /// Returns all squares of it.
    pub(super) fn squares(&self) -> SquareSet {
        self.pieces.iter().flatten().fold(self.empty, |all, set| all.union(*set))
    }

    /// Tells whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.squares().is_empty()
    }

    /// Leaves only what is on these squares.
    pub(super) fn on(mut self, squares: SquareSet) -> Self {
        self.each(|set| set.intersection(squares));
        self
    }

    /// Leaves only pieces of these types and owners.
    pub(super) fn only(mut self, types: Option<TypeSet>, owners: ByOwner<bool>) -> Self {
        for (kind, sets) in self.pieces.iter_mut().enumerate() {
            let wanted = types.is_none_or(|types| types.contains(PieceTypeId::from_index(kind)));
            for (set, owned) in sets.iter_mut().zip(owners) {
                if !(wanted && owned) {
                    *set = SquareSet::EMPTY;
                }
            }
        }
        self.empty = SquareSet::EMPTY;
        self
    }

    /// Leaves only what has no piece.
    pub(super) fn bare(mut self) -> Self {
        self.pieces.fill([SquareSet::EMPTY; SideId::OWNERS.len()]);
        self
    }

    /// Leaves only what has a piece.
    pub(super) fn occupied(mut self) -> Self {
        self.empty = SquareSet::EMPTY;
        self
    }

    /// Gives the pieces of each side to the other.
    pub(super) fn swapped(mut self) -> Self {
        for sets in &mut self.pieces {
            let before = *sets;
            for side in SideId::ALL {
                sets[side.index()] = before[side.opponent().index()];
            }
        }
        self
    }

    /// Returns what is in either.
    pub(super) fn union(self, other: &Self) -> Self {
        self.zip(other, SquareSet::union)
    }

    /// Returns what is in both.
    pub(super) fn intersection(self, other: &Self) -> Self {
        self.zip(other, SquareSet::intersection)
    }

    /// Returns what is in this one only.
    pub(super) fn except(self, other: &Self) -> Self {
        self.zip(other, SquareSet::except)
    }

    fn each(&mut self, change: impl Fn(SquareSet) -> SquareSet) {
        for set in self.pieces.iter_mut().flatten() {
            *set = change(*set);
        }
        self.empty = change(self.empty);
    }

    fn zip(mut self, other: &Self, join: impl Fn(SquareSet, SquareSet) -> SquareSet) -> Self {
        for (sets, others) in self.pieces.iter_mut().zip(&other.pieces) {
            for (set, other) in sets.iter_mut().zip(others) {
                *set = join(*set, *other);
            }
        }
        self.empty = join(self.empty, other.empty);
        self
    }
}

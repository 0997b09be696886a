//! Locations: the parts of a position, and of a turn being played, that rules read and write.

use super::layout::Layout;
use crate::ir::{Id, SlotId};

/// A location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loc {
    /// Which squares hold a piece.
    Occupancy,
    /// The types of the pieces.
    Types,
    /// Their owners.
    Owners,
    /// A board of the state: a mark or a variable of squares, by its index in the [`Layout`].
    Board(usize),
    /// A number of the state: a variable, or a token's square or level, by its index in the [`Layout`].
    Number(usize),
    /// The hands.
    Hands,
    /// The number of the turn pair.
    TurnNumber,
    /// How many pieces the turn has captured.
    Captures,
    /// How the last move of the turn was made.
    MovedBy,
    /// The square of the piece whose move has not been announced to triggers yet.
    Mover,
    /// Who has the next turn.
    Next,
    /// Whether the game is over, and how.
    Over,
    /// The positions that have occurred in the game.
    Record,
    /// A register of the turn.
    Slot(SlotId),
}

/// A set of locations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Locs {
    /// Whether it is the set of all locations.
    all: bool,
    /// Its locations, a bit for each.
    words: Vec<u64>,
}

impl Loc {
    /// Returns the place of its bit in a set: first come those without an index, then boards, numbers and slots by turns.
    fn place(self) -> usize {
        match self {
            Self::Occupancy => 0,
            Self::Types => 1,
            Self::Owners => 2,
            Self::Hands => 3,
            Self::TurnNumber => 4,
            Self::Captures => 5,
            Self::MovedBy => 6,
            Self::Mover => 7,
            Self::Next => 8,
            Self::Over => 9,
            Self::Record => 10,
            Self::Board(index) => 11 + 3 * index,
            Self::Number(index) => 12 + 3 * index,
            Self::Slot(slot) => 13 + 3 * slot.index(),
        }
    }
}

impl Locs {
    /// Returns the set of all locations.
    pub(crate) fn all() -> Self {
        Self { all: true, ..Self::default() }
    }

    /// Returns a set of some locations.
    pub(crate) fn of(locs: &[Loc]) -> Self {
        let mut set = Self::default();
        for loc in locs {
            set.insert(*loc);
        }
        set
    }

    /// Returns what changes when pieces are placed, removed or moved: marks and tokens go with them.
    pub(crate) fn pieces(layout: &Layout) -> Self {
        let mut set = Self::of(&[Loc::Occupancy, Loc::Types, Loc::Owners, Loc::Mover]);
        (layout.marks..layout.marks + layout.mark_count)
            .for_each(|board| set.insert(Loc::Board(board)));
        (0..layout.token_count).for_each(|token| set.insert(Loc::Number(layout.token(token))));
        set
    }

    /// Adds a location.
    pub(crate) fn insert(&mut self, loc: Loc) {
        let place = loc.place();
        if self.words.len() <= place / 64 {
            self.words.resize(place / 64 + 1, 0);
        }
        self.words[place / 64] |= 1 << (place % 64);
    }

    /// Adds the locations of another set.
    pub(crate) fn add(&mut self, other: &Self) {
        self.all |= other.all;
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Returns the set without some locations.
    ///
    /// The set of all locations stays the same: it stands for the unknown.
    #[must_use]
    pub(crate) fn without(mut self, other: &Self) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(word, out)| *word &= !out);
        self
    }

    /// Tells whether a location is in the set.
    pub(crate) fn has(&self, loc: Loc) -> bool {
        let place = loc.place();
        self.all || self.words.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// Tells whether the set has no location.
    pub(crate) fn is_empty(&self) -> bool {
        !self.all && self.words.iter().all(|word| *word == 0)
    }

    /// Tells whether some location is in both sets.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        (self.all && !other.is_empty())
            || (other.all && !self.is_empty())
            || self.words.iter().zip(&other.words).any(|(left, right)| left & right != 0)
    }

    /// Returns the set without the pieces on the board: for callers that model these themselves.
    #[must_use]
    pub(crate) fn beside_pieces(self) -> Self {
        self.without(&Self::of(&[Loc::Occupancy, Loc::Types, Loc::Owners, Loc::Mover]))
    }

    /// Tells whether it has the squares, types or owners of pieces.
    pub(crate) fn has_pieces(&self) -> bool {
        self.has(Loc::Occupancy) || self.has(Loc::Types) || self.has(Loc::Owners)
    }
}

#[cfg(test)]
mod tests {
    use super::{Loc, Locs};
    use crate::ir::SlotId;

    #[test]
    fn sets_of_locations_meet_where_they_share_one() {
        let one = Locs::of(&[Loc::Board(70), Loc::Hands]);
        let other = Locs::of(&[Loc::Number(70), Loc::Slot(SlotId(70))]);
        assert!(!one.meets(&other));
        let mut both = other.clone();
        both.add(&one);
        assert!(both.meets(&one) && both.has(Loc::Board(70)) && !both.has(Loc::Board(71)));
        assert!(Locs::all().meets(&one) && one.meets(&Locs::all()));
        assert!(!Locs::all().meets(&Locs::default()));
    }
}

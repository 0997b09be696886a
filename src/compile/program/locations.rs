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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Locs {
    /// Whether it is the set of all locations.
    all: bool,
    /// Those without an index, a bit for each.
    single: u16,
    boards: Row,
    numbers: Row,
    slots: Row,
}

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
struct Row(Vec<u64>);

impl Row {
    fn insert(&mut self, index: usize) {
        let (word, bit) = (index / 64, index % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(left, right)| left & right != 0)
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        let longest = self.0.len().max(other.0.len());
        let word = |row: &Self, index: usize| row.0.get(index).copied().unwrap_or(0);
        (0..longest).all(|index| word(self, index) == word(other, index))
    }
}

impl Eq for Row {}

/// Where a location is kept in a set.
enum Place {
    Single(u16),
    Board(usize),
    Number(usize),
    Slot(usize),
}

impl Loc {
    fn place(self) -> Place {
        match self {
            Self::Occupancy => Place::Single(1),
            Self::Types => Place::Single(1 << 1),
            Self::Owners => Place::Single(1 << 2),
            Self::Hands => Place::Single(1 << 3),
            Self::TurnNumber => Place::Single(1 << 4),
            Self::Captures => Place::Single(1 << 5),
            Self::MovedBy => Place::Single(1 << 6),
            Self::Mover => Place::Single(1 << 7),
            Self::Next => Place::Single(1 << 8),
            Self::Over => Place::Single(1 << 9),
            Self::Record => Place::Single(1 << 10),
            Self::Board(index) => Place::Board(index),
            Self::Number(index) => Place::Number(index),
            Self::Slot(slot) => Place::Slot(slot.index()),
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
        match loc.place() {
            Place::Single(bit) => self.single |= bit,
            Place::Board(index) => self.boards.insert(index),
            Place::Number(index) => self.numbers.insert(index),
            Place::Slot(index) => self.slots.insert(index),
        }
    }

    /// Adds the locations of another set.
    pub(crate) fn add(&mut self, other: &Self) {
        self.all |= other.all;
        self.single |= other.single;
        self.boards.add(&other.boards);
        self.numbers.add(&other.numbers);
        self.slots.add(&other.slots);
    }

    /// Returns the set without some locations.
    ///
    /// The set of all locations stays the same: it stands for the unknown.
    #[must_use]
    pub(crate) fn without(mut self, other: &Self) -> Self {
        let take = |row: &mut Row, out: &Row| {
            row.0.iter_mut().zip(&out.0).for_each(|(word, out)| *word &= !out);
        };
        self.single &= !other.single;
        take(&mut self.boards, &other.boards);
        take(&mut self.numbers, &other.numbers);
        take(&mut self.slots, &other.slots);
        self
    }

    /// Tells whether a location is in the set.
    pub(crate) fn has(&self, loc: Loc) -> bool {
        self.all
            || match loc.place() {
                Place::Single(bit) => self.single & bit != 0,
                Place::Board(index) => self.boards.has(index),
                Place::Number(index) => self.numbers.has(index),
                Place::Slot(index) => self.slots.has(index),
            }
    }

    /// Tells whether the set has no location.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Tells whether some location is in both sets.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        (self.all && !other.is_empty())
            || (other.all && !self.is_empty())
            || self.single & other.single != 0
            || self.boards.meets(&other.boards)
            || self.numbers.meets(&other.numbers)
            || self.slots.meets(&other.slots)
    }

    /// Returns the set without the pieces on the board: for callers that model these themselves.
    #[must_use]
    pub(crate) fn beside_pieces(mut self) -> Self {
        for loc in [Loc::Occupancy, Loc::Types, Loc::Owners, Loc::Mover] {
            if let Place::Single(bit) = loc.place() {
                self.single &= !bit;
            }
        }
        self
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

//! Expressions of the lowered rules: sets of squares, piece types, numbers and conditions.

use super::bitboard::Bitboard;
use crate::ir::{Arithmetic, Axis, Comparison, TypeSet};

/// A side, as far as it is known when a game is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// That side.
    Side(u8),
    /// The owner of the piece in a slot.
    OwnerOf(u16),
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Set<B> {
    /// Always the same squares.
    Fixed(B),
    /// A board of the state.
    Board(usize),
    /// The squares without a piece.
    Empty,
    /// The squares with a piece.
    Occupied,
    /// The squares with a piece of the types, which have no board of their own.
    Types(TypeSet),
    /// The squares with a piece of the type.
    OfType(Kind<B>),
    /// The squares with a piece of the owner of what is in a slot.
    OwnedBy(u16),
    /// Fixed squares that differ for each side, as the owner of what is in a slot has them.
    ViewOf(u16, [B; 2]),
    /// The square of a token, by the index of its number.
    Bearing(usize),
    /// The square in a slot.
    Slot(u16),
    /// A variable of the owner of what is in a slot, by the board of the first side.
    Variable(usize, u16),
    /// In any of them.
    Union(Vec<Set<B>>),
    /// In all of them.
    All(Vec<Set<B>>),
    /// In the first and not in the second.
    Except(Box<(Set<B>, Set<B>)>),
    /// Where one step leads from the squares of a set; the step by the number of its table.
    Stepped(usize, Box<Set<B>>),
    /// Where walks end: from where, which way (for each side), whose view.
    Reach(Box<(Set<B>, [usize; 2])>, Who),
    /// What walks pass on the way.
    Passed(Box<(Set<B>, [usize; 2])>, Who),
    /// The lowest square.
    First(Box<Set<B>>),
    /// The highest square.
    Last(Box<Set<B>>),
}

impl<B: Bitboard> Set<B> {
    /// Returns the squares, if they are always the same.
    pub(crate) fn fixed(&self) -> Option<B> {
        match self {
            Self::Fixed(squares) => Some(*squares),
            _ => None,
        }
    }
}

/// A piece type found in play.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind<B> {
    /// That type.
    Fixed(u16),
    /// The type in a slot.
    OfSlot(u16),
    /// What a table says of a type.
    Mapped(Vec<Option<u16>>, Box<Kind<B>>),
    /// The type of the piece on the first square of the set.
    At(Box<Set<B>>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Num<B> {
    /// That number.
    Fixed(i32),
    /// A number of the state.
    Value(usize),
    /// A variable of the owner of what is in a slot, by the number of the first side.
    ValueOf(usize, u16),
    /// The number in a slot.
    Slot(u16),
    /// How many squares.
    Count(Box<Set<B>>),
    /// How many pieces in hand: offsets in a hand.
    InHand(Who, Vec<usize>),
    /// The number of the turn pair.
    TurnNumber,
    /// How many pieces the turn has captured.
    Captures,
    /// What a table says of a type.
    Property(Vec<i32>, Kind<B>),
    /// The same summed over pieces.
    Sum(Vec<i32>, Box<Set<B>>),
    /// A coordinate of the first square of the set.
    Coordinate(Axis, Box<Set<B>>, Who),
    /// The distance between the first squares of two sets.
    Distance(Box<(Set<B>, Set<B>)>),
    /// One or the other.
    Either(Box<(Cond<B>, Num<B>, Num<B>)>),
    /// One and another.
    Arithmetic(Arithmetic, Box<(Num<B>, Num<B>)>),
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cond<B> {
    /// Always or never.
    Fixed(bool),
    /// It does not hold.
    Not(Box<Cond<B>>),
    /// All hold.
    All(Vec<Cond<B>>),
    /// At least one holds.
    Any(Vec<Cond<B>>),
    /// Two numbers compare so.
    Compare(Comparison, Box<(Num<B>, Num<B>)>),
    /// The set has a member.
    Exists(Box<Set<B>>),
    /// What is in a slot is in the set.
    Is(u16, Box<Set<B>>),
    /// Every member of the first, which has one, is in the second.
    Within(Box<(Set<B>, Set<B>)>),
    /// The type is one of these.
    TypeIs(Box<Kind<B>>, TypeSet),
    /// Both are the same side.
    SameSide(Who, Who),
    /// A piece on the squares could be captured by the side.
    Attacked(Box<Set<B>>, Who),
    /// The piece, moved to any of the squares, could not be captured there.
    Safe(Box<(Set<B>, Set<B>)>),
    /// The side has a legal turn after which something holds, told for each side as the mover.
    HasTurn(Who, Box<[Cond<B>; 2]>),
    /// For some square of the set it holds.
    Some(u16, Box<(Set<B>, Cond<B>)>),
    /// The move just made was made so.
    MovedBy(Origins),
    /// The position has occurred that often.
    Repeated(u8),
}

/// A test of how a move was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origins {
    /// For each clause, whether it passes.
    pub(crate) clauses: Vec<bool>,
    /// Whether a drop passes.
    pub(crate) drop: bool,
}

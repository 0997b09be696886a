//! Expressions of the lowered rules: sets of squares, piece types, numbers and conditions.

use super::bitboard::Bitboard;
use super::layout::TallyPlace;
use crate::ir::{Arithmetic, Axis, BySide, Comparison, SideId, SlotId, TypeSet};

/// A side, as far as it is known at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// This side.
    Side(SideId),
    /// The owner of the piece in a slot.
    OwnerOf(SlotId),
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Set<B> {
    /// Always the same squares.
    Fixed(B),
    /// A board of the state.
    Board(usize),
    /// The empty squares.
    Empty,
    /// The occupied squares.
    Occupied,
    /// The squares with a piece of these types, which have no board of their own.
    Types(TypeSet),
    /// The squares with a piece of the type.
    OfType(Kind<B>),
    /// The squares with a piece of the same owner as the piece in a slot.
    OwnedBy(SlotId),
    /// One of two fixed sets, chosen by the owner of the piece in a slot.
    ViewOf(SlotId, BySide<B>),
    /// The square of a token, by the index of its number.
    Bearing(usize),
    /// The square in a slot.
    Slot(SlotId),
    /// A per-side variable of the owner of the piece in a slot, by the board of the first side.
    Variable(usize, SlotId),
    /// The union.
    Union(Vec<Set<B>>),
    /// The intersection.
    All(Vec<Set<B>>),
    /// The first without the second.
    Except(Box<(Set<B>, Set<B>)>),
    /// Where one step leads from the squares of a set; the step by the number of its table.
    Stepped(usize, Box<Set<B>>),
    /// Where walks end that start on a set: the route for each side as the walker, and the walker.
    Reach(Box<(Set<B>, BySide<usize>)>, Who),
    /// The squares that these walks pass.
    Passed(Box<(Set<B>, BySide<usize>)>, Who),
    /// The lowest square.
    First(Box<Set<B>>),
    /// The highest square.
    Last(Box<Set<B>>),
    /// The square with this file, rank and layer from the point of view of a side.
    At(Box<[Num<B>; 3]>, Who),
}

impl<B: Bitboard> Set<B> {
    /// Returns the squares, if they are always the same.
    pub(crate) fn fixed(&self) -> Option<B> {
        if let Self::Fixed(squares) = self { Some(*squares) } else { None }
    }
}

/// A piece type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind<B> {
    /// This type.
    Fixed(u16),
    /// The type of the piece in a slot.
    OfSlot(SlotId),
    /// A property of another type, from a table by type.
    Mapped(Vec<Option<u16>>, Box<Kind<B>>),
    /// The type of the piece on the first square of the set.
    At(Box<Set<B>>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Num<B> {
    /// This number.
    Fixed(i32),
    /// A number of the state.
    Value(usize),
    /// A per-side variable of the owner of the piece in a slot, by the number of the first side.
    ValueOf(usize, SlotId),
    /// The number in a slot.
    Slot(SlotId),
    /// How many squares a set has.
    Count(Box<Set<B>>),
    /// How many pieces are in hand, of the types at these offsets in a hand.
    InHand(Who, Vec<usize>),
    /// The number of the turn pair.
    TurnNumber,
    /// How many pieces the turn has captured.
    Captures,
    /// A property of a type, from a table by type.
    Property(Vec<i32>, Kind<B>),
    /// The same, summed over pieces.
    Sum(Vec<i32>, Box<Set<B>>),
    /// The number of the first square of the set, or of the piece on it; all of them together if that is wanted.
    Tally(TallyPlace, Box<Set<B>>, bool),
    /// A coordinate of the first square of the set.
    Coordinate(Axis, Box<Set<B>>, Who),
    /// The distance between the first squares of two sets.
    Distance(Box<(Set<B>, Set<B>)>),
    /// The second if the condition holds, else the third.
    Either(Box<(Cond<B>, Num<B>, Num<B>)>),
    /// A binary operation.
    Arithmetic(Arithmetic, Box<(Num<B>, Num<B>)>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cond<B> {
    /// Always true or always false.
    Fixed(bool),
    /// The negation.
    Not(Box<Cond<B>>),
    /// The conjunction.
    All(Vec<Cond<B>>),
    /// The disjunction.
    Any(Vec<Cond<B>>),
    /// A comparison of two numbers.
    Compare(Comparison, Box<(Num<B>, Num<B>)>),
    /// The set is not empty.
    Exists(Box<Set<B>>),
    /// The square in a slot is in the set.
    Is(SlotId, Box<Set<B>>),
    /// The first set is not empty, and is a subset of the second.
    Within(Box<(Set<B>, Set<B>)>),
    /// The type is one of these.
    TypeIs(Box<Kind<B>>, TypeSet),
    /// Both are the same side.
    SameSide(Who, Who),
    /// The side could capture a piece on one of the squares.
    Attacked(Box<Set<B>>, Who),
    /// The piece (first set) could not be captured on any of the squares (second set) if it stood there.
    Safe(Box<(Set<B>, Set<B>)>),
    /// The side has a legal turn after which the condition holds; one condition for each side as the mover.
    HasTurn(Who, Box<BySide<Cond<B>>>),
    /// The condition holds for some square of the set, with that square in a slot.
    Some(SlotId, Box<(Set<B>, Cond<B>)>),
    /// The last move was made in one of these ways.
    MovedBy(Origins),
    /// The position has occurred so many times, and something has held meanwhile.
    Repeated(u8, Option<Box<Held<B>>>),
}

/// What must have held as turns began since a position was there before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held<B> {
    /// Whose turns; those of both sides if there is none.
    pub(crate) whose: Option<Who>,
    /// What.
    pub(crate) condition: Cond<B>,
}

/// In which ways a move was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origins {
    /// For each way of moving, whether it is one of them.
    pub(crate) clauses: Vec<bool>,
    /// Whether drops are among them.
    pub(crate) drop: bool,
}

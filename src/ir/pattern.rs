//! Movement: a walk over squares, and what may be done where it ends.

use super::expression::{Number, Squares, Truth};
use super::ids::{BySide, DirectionId, SideId};
use super::statement::Statement;
use crate::source::Span;

/// A way over the board, told as a small program that is walked square by square.
///
/// A walk starts on the square of the piece that moves. The piece counts as lifted: its own square is
/// empty for every test of the walk. A walk may have many ends; each is a possible destination.
#[derive(Clone, Debug, PartialEq)]
pub enum Walk {
    /// Stays where it is.
    Here,
    /// Goes one step in a direction, as the owner sees it; ends nowhere when there is no such square.
    Step(DirectionId),
    /// Goes on only if the current square is in the set (slot [`SlotId::HERE`](super::slots::HERE) is bound to it).
    Test(Squares),
    /// Takes the piece on the current square along the way (it is captured when the move is made).
    Take,
    /// Makes the current square a part of the move's name: `e4-e5-e6`.
    Via,
    /// Goes to any square of the set, wherever it is.
    Jump(Squares),
    /// One after the other.
    Sequence(Vec<Walk>),
    /// Any one of them.
    Either(Vec<Walk>),
    /// The body again and again: at least `min` times and at most as often as `max` says.
    Repeat {
        /// What is repeated.
        body: Box<Walk>,
        /// The least number of times.
        min: u8,
        /// The greatest number of times.
        max: Limit,
    },
}

/// How often a walk may repeat something.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// That many times.
    Times(u8),
    /// As often as the board allows.
    Unlimited,
    /// Half as often as the steps of the body could be made on an empty board from the start of the
    /// repetition, rounded up: the halfling's limit. Occupied squares do not change it.
    Half,
    /// As often as the number says, judged before the move; nothing comes of it if that is less than 0.
    Count(Number),
    /// Neither more nor less often than the number says, judged before the move; nothing comes of it if that is less than 0.
    Exactly(Number),
    /// At least as often as the number says, judged before the move.
    AtLeast(Number),
}

impl Limit {
    /// Returns the number that is judged before the move, if there is one.
    pub fn number(&self) -> Option<&Number> {
        match self {
            Self::Count(number) | Self::Exactly(number) | Self::AtLeast(number) => Some(number),
            _ => None,
        }
    }

    /// Returns of how many parts the number consists that the limit may be.
    pub fn size(&self) -> usize {
        self.number().map_or(0, Number::size)
    }
}

/// One way of moving that a piece type (or a token's bearer) has.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The name the author gave it, by which rules can ask for it and other games replace it.
    pub name: Option<String>,
    /// Which sides have it.
    pub sides: BySide<bool>,
    /// The way there.
    pub walk: Walk,
    /// What may happen at an end of the walk. The first entry whose set has the square decides.
    pub landings: Vec<Landing>,
    /// Further squares whose pieces are captured, judged with `from` and `to` bound. A square
    /// without a piece captures nothing.
    pub taking: Option<Squares>,
    /// Whether the piece goes to the destination or acts from afar.
    pub arrival: Arrival,
    /// What must hold, judged before the move with `from` and `to` bound.
    pub condition: Truth,
    /// What else happens, after the pieces have moved.
    pub then: Vec<Statement>,
    /// Where it is written.
    pub span: Span,
}

/// What may happen where a walk ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Landing {
    /// On which squares.
    pub on: Squares,
    /// What happens there.
    pub kind: LandingKind,
}

/// What happens where a walk ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LandingKind {
    /// The piece comes to stand there; meant for empty squares.
    #[default]
    Settle,
    /// The piece that stands there is captured.
    Capture,
    /// The piece that stands there goes to where the mover came from.
    Swap,
}

impl LandingKind {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Settle, Self::Capture, Self::Swap];
}

/// Whether a move displaces the piece that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arrival {
    /// The piece goes to the destination.
    #[default]
    Moves,
    /// The piece stays where it was, as in a capture by rifle.
    Stays,
}

impl Clause {
    /// Tells whether the side has this way of moving.
    pub fn is_for(&self, side: SideId) -> bool {
        self.sides[side]
    }

    /// Tells whether it is always there and nothing happens besides the move.
    pub fn is_plain(&self) -> bool {
        self.condition.is_always() && self.taking.is_none() && self.then.is_empty()
    }

    /// Tells whether it can capture at all.
    pub fn can_capture(&self) -> bool {
        let captures = |landing: &Landing| landing.kind == LandingKind::Capture;
        self.taking.is_some() || self.landings.iter().any(captures) || self.walk.takes()
    }
}

/// How a walk is composed of others.
#[derive(Clone, Copy, Debug)]
pub enum Composed<'a> {
    /// Of none.
    Single,
    /// Of these, one after the other.
    InOrder(&'a [Walk]),
    /// Of any one of these.
    OneOf(&'a [Walk]),
    /// Of this one, again and again.
    Again(&'a Walk, u8, &'a Limit),
}

impl Walk {
    /// Makes a step in a direction.
    pub fn step(direction: DirectionId) -> Self {
        Self::Step(direction)
    }

    /// Goes on only from squares of the set.
    pub fn test(set: Squares) -> Self {
        Self::Test(set)
    }

    /// Goes to any square of the set.
    pub fn jump(set: Squares) -> Self {
        Self::Jump(set)
    }

    /// Goes some walks one after the other.
    pub fn sequence(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 { parts.swap_remove(0) } else { Self::Sequence(parts) }
    }

    /// Goes any one of some walks.
    pub fn either(mut ways: Vec<Self>) -> Self {
        if ways.len() == 1 { ways.swap_remove(0) } else { Self::Either(ways) }
    }

    /// Goes a walk again and again.
    pub fn repeat(body: Self, min: u8, max: Limit) -> Self {
        Self::Repeat { body: Box::new(body), min, max }
    }

    /// Returns the direction, if it is nothing but a step.
    pub fn as_step(&self) -> Option<DirectionId> {
        match self {
            Self::Step(direction) => Some(*direction),
            Self::Sequence(parts) if parts.len() == 1 => parts.first()?.as_step(),
            _ => None,
        }
    }

    /// Returns the set, if it is nothing but a test.
    pub fn as_test(&self) -> Option<&Squares> {
        if let Self::Test(set) = self { Some(set) } else { None }
    }

    /// Returns the set, if it is nothing but a jump.
    pub fn as_jump(&self) -> Option<&Squares> {
        if let Self::Jump(set) = self { Some(set) } else { None }
    }

    /// Returns the set of which it asks or to which it goes, if it is a single test or jump.
    pub fn set(&self) -> Option<&Squares> {
        self.as_test().or(self.as_jump())
    }

    /// Returns how it is composed of other walks.
    pub fn composed(&self) -> Composed<'_> {
        match self {
            Self::Sequence(parts) => Composed::InOrder(parts),
            Self::Either(parts) => Composed::OneOf(parts),
            Self::Repeat { body, min, max } => Composed::Again(body, *min, max),
            _ => Composed::Single,
        }
    }

    /// Returns the walks of which it is composed.
    pub fn parts(&self) -> &[Self] {
        match self.composed() {
            Composed::Single => &[],
            Composed::InOrder(parts) | Composed::OneOf(parts) => parts,
            Composed::Again(body, ..) => std::slice::from_ref(body),
        }
    }

    /// Returns the walks that are gone one after the other: a walk that is no sequence alone.
    pub fn in_order(&self) -> &[Self] {
        if let Self::Sequence(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Returns the walks any one of which is gone: a walk that is no choice alone.
    pub fn ways(&self) -> &[Self] {
        if let Self::Either(ways) = self { ways } else { std::slice::from_ref(self) }
    }

    /// Takes it apart into the walks that are gone one after the other.
    pub fn into_order(self) -> Vec<Self> {
        if let Self::Sequence(parts) = self { parts } else { vec![self] }
    }

    /// Takes it apart into the walks any one of which is gone.
    pub fn into_ways(self) -> Vec<Self> {
        if let Self::Either(ways) = self { ways } else { vec![self] }
    }

    /// Returns the number that limits how often it is repeated, judged before the move.
    pub fn number(&self) -> Option<&Number> {
        if let Self::Repeat { max, .. } = self { max.number() } else { None }
    }

    /// Tells whether a piece may be taken on the way.
    pub fn takes(&self) -> bool {
        self.is_take() || self.parts().iter().any(Self::takes)
    }

    /// Tells whether it is nothing but taking the piece on the current square.
    pub fn is_take(&self) -> bool {
        *self == Self::Take
    }

    /// Tells whether it makes the square where it begins, and no other, a part of the move's name.
    pub fn is_via(&self) -> bool {
        *self == Self::Via
    }
}

//! Walks of the lowered rules: as trees, and as fills from many squares at once.

use super::expressions::{Num, Set};
use super::move_tables::MoveTable;

/// A walk in all its forms.
#[derive(Clone, Debug)]
pub(crate) struct Route<B> {
    /// The walk as a tree, to be followed square by square.
    pub(crate) tree: Walking<B>,
    /// Its move table, if it has one.
    pub(crate) paths: Option<MoveTable<B>>,
    /// The fills it consists of, if it branches only at its beginning.
    pub(crate) fills: Option<Vec<Fill<B>>>,
}

/// A walk as a tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Walking<B> {
    /// Stays on the square.
    Here,
    /// One step, by the number of its table.
    Step(usize),
    /// Goes on only on these squares.
    Test(Set<B>),
    /// Captures the piece on the square.
    Take,
    /// Binds the square to the slot for the square passed.
    Via,
    /// Jumps to any of these squares.
    Jump(Set<B>),
    /// One part after the other.
    Sequence(Vec<Walking<B>>),
    /// Any one of the alternatives.
    Either(Vec<Walking<B>>),
    /// A part at least so many times, and at most.
    Repeat(Box<Walking<B>>, u32, Most<B>),
}

/// How often a part of a walk is repeated at most.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Most<B> {
    /// By the square on which the repetition begins.
    From(Vec<u32>),
    /// Always the same number.
    Times(u32),
    /// A number of the position.
    Count(Num<B>),
    /// Just so often as a number of the position says.
    Exactly(Num<B>),
    /// Any number of times from a number of the position on.
    AtLeast(Num<B>),
}

/// How often something must and may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    /// At least.
    pub(crate) min: u32,
    /// At most.
    pub(crate) most: u32,
}

/// A part of a walk without branches, which can be followed from many squares at once.
#[derive(Clone, Debug)]
pub(crate) enum Fill<B> {
    /// Lines in several directions.
    Lines(Box<Lines<B>>),
    /// A sequence of legs.
    Legs(Vec<Leg<B>>),
}

/// Lines that repeat one step over certain squares, and end with the same step on others.
#[derive(Clone, Debug)]
pub(crate) struct Lines<B> {
    /// The steps: by how much each shifts the number of the square, and the squares it can lead to.
    pub(crate) steps: Vec<(i16, B)>,
    /// The squares a line passes over.
    pub(crate) over: Set<B>,
    /// How many of these squares there must and may be.
    pub(crate) times: Times,
    /// The squares on which a line ends.
    pub(crate) onto: Set<B>,
}

/// A part of a fill.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Leg<B> {
    /// A step.
    Step {
        /// The number of its table.
        table: usize,
        /// By how much it shifts the number of the square, and from where there is a step, if the shift is the same
        /// everywhere.
        shift: Option<(i16, B)>,
    },
    /// Goes on only on these squares.
    Test(Set<B>),
    /// Steps and tests, repeated at least and at most so many times.
    Repeat(Vec<Leg<B>>, Times),
}

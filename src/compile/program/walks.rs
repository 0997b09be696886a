//! Walks of the lowered rules: as trees, and as fills from many squares at once.

use super::expressions::{Num, Set};
use super::move_tables::MoveTable;

/// A walk, square by square and, where it can be, as tables.
#[derive(Clone, Debug)]
pub(crate) struct Route<B> {
    /// The walk.
    pub(crate) tree: Walking<B>,
    /// Its tables.
    pub(crate) paths: Option<MoveTable<B>>,
    /// The courses it consists of, if it branches at its beginning only.
    pub(crate) fills: Option<Vec<Fill<B>>>,
}

/// A walk with its sets resolved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Walking<B> {
    /// Stays.
    Here,
    /// One step, by the number of its table.
    Step(usize),
    /// Goes on only there.
    Test(Set<B>),
    /// Takes what stands there.
    Take,
    /// Names the square.
    Via,
    /// Goes to any of them.
    Jump(Set<B>),
    /// One after the other.
    Sequence(Vec<Walking<B>>),
    /// Any one.
    Either(Vec<Walking<B>>),
    /// Again and again.
    Repeat(Box<Walking<B>>, u32, Most<B>),
}

/// How often a walk repeats something.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Most<B> {
    /// That many times, from each square.
    From(Vec<u32>),
    /// That many times.
    Times(u32),
    /// As the number says.
    Count(Num<B>),
}

/// Where squares lead, one after the other.
#[derive(Clone, Debug)]
pub(crate) enum Fill<B> {
    /// By one step again and again, by any one of several.
    Lines(Box<Lines<B>>),
    /// By these parts.
    Legs(Vec<Leg<B>>),
}

/// Courses each of which goes on by one step over certain squares and ends, with the same step, on others.
#[derive(Clone, Debug)]
pub(crate) struct Lines<B> {
    /// The steps: by how much one makes the number of the square grow, and where one leads.
    pub(crate) steps: Vec<(i16, B)>,
    /// The squares they go over.
    pub(crate) over: Set<B>,
    /// At least how many of them.
    pub(crate) min: u32,
    /// At most how many.
    pub(crate) most: u32,
    /// Where they end.
    pub(crate) onto: Set<B>,
}

/// A part of a course.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Leg<B> {
    /// A step, by the number of its table.
    Step {
        /// The number of the table.
        table: usize,
        /// By how much the number of the square grows, and from where there is a step, if it is the same everywhere.
        shift: Option<(i16, B)>,
    },
    /// Goes on only there.
    Test(Set<B>),
    /// Again and again: steps and tests, at least and at most so many times.
    Repeat(Vec<Leg<B>>, u32, u32),
}

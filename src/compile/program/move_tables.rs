//! Move tables: where a walk ends from each square, and what must be empty or occupied for that.

use super::bitboard::Bitboard;
use crate::ir::SquareIndex;

/// The destinations of a walk from every square.
#[derive(Clone, Debug)]
pub(crate) struct MoveTable<B> {
    /// By the square where the walk starts.
    pub(crate) from: Vec<Destinations<B>>,
    /// The rays of all squares.
    pub(crate) all_lines: Vec<RayPair<B>>,
}

impl<B: Bitboard> MoveTable<B> {
    /// Returns the rays from a square, in pairs.
    #[inline]
    pub(crate) fn lines(&self, destinations: &Destinations<B>) -> &[RayPair<B>] {
        &self.all_lines[destinations.lines.0 as usize..destinations.lines.1 as usize]
    }

    /// Returns all squares on which the walk ends from anywhere in some position.
    pub(crate) fn reach(&self) -> B {
        self.from.iter().fold(B::EMPTY, |all, destinations| all | destinations.reach)
    }

    /// Returns all destinations that are neither free nor on rays, from anywhere.
    pub(crate) fn ends(&self) -> impl Iterator<Item = &Destination<B>> + Clone {
        self.from.iter().flat_map(|destinations| &destinations.ends)
    }

    /// Tells whether each destination has conditions of its own.
    pub(crate) fn is_conditional(&self) -> bool {
        self.from.iter().all(Destinations::are_conditional)
    }

    /// Returns the number of a mask that every destination tests: where it is empty, the walk leads nowhere.
    pub(crate) fn guard(&self) -> Option<usize> {
        if !self.is_conditional() {
            return None;
        }
        let mut ends = self.ends();
        let first = ends.next()?;
        let asks = |end: &Destination<B>, mask| end.tests.iter().any(|&(other, _)| other == mask);
        let masks = first.tests.iter().map(|&(mask, _)| mask);
        let mut shared = masks.filter(|&mask| ends.clone().all(|end| asks(end, mask)));
        shared.next()
    }

    /// Returns the destinations from a square for given occupied squares; `None` if some depend on more.
    pub(crate) fn ends_in(&self, from: SquareIndex, occupied: B) -> Option<B> {
        let destinations = &self.from[usize::from(from)];
        let mut reached = destinations.free;
        for line in self.lines(destinations) {
            reached |= line.ends(occupied);
        }
        for end in &destinations.ends {
            if !end.tests.is_empty() {
                return None;
            }
            if occupied & end.mask == end.value {
                reached |= B::one(end.to);
            }
        }
        Some(reached)
    }
}

/// The destinations of a walk from one square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Destinations<B> {
    /// Those that depend on nothing.
    pub(crate) free: B,
    /// Those on rays, which depend on all squares before them being empty: the range in all ray pairs of the table.
    pub(crate) lines: (u32, u32),
    /// The others.
    pub(crate) ends: Vec<Destination<B>>,
    /// All of them: the squares on which the walk ends in some position.
    pub(crate) reach: B,
}

impl<B: Bitboard> Destinations<B> {
    /// Tells whether each of them has conditions of its own: none is free or on a ray.
    pub(crate) fn are_conditional(&self) -> bool {
        self.free.is_empty() && self.lines.0 == self.lines.1
    }
}

/// Two rays, one with ascending and one with descending squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RayPair<B> {
    /// Both rays.
    pub(crate) all: B,
    /// The squares above the start; the nearest is the lowest.
    pub(crate) upper: B,
    /// The squares below the start; the nearest is the highest.
    pub(crate) lower: B,
}

impl<B: Bitboard> RayPair<B> {
    /// Returns the squares up to and including the first occupied one in both directions.
    ///
    /// Subtracting the nearest blocker below from the blockers above clears all between them
    /// (obstruction difference, after Gerd Isenberg).
    #[inline]
    pub(crate) fn ends(&self, occupied: B) -> B {
        let upper = self.upper & occupied;
        let nearest_below = B::one((self.lower & occupied).highest());
        let between = upper ^ upper.minus(nearest_below);
        self.all & between
    }
}

/// A destination and its conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Destination<B> {
    /// The square.
    pub(crate) to: SquareIndex,
    /// The squares that are tested for being occupied or empty.
    pub(crate) mask: B,
    /// Those of them that must be occupied; the others must be empty.
    pub(crate) value: B,
    /// Mask tests: the number of a mask, and a square that must be in it.
    pub(crate) tests: Vec<(usize, SquareIndex)>,
}

impl<B: Bitboard> Destination<B> {
    /// Tells whether there are no conditions.
    pub(crate) fn is_free(&self) -> bool {
        self.mask.is_empty() && self.tests.is_empty()
    }

    /// Tells whether the only condition is that squares are empty.
    pub(crate) fn is_plain(&self) -> bool {
        self.value.is_empty() && self.tests.is_empty()
    }
}

/// Tells whether the condition of some destinations is that exactly one of the same squares is occupied.
pub(crate) fn is_hopper<B: Bitboard>(ends: &[&Destination<B>]) -> bool {
    let mask = ends[0].mask;
    let wanted = ends.iter().fold(B::EMPTY, |all, end| all | end.value);
    wanted == mask
        && ends.len() == mask.count() as usize
        && ends.iter().all(|end| end.mask == mask && end.value.count() == 1 && end.tests.is_empty())
}

//! Move tables: where a walk ends from each square, and what must be empty or occupied for that.

use super::bitboard::Bitboard;

/// The ends of a walk from every square.
#[derive(Clone, Debug)]
pub(crate) struct MoveTable<B> {
    /// For each square.
    pub(crate) from: Vec<Destinations<B>>,
    /// The lines of all squares.
    pub(crate) all_lines: Vec<RayPair<B>>,
}

impl<B: Bitboard> MoveTable<B> {
    /// Returns the lines of a square.
    #[inline]
    pub(crate) fn lines(&self, destinations: &Destinations<B>) -> &[RayPair<B>] {
        &self.all_lines[destinations.lines.0 as usize..destinations.lines.1 as usize]
    }

    /// Returns the number of a mask of which every end demands a member.
    pub(crate) fn guard(&self) -> Option<usize> {
        if self.from.iter().any(|destinations| {
            destinations.free.any() || destinations.lines.0 != destinations.lines.1
        }) {
            return None;
        }
        let mut ends = self.from.iter().flat_map(|destinations| &destinations.ends);
        let first = ends.next()?;
        let asks = |end: &Destination<B>, mask| end.tests.iter().any(|&(other, _)| other == mask);
        let masks = first.tests.iter().map(|&(mask, _)| mask);
        let mut shared = masks.filter(|&mask| ends.clone().all(|end| asks(end, mask)));
        shared.next()
    }

    /// Returns the ends from a square for given occupied squares; `None` if some depend on more.
    pub(crate) fn ends_in(&self, from: u8, occupied: B) -> Option<B> {
        let destinations = &self.from[usize::from(from)];
        let mut reached = destinations.free;
        for line in self.lines(destinations) {
            reached |= line.ends(occupied);
        }
        for end in &destinations.ends {
            if !end.tests.is_empty() {
                return None;
            }
            if occupied & end.care == end.want {
                reached |= B::one(end.to);
            }
        }
        Some(reached)
    }
}

/// The ends of a walk from one square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Destinations<B> {
    /// The ends that demand nothing.
    pub(crate) free: B,
    /// Rays: each square is an end if all before it are empty. First and last but one of all lines.
    pub(crate) lines: (u32, u32),
    /// The other ends.
    pub(crate) ends: Vec<Destination<B>>,
    /// All squares that are an end in some position.
    pub(crate) reach: B,
}

/// Two rays whose squares ascend and descend from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RayPair<B> {
    /// Both.
    pub(crate) all: B,
    /// The squares above the start, nearest first in ascending order.
    pub(crate) upper: B,
    /// The squares below, nearest first in descending order.
    pub(crate) lower: B,
}

impl<B: Bitboard> RayPair<B> {
    /// Returns the squares up to the first occupied one in both directions, these included.
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

/// One end and what it demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Destination<B> {
    /// The square.
    pub(crate) to: u8,
    /// The squares that must be as told by `want`.
    pub(crate) care: B,
    /// Those of them that must be occupied; the others must be empty.
    pub(crate) want: B,
    /// Squares that must be in a mask of the state, by its number.
    pub(crate) tests: Vec<(usize, u8)>,
}

impl<B: Bitboard> Destination<B> {
    /// Tells whether nothing is demanded.
    pub(crate) fn is_free(&self) -> bool {
        self.care.is_empty() && self.tests.is_empty()
    }

    /// Tells whether all that is demanded is that squares are empty.
    pub(crate) fn is_plain(&self) -> bool {
        self.want.is_empty() && self.tests.is_empty()
    }
}

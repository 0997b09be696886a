//! Destinations of pieces from move tables.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::{Hops, Rays, Reach};
use crate::ir::SquareIndex;

/// Returns the destinations of a move rule with a table of its own.
#[inline]
pub(crate) fn tabled_reach<B: Bitboard>(reach: &Reach<B>, from: SquareIndex, occupied: B) -> B {
    let from = usize::from(from);
    match reach {
        Reach::Leaps(leaps) => leaps[from],
        Reach::TwoLines(rays) => rays[from].ends(occupied),
        Reach::FourLines(rays) => rays[from].ends(occupied),
        Reach::Ends(ends) => {
            let conditional = ends[from].conditional.iter();
            let met = conditional.filter(|(mask, value, _)| occupied & *mask == *value);
            met.fold(ends[from].free, |all, (_, _, to)| all | *to)
        }
        Reach::Hops(hops) => hops[from].ends(occupied),
        Reach::Walk(..) => B::EMPTY,
    }
}

impl<B: Bitboard, const N: usize> Rays<B, N> {
    /// Returns the destinations on the rays.
    #[inline]
    pub(crate) fn ends(&self, occupied: B) -> B {
        self.lines.iter().fold(self.free, |ends, line| ends | line.ends(occupied))
    }
}

impl<B: Bitboard> Hops<B> {
    /// Returns the destinations beyond the first piece on each ray, up to the second.
    #[inline]
    fn ends(&self, occupied: B) -> B {
        let first = B::one(0);
        let mut ends = B::EMPTY;
        for ray in self.upper {
            let pieces = ray & occupied;
            if pieces.any() {
                let hurdle = B::one(pieces.lowest());
                let mut beyond = ray & !(hurdle | hurdle.minus(first));
                let rest = pieces.rest();
                if rest.any() {
                    let end = B::one(rest.lowest());
                    beyond &= end | end.minus(first);
                }
                ends |= beyond;
            }
        }
        for ray in self.lower {
            let pieces = ray & occupied;
            if pieces.any() {
                let hurdle = B::one(pieces.highest());
                let mut beyond = ray & hurdle.minus(first);
                let rest = pieces & !hurdle;
                if rest.any() {
                    let end = B::one(rest.highest());
                    beyond &= !end.minus(first);
                }
                ends |= beyond;
            }
        }
        ends & self.to
    }
}

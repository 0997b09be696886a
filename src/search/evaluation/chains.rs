//! How far the pieces of a side are from what their chains win by.
//!
//! In some games a set of squares spreads from piece to piece, and what it has reached decides: a chain joins two edges, all
//! pieces are in one group, or the squares that it covers are counted. `spreading` finds such rules.

use super::pieces_of;
use crate::compile::program::bitboard::Bitboard;
use crate::ir::{SideId, SquareIndex};
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What each piece is worth, in points, that a chain from edge to edge still lacks.
const LACKING: i32 = 90;

/// What each empty square is worth that would bring the chain nearer.
const OPEN: i32 = 4;

/// The most such squares that count.
const MOST_OPEN: u32 = 15;

/// How many pieces a chain lacks at most; one that cannot be made at all lacks as many.
const MOST_LACKING: usize = 24;

/// What each square is worth between groups that are to become one.
const GAP: i32 = 60;

/// What each square is worth that is nearer to the pieces of a side than to those of the other.
const COVERED: i32 = 20;

/// What the chains of a side are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose<B> {
    /// A chain from the first squares to the second decides.
    Join(B, B),
    /// It decides that all pieces are in one chain.
    Gather,
    /// Those squares count that are reached from the pieces.
    Cover,
}

/// How the pieces of a side are joined, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chains<B> {
    /// Whose pieces are joined.
    pub(super) owner: SideId,
    /// Whether the side loses by it.
    pub(super) loses: bool,
    /// Which pieces are joined, by their codes.
    pub(super) codes: Vec<bool>,
    /// The squares that touch each.
    pub(super) touching: Vec<B>,
    /// What the chains are good for.
    pub(super) purpose: Purpose<B>,
}

impl<B: Copy> Chains<B> {
    /// Returns the same with each board written otherwise: in words, which are the same for boards of all sizes, or back.
    pub(super) fn with_boards<C>(&self, written: impl Fn(B) -> C) -> Chains<C> {
        let purpose = match self.purpose {
            Purpose::Join(from, to) => Purpose::Join(written(from), written(to)),
            Purpose::Gather => Purpose::Gather,
            Purpose::Cover => Purpose::Cover,
        };
        let touching = self.touching.iter().map(|&board| written(board)).collect();
        Chains {
            owner: self.owner,
            loses: self.loses,
            codes: self.codes.clone(),
            touching,
            purpose,
        }
    }
}

/// The squares from which it is as far to an edge, by how many pieces are lacking.
type Layers<B> = [B; MOST_LACKING];

impl<B: Bitboard> Chains<B> {
    /// Returns what all chains are worth for the first side: of several by which a side may win, the best.
    #[inline]
    pub(super) fn of_state<S: StateSize<Board = B>>(all: &[Self], state: &State<S>) -> i32 {
        if all.is_empty() {
            return 0;
        }
        let worth = |side: SideId, loses: bool| {
            let its = all.iter().filter(|it| it.owner == side && it.loses == loses);
            its.map(|it| it.worth(all, state)).max().unwrap_or(0)
        };
        let [first, second] = SideId::ALL.map(|side| worth(side, false) - worth(side, true));
        first - second
    }

    /// Returns what the chains are worth for whoever wants them.
    fn worth<S: StateSize<Board = B>>(&self, all: &[Self], state: &State<S>) -> i32 {
        let own = self.members(state);
        match self.purpose {
            Purpose::Join(from, to) => self.joining((from, to), own, !state.occupied()),
            Purpose::Gather => -GAP * self.gaps(own),
            Purpose::Cover => {
                let is_other = |it: &&Self| it.owner != self.owner && it.purpose == Purpose::Cover;
                let others = all.iter().filter(is_other).map(|it| it.members(state));
                let others = others.fold(B::EMPTY, |board, it| board | it);
                COVERED * self.nearer(own, others, !state.occupied()).count().cast_signed()
            }
        }
    }

    /// Returns where the pieces are.
    fn members<S: StateSize<Board = B>>(&self, state: &State<S>) -> B {
        pieces_of(state, self.owner, &self.codes)
    }

    /// Returns the squares that touch any of these.
    fn around(&self, squares: B) -> B {
        let touching = |square: SquareIndex| self.touching.get(usize::from(square)).copied();
        squares.members().filter_map(touching).fold(B::EMPTY, |board, near| board | near)
    }

    /// Returns what is reached from some squares by going on to others that touch, as long as these are among the members.
    fn fill(&self, start: B, members: B) -> B {
        let (mut filled, mut wave) = (start, start);
        while wave.any() {
            wave = self.around(wave) & members & !filled;
            filled |= wave;
        }
        filled
    }

    /// Returns what it is worth how many pieces a chain lacks from edge to edge, and in how many ways they could be put.
    fn joining(&self, (from, to): (B, B), own: B, free: B) -> i32 {
        let (forward, lacking) = self.layers((from, to), own, free);
        let (backward, _) = self.layers((to, from), own, free);
        let pairs = (1..=lacking).filter_map(|place| {
            Some(*forward.get(place)? & *backward.get(lacking + 1 - place)? & free)
        });
        let open = pairs.map(Bitboard::count).sum::<u32>().min(MOST_OPEN).cast_signed();
        let lacking = i32::try_from(lacking).unwrap_or(0);
        LACKING * (20 - lacking) + OPEN * open
    }

    /// Returns the squares that are reached from an edge, by how many pieces must be put for it, and how many it takes to
    /// get to the other edge.
    fn layers(&self, (from, to): (B, B), own: B, free: B) -> (Layers<B>, usize) {
        let mut layers = [B::EMPTY; MOST_LACKING];
        let mut layer = self.fill(from & own, own);
        let (mut seen, mut edge) = (layer, from);
        for lacking in 0..MOST_LACKING {
            layers[lacking] = layer;
            if layer.meets(to) {
                return (layers, lacking);
            }
            let put = (self.around(layer) | edge) & free & !seen;
            edge = B::EMPTY;
            if put.is_empty() {
                break;
            }
            layer = put | self.fill(self.around(put) & own & !seen, own & !seen);
            seen |= layer;
        }
        (layers, MOST_LACKING)
    }

    /// Returns how many squares lie between groups of pieces, if each is joined to the nearest.
    fn gaps(&self, own: B) -> i32 {
        if own.is_empty() {
            return 0;
        }
        let mut joined = self.fill(B::one(own.lowest()), own);
        let mut gaps = 0;
        while own != joined {
            let (mut wave, mut seen) = (joined, joined);
            loop {
                wave = self.around(wave) & !seen;
                seen |= wave;
                let met = wave & own;
                if met.any() {
                    joined = self.fill(joined | met, own);
                    break;
                }
                gaps += 1;
                if wave.is_empty() {
                    return gaps;
                }
            }
        }
        gaps
    }

    /// Returns the pieces and the free squares that are nearer to them than to others.
    fn nearer(&self, own: B, others: B, free: B) -> B {
        let (mut nearer, mut wave) = (own, own);
        let (mut further, mut other_wave) = (others, others);
        while wave.any() {
            let (next, other) = (self.around(wave), self.around(other_wave));
            let open = free & !nearer & !further;
            let (next, other) = (next & open, other & open);
            let both = next & other;
            (wave, other_wave) = (next & !both, other & !both);
            nearer |= wave;
            further |= other_wave | both;
        }
        nearer
    }
}

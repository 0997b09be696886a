//! Where a side has to gather its pieces: games that are won once enough of them stand on some squares.
//!
//! A comparison of numbers that ends the game is asked with a piece more on each square of positions of the game. If the pieces
//! of the winner count on some squares and not on others, these are where they have to go. So it does not matter how the
//! rules put it.

use super::spreading::deciding;
use super::{pieces_with, sign};
use crate::compile::program::bitboard::{Bitboard, Words};
use crate::compile::program::layout::{Layout, owner_of};
use crate::compile::program::{Cond, Program};
use crate::ir::{Comparison, SideId, SquareIndex};
use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// In how many positions pieces are tried.
const SAMPLES: usize = 3;

/// How much may be done for a comparison, in the units of [`WorkBudget`](crate::state::WorkBudget); what is not known until then
/// is not used.
const MOST_WORK: u64 = 2_000_000;

/// What each move costs that a piece is away from a square where it still has to go.
const AWAY: i32 = 90;

/// How many moves count at most.
const MOST_MOVES: usize = 16;

/// As how many moves more it counts that a piece is not there yet, so that whoever fills a square does not lose by it that others
/// have to go on to the next.
const MISSING: i32 = 4;

/// As how many moves it counts that pieces of the side shut in one of another side, which then cannot leave.
const SHUT_IN: i32 = 6;

/// A kind of piece, by its code, and the squares where it counts.
pub(super) type Gathered = (u16, Vec<SquareIndex>);

/// A kind of piece that has to gather.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gathering<B> {
    code: u16,
    /// Where it has to go.
    goals: B,
    /// By square, where it goes from there on an empty board, and from where it comes there.
    onward: Vec<B>,
    back: Vec<B>,
}

impl Gathering<Words> {
    /// Makes one, with where pieces go on an empty board.
    pub(super) fn new<B: Bitboard>(
        code: u16,
        goals: impl Iterator<Item = SquareIndex>,
        edges: &[Vec<SquareIndex>],
    ) -> Self {
        let mut back = vec![B::EMPTY; edges.len()];
        for (from, edges) in (0..).zip(edges) {
            for &to in edges {
                back[usize::from(to)] |= B::one(from);
            }
        }
        let onward = edges.iter().map(|to| B::of(to.iter().copied())).collect();
        Gathering { code, goals: B::of(goals), onward, back }.with_boards(B::words)
    }
}

impl<B: Copy> Gathering<B> {
    /// Returns it with boards of another kind.
    pub(super) fn with_boards<C>(&self, written: impl Fn(B) -> C) -> Gathering<C> {
        let all = |boards: &[B]| boards.iter().map(|board| written(*board)).collect();
        let Self { code, goals, onward, back } = self;
        Gathering { code: *code, goals: written(*goals), onward: all(onward), back: all(back) }
    }
}

impl<B: Bitboard> Gathering<B> {
    /// Returns what it is worth for the first side how near all pieces are that have to gather.
    pub(super) fn of_state<S: StateSize<Board = B>>(all: &[Self], state: &State<S>) -> i32 {
        let worth = |it: &Self| owner_of(it.code).map_or(0, |side| -sign(side) * it.costs(state));
        all.iter().map(worth).sum()
    }

    /// Returns what it costs how far the pieces are from the nearest squares that they have to fill yet.
    fn costs<S: StateSize<Board = B>>(&self, state: &State<S>) -> i32 {
        let own = pieces_with(state, self.code);
        let (open, mut left) = (self.goals & !own, own & !self.goals);
        let occupied = state.occupied();
        let is_shut_in = |square: &SquareIndex| {
            let onward = self.onward[usize::from(*square)];
            (onward & !occupied).is_empty() && (onward & own).any()
        };
        let shut_in = (open & occupied).members().filter(is_shut_in).count();
        let (mut seen, mut wave) = (B::EMPTY, open);
        let mut moves =
            SHUT_IN * i32::try_from(shut_in).unwrap_or(0) + MISSING * left.count().cast_signed();
        for _ in 0..MOST_MOVES {
            seen |= wave;
            left &= !wave;
            if left.is_empty() {
                break;
            }
            moves += left.count().cast_signed();
            let back = wave.members().map(|square| self.back[usize::from(square)]);
            wave = back.fold(B::EMPTY, |all, back| all | back) & !seen;
        }
        moves * AWAY
    }
}

/// Returns which pieces have to gather, and where.
pub(super) fn gathered<S: StateSize>(
    program: &Program<S::Board>,
    samples: &[State<S>],
) -> Vec<Gathered> {
    let found = deciding(program).flat_map(|(side, winner, comparison)| {
        let run = Execution::<S>::idle(program, State::empty(), side);
        Trial { program, run, comparison, work: 0 }.gathered(winner, samples)
    });
    found.collect()
}

/// Asks a comparison in positions with other pieces.
struct Trial<'p, S: StateSize> {
    program: &'p Program<S::Board>,
    run: Execution<'p, S>,
    comparison: &'p Cond<S::Board>,
    /// How much has been done.
    work: u64,
}

impl<S: StateSize> Trial<'_, S> {
    /// Returns where the pieces of the winner count.
    fn gathered(mut self, winner: SideId, samples: &[State<S>]) -> Vec<Gathered> {
        let layout = &self.program.layout;
        let own = layout.kinds_and_sides().filter(|(_, side)| *side == winner);
        let codes: Vec<u16> = own.map(|(kind, side)| Layout::code(kind, side)).collect();
        let gathers = |code: u16| Some((code, self.squares(code, samples)?));
        codes.into_iter().filter_map(gathers).collect()
    }

    /// Returns the squares on which one piece more brings the numbers nearer to what ends the game; nothing if it does so on
    /// all squares or on none, if it leads away on some, or if one is enough.
    fn squares(&mut self, code: u16, samples: &[State<S>]) -> Option<Vec<SquareIndex>> {
        let all = self.program.all;
        let (mut good, mut tried) = (S::Board::EMPTY, S::Board::EMPTY);
        for sample in samples.iter().take(SAMPLES) {
            self.missing(*sample).filter(|missing| *missing > 1)?;
            for square in all.members() {
                let mut with = *sample;
                if with.occupied().has(square) {
                    with.lift(&self.program.layout, square);
                }
                let before = self.missing(with)?;
                with.put(&self.program.layout, square, code);
                let after = self.missing(with)?;
                if after > before {
                    return None;
                }
                tried |= S::Board::one(square);
                if after < before {
                    good |= S::Board::one(square);
                }
            }
        }
        (good.any() && good != tried).then(|| good.members().collect())
    }

    /// Returns by how much the numbers miss what ends the game; nothing if that does not depend on how large they are, or if enough
    /// has been done.
    fn missing(&mut self, state: State<S>) -> Option<i32> {
        let Cond::Compare(comparison, pair) = self.comparison else { return None };
        self.work += self.run.budget.replace(0);
        if self.work > MOST_WORK {
            return None;
        }
        self.run.state = state;
        let ahead = self.run.number(&pair.0).saturating_sub(self.run.number(&pair.1));
        match comparison {
            Comparison::Equal => Some(ahead.saturating_abs()),
            Comparison::GreaterOrEqual => Some(ahead.saturating_neg()),
            Comparison::Greater => Some(1_i32.saturating_sub(ahead)),
            Comparison::LessOrEqual => Some(ahead),
            Comparison::Less => Some(ahead.saturating_add(1)),
            Comparison::Different => None,
        }
    }
}

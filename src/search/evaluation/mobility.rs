//! How many moves pieces have on random boards, and what that makes them worth.

use super::whole;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{Layout, kind_of, owner_of};
use crate::ir::SideId;
use crate::play::execution::moves::{Move, Moves};
use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::state::Random;

/// How often moves are listed, about.
const MOST_LISTS: usize = 50_000;

/// The most random boards.
const MOST_BOARDS: usize = 24;

/// How much may be done for the boards of a side before no other is looked at, in the units of
/// [`WorkBudget`](crate::state::WorkBudget).
const MOST_WORK: u64 = 10_000_000;

/// How many of 100 squares of a random board are occupied.
const DENSITY: usize = 35;

/// What a piece is worth more where it has more moves, as a part of what these would be worth everywhere.
const PLACE: f32 = 0.05;

/// By what part the averages of both sides differ by chance.
const CHANCE: f32 = 0.12;

/// How many moves each piece has, on average, from each square.
#[derive(Clone, Debug)]
pub(super) struct Mobility {
    squares: usize,
    types: usize,
    /// At `(side * types + kind) * squares + square`.
    moves: Vec<f32>,
    /// The average over the squares from which there are moves.
    mean: Vec<f32>,
}

impl Mobility {
    /// Measures it on random boards of the game.
    pub(super) fn measure<S: StateSize>(compiled: &Compiled<S>) -> Self {
        let program = &compiled.program;
        let (squares, types) = (program.squares, program.layout.layers_of.len());
        let pieces = program.layout.kinds_and_sides().count();
        let mut found =
            Self { squares, types, moves: vec![0.0; pieces * squares], mean: vec![0.0; pieces] };
        let boards = (MOST_LISTS / (pieces * squares).max(1)).clamp(2, MOST_BOARDS);
        let mut random = Random::new(20_261_122);
        for side in SideId::ALL {
            let (mut counted, mut work) = (0, 0);
            while counted < boards && work < MOST_WORK {
                let board = random_board(compiled, side.opponent(), &mut random);
                work += found.count(compiled, &board, side);
                counted += 1;
            }
            let of_side = side.number() * types * squares;
            let moves = &mut found.moves[of_side..of_side + types * squares];
            for moves in moves {
                *moves /= real(counted);
            }
        }
        for piece in 0..pieces {
            let moves = &found.moves[piece * squares..][..squares];
            let mobile = moves.iter().filter(|&&moves| moves > 0.0).count();
            found.mean[piece] = moves.iter().sum::<f32>() / real(mobile.max(1));
        }
        found.make_even();
        found
    }

    /// Gives pieces of both sides the same average where they differ by chance.
    fn make_even(&mut self) {
        for kind in 0..self.types {
            let (one, other) = (self.mean[kind], self.mean[self.types + kind]);
            if (one - other).abs() < CHANCE * one.max(other) {
                let even = one.midpoint(other);
                (self.mean[kind], self.mean[self.types + kind]) = (even, even);
            }
        }
    }

    /// Counts the moves of all pieces of a side on a board; returns how much that took.
    fn count<S: StateSize>(
        &mut self,
        compiled: &Compiled<S>,
        board: &State<S>,
        side: SideId,
    ) -> u64 {
        let program = &compiled.program;
        let occupied = real(board.occupied().members().count()) / real(self.squares);
        let mut run = Execution::idle(program, *board, side);
        let (mut moves, mut work) = (Moves::default(), 0);
        for kind in 0..self.types {
            for square in program.all.members() {
                run.state = *board;
                work += run.budget.replace(0);
                run.state.lift(&program.layout, square);
                run.state.put(&program.layout, square, Layout::code(kind, side));
                moves.clear();
                let mut cache = run.mask_cache();
                run.moves_of(square, &mut cache, &mut moves);
                let is_capture =
                    |made: &&Move| made.path > 0 || run.state.is_capture(made.landing, made.to);
                let captures = moves.list.iter().filter(is_capture).count();
                let quiet = real(moves.list.len() - captures) / (1.0 - occupied).max(0.05);
                let captures = real(captures) / occupied.max(0.05);
                let place = self.piece(kind, side) * self.squares + usize::from(square);
                self.moves[place] += (2.0 * captures + quiet) / 3.0;
            }
        }
        work
    }

    fn piece(&self, kind: usize, side: SideId) -> usize {
        side.number() * self.types + kind
    }

    /// Returns what a piece is worth that has so many moves, in points.
    fn worth(moves: f32) -> f32 {
        325.0 * (moves / 5.25).max(0.0).powf(1.13)
    }

    /// Returns what a piece is worth, in points.
    pub(super) fn value(&self, kind: usize, side: SideId) -> i32 {
        whole(Self::worth(self.mean[self.piece(kind, side)]))
    }

    /// Returns how many squares a piece reaches, on average.
    pub(super) fn mean(&self, kind: usize, side: SideId) -> f32 {
        self.mean[self.piece(kind, side)]
    }

    /// Returns what a piece is worth, by its code.
    pub(super) fn of_code(&self, code: u16) -> i32 {
        owner_of(code).map_or(0, |side| self.value(kind_of(code), side))
    }

    /// Returns what pieces are worth more with a token, by code: its bearers can do more, or less.
    pub(super) fn with_token<S: StateSize>(
        &self,
        compiled: &Compiled<S>,
        samples: &[State<S>],
        token: usize,
    ) -> Vec<i32> {
        let program = &compiled.program;
        let mut more = vec![0; program.layout.codes()];
        let Some(sample) = samples.first() else { return more };
        let (mut run, mut moves) =
            (Execution::idle(program, *sample, SideId::FIRST), Moves::default());
        let token = program.layout.token(token);
        for (kind, side) in program.layout.kinds_and_sides() {
            let code = Layout::code(kind, side);
            let mut counts = [0, 0];
            let free = (program.all & !sample.occupied()).members();
            for (square, with) in free.flat_map(|square| [(square, 0), (square, 1)]) {
                run.state = *sample;
                run.own = side;
                run.budget.replace(0);
                run.state.put(&program.layout, square, code);
                run.state.set_number(token, if with == 1 { i32::from(square) } else { -1 });
                run.state.set_number(token + 1, sample.number(token + 1).max(1));
                moves.clear();
                let mut cache = run.mask_cache();
                run.moves_of(square, &mut cache, &mut moves);
                counts[with] += moves.list.len();
            }
            let mean = self.mean[self.piece(kind, side)];
            let factor = real(counts[1]) / real(counts[0].max(1));
            more[usize::from(code)] =
                whole(Self::worth(mean * factor.min(20.0)) - Self::worth(mean));
        }
        more
    }

    /// Returns what it is worth more on a square than elsewhere.
    pub(super) fn bonus(&self, kind: usize, side: SideId, square: usize) -> i32 {
        let piece = self.piece(kind, side);
        let here = self.moves[piece * self.squares + square];
        whole((Self::worth(here) - Self::worth(self.mean[piece])) * PLACE)
    }
}

/// Returns a board with pieces of a side on random squares, of the types with which the game begins.
fn random_board<S: StateSize>(
    compiled: &Compiled<S>,
    owner: SideId,
    random: &mut Random,
) -> State<S> {
    let (game, program) = (&compiled.game, &compiled.program);
    let position = crate::state::Position::empty(game);
    let mut state = compiled.state_of(&position);
    let kinds = program.layout.layers_of.len();
    for square in program.all.members() {
        if random.below(100) < DENSITY {
            let kind = random.below(kinds);
            state.put(&program.layout, square, Layout::code(kind, owner));
        }
    }
    state
}

fn real(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

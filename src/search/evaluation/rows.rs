//! Rows of pieces: games that are won by so many pieces of a side in a line.
//!
//! Where such rows are is found out by trying: pieces are put on a line of squares of an otherwise empty board, and the
//! rules are asked whether the game is over then. A row that the other side cannot stop any more by standing in it is worth
//! the more, the fewer pieces it lacks.

use std::collections::HashSet;

use super::goals::{Prober, emptied};
use super::pieces_of;
use crate::compile::program::bitboard::{Bitboard, Words};
use crate::compile::program::layout::Layout;
use crate::ir::{BySide, DirectionId, SideId, SquareId, SquareIndex};
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// The lengths of rows that are tried.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=6;

/// So many rows are tried before a length is given up, spread over the board.
const TRIES: usize = 24;

/// What a row is worth, in points, by how many pieces it lacks.
const LACKING: [i32; 5] = [0, 90, 24, 6, 2];

/// The rows by which a side wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows<B> {
    owner: SideId,
    /// Which pieces make them, by their codes.
    codes: Vec<bool>,
    /// How many pieces a row has.
    length: usize,
    /// The squares of each.
    squares: Vec<B>,
}

impl<B: Copy> Rows<B> {
    /// Returns them with boards of another kind.
    pub(super) fn with_boards<C>(&self, written: impl Fn(B) -> C) -> Rows<C> {
        let Self { owner, codes, length, squares } = self;
        let squares = squares.iter().map(|row| written(*row)).collect();
        Rows { owner: *owner, codes: codes.clone(), length: *length, squares }
    }
}

impl<B: Bitboard> Rows<B> {
    /// Returns what all rows are worth for the first side.
    #[inline]
    pub(super) fn of_state<S: StateSize<Board = B>>(all: &[Self], state: &State<S>) -> i32 {
        let worth = all.iter().map(|rows| super::sign(rows.owner) * rows.worth(state));
        worth.sum()
    }

    /// Returns what they are worth for their side.
    fn worth<S: StateSize<Board = B>>(&self, state: &State<S>) -> i32 {
        let members = pieces_of(state, self.owner, &self.codes);
        let others = state.occupied() & !members;
        let open = self.squares.iter().filter(|row| !row.meets(others) && row.meets(members));
        let lacking = open.map(|row| self.length - (*row & members).count() as usize);
        lacking.map(|lacking| LACKING.get(lacking).copied().unwrap_or(1)).sum()
    }
}

impl<S: StateSize> Prober<'_, '_, S> {
    /// Finds the shortest rows by which each side wins.
    pub(super) fn rows(&mut self) -> Vec<Rows<Words>> {
        let mut found: Vec<Rows<Words>> = Vec::new();
        let Some(sample) = self.samples.first() else { return found };
        let mut empty = emptied(&self.compiled.program, sample);
        // Once a side has moved; nothing if somebody wins without any pieces.
        let boards = BySide::from_fn(|side: SideId| {
            empty.to_move = side.opponent();
            self.winner(&empty).is_none().then_some(empty)
        });
        for length in LENGTHS.take_while(|length| *length <= self.compiled.program.squares) {
            let lines = self.lines(length);
            for (kind, side) in self.compiled.program.layout.kinds_and_sides() {
                let code = Layout::code(kind, side);
                let is_known = |it: &Rows<Words>| it.codes[usize::from(code)];
                if let Some(empty) = boards[side]
                    && !found.iter().any(is_known)
                {
                    self.note(&mut found, &empty, (code, side), (length, &lines));
                }
            }
        }
        found
    }

    /// Notes on which of some lines of an empty board a piece makes rows that win.
    fn note(
        &mut self,
        found: &mut Vec<Rows<Words>>,
        empty: &State<S>,
        (code, owner): (u16, SideId),
        (length, lines): (usize, &[S::Board]),
    ) {
        let wins = |prober: &mut Self, on: S::Board| {
            let mut state = *empty;
            for square in on.members() {
                state.put(&prober.compiled.program.layout, square, code);
            }
            prober.winner(&state) == Some(owner)
        };
        let apart = lines.len().div_ceil(TRIES).max(1);
        if !lines.iter().step_by(apart).any(|line| wins(self, *line)) {
            return;
        }
        // Where so many pieces win wherever they stand, it is no matter of rows.
        if self.scattered(length).is_none_or(|scattered| wins(self, scattered)) {
            return;
        }
        let squares: Vec<Words> =
            lines.iter().filter(|line| wins(self, **line)).map(|line| line.words()).collect();
        let known = found.iter().position(|it| it.owner == owner && it.squares == squares);
        let known = known.unwrap_or_else(|| {
            let codes = vec![false; self.compiled.program.layout.codes()];
            found.push(Rows { owner, codes, length, squares });
            found.len() - 1
        });
        found[known].codes[usize::from(code)] = true;
    }

    /// Returns all lines of so many squares, each once.
    fn lines(&self, length: usize) -> Vec<S::Board> {
        let board = &self.compiled.game.board;
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        for direction in board.directions.ids() {
            for square in board.squares.ids() {
                let line = self.line(square, direction, length);
                found.extend(line.filter(|line| seen.insert(line.words())));
            }
        }
        found
    }

    /// Returns the squares of a line.
    fn line(&self, from: SquareId, direction: DirectionId, length: usize) -> Option<S::Board> {
        let step =
            |square: &SquareId| self.compiled.game.board.step(*square, direction, SideId::FIRST);
        let squares: Vec<SquareIndex> =
            std::iter::successors(Some(from), step).take(length).map(|square| square.0).collect();
        (squares.len() == length).then(|| S::Board::of(squares))
    }

    /// Returns as many squares as a line has that are far from each other.
    fn scattered(&self, length: usize) -> Option<S::Board> {
        let all: Vec<SquareIndex> = self.compiled.program.all.members().collect();
        let apart = (all.len() / length).max(2) | 1;
        let squares: Vec<SquareIndex> = all.into_iter().step_by(apart).take(length).collect();
        (squares.len() == length).then(|| S::Board::of(squares))
    }
}

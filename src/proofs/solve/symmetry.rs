//! Ways of turning a board round, and exchanging the sides, that the rules may not notice.
//!
//! Whether they do is not read off the rules: a symmetry is used only if in every position that is looked at the turns of
//! its image are the images of its turns. So all positions that are counted once are proved to be worth the same.

use std::collections::HashMap;

use super::digits::{Packing, Source};
use crate::compile::program::layout::{
    EMPTY_CODE, Layout, opposite, over_code, reason_of, winner_of,
};
use crate::ir::{Coordinates, Game, SquareIndex};

/// A way of turning the board round, and perhaps exchanging the sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    /// Where each square goes.
    to: Vec<SquareIndex>,
    /// Whether the sides are exchanged.
    swaps: bool,
}

/// How a symmetry acts on the values of a packing: for each digit the digits it comes from.
#[derive(Clone, Debug)]
pub(super) struct Action {
    swaps: bool,
    to: Vec<SquareIndex>,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    /// A piece code.
    Code(usize),
    /// Copied.
    Same(usize),
    /// The square of a token.
    Place(usize),
    /// Squares: for each bit the digit and the bit it comes from.
    Bits(Vec<(usize, u8)>),
    /// The side to move.
    ToMove(usize),
    /// A result.
    Over(usize),
}

impl Symmetry {
    /// Returns all that the shape of the board allows, but for the one that changes nothing.
    pub(in crate::proofs) fn candidates(game: &Game) -> Vec<Self> {
        // What numbers of squares become is not known.
        if !game.tallies.is_empty() {
            return Vec::new();
        }
        let board = &game.board;
        let (low, high) = board.bounds();
        let is_square = high.x - low.x == high.y - low.y;
        let mut found: Vec<Self> = Vec::new();
        for bits in 0..if is_square { 8 } else { 4 } {
            let image = |at: Coordinates| {
                let x = if bits & 1 == 0 { at.x } else { low.x + high.x - at.x };
                let y = if bits & 2 == 0 { at.y } else { low.y + high.y - at.y };
                if bits & 4 == 0 {
                    Coordinates { x, y, ..at }
                } else {
                    Coordinates { x: y - low.y + low.x, y: x - low.x + low.y, ..at }
                }
            };
            let number = |at| board.squares.enumerate().find(|(_, square)| square.at == at);
            let to = board.squares.iter().map(|square| number(image(square.at)));
            let to: Option<Vec<SquareIndex>> = to.map(|found| found.map(|(id, _)| id.0)).collect();
            let Some(to) = to else { continue };
            for swaps in [false, true] {
                let one = Self { to: to.clone(), swaps };
                if !one.is_identity() && !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        found
    }

    /// Returns where a square goes.
    pub(in crate::proofs) fn image(&self, square: SquareIndex) -> SquareIndex {
        self.to.get(usize::from(square)).copied().unwrap_or(square)
    }

    /// Tells whether the sides are exchanged.
    pub(in crate::proofs) fn swaps(&self) -> bool {
        self.swaps
    }

    fn is_identity(&self) -> bool {
        !self.swaps && (0..).zip(&self.to).all(|(from, &to)| from == usize::from(to))
    }

    fn after(&self, first: &Self) -> Self {
        let to = first.to.iter().map(|&square| self.to[usize::from(square)]).collect();
        Self { to, swaps: self.swaps != first.swaps }
    }

    /// Tells whether doing two of these one after the other is always another of them, or nothing.
    pub(super) fn are_closed(all: &[Self]) -> bool {
        all.iter().all(|left| {
            all.iter().all(|right| {
                let both = left.after(right);
                both.is_identity() || all.contains(&both)
            })
        })
    }
}

impl Action {
    /// Works out how a symmetry acts on the values of a packing.
    pub(super) fn new(game: &Game, layout: &Layout, packing: &Packing, by: &Symmetry) -> Self {
        let sources: Vec<Source> = packing.sources().collect();
        let digit = |source| sources.iter().position(|other| *other == source).unwrap_or(0);
        let from = |square: SquareIndex| {
            let from = by.to.iter().position(|&to| to == square);
            from.and_then(|from| SquareIndex::try_from(from).ok()).unwrap_or(square)
        };
        let partners = if by.swaps { partners(game, layout) } else { Partners::default() };
        let number = |index: usize| partners.numbers.get(&index).copied().unwrap_or(index);
        let board = |index: usize| partners.boards.get(&index).copied().unwrap_or(index);
        let part = |source: &Source| match *source {
            Source::Square(square) => Part::Code(digit(Source::Square(from(square)))),
            Source::PieceNumber(square) => Part::Same(digit(Source::PieceNumber(from(square)))),
            Source::Board(index, _) if packing.is_bare(index) && packing.is_bare(board(index)) => {
                Part::Same(digit(*source))
            }
            Source::Board(index, first) => {
                let squares = by.to.len().min(first + 16);
                let bit = |square: usize| {
                    let from = usize::from(from(SquareIndex::try_from(square).unwrap_or(0)));
                    let at = digit(Source::Board(board(index), from / 16 * 16));
                    (at, u8::try_from(from % 16).unwrap_or(0))
                };
                Part::Bits((first..squares).map(bit).collect())
            }
            Source::Number(index) if is_place(layout, index) => Part::Place(digit(*source)),
            Source::Number(index) => Part::Same(digit(Source::Number(number(index)))),
            Source::Hand(index) if by.swaps => {
                let half = layout.hand_size();
                let other = if index < half { index + half } else { index - half };
                Part::Same(digit(Source::Hand(other)))
            }
            Source::Hand(_) | Source::TurnNumber => Part::Same(digit(*source)),
            Source::ToMove => Part::ToMove(digit(*source)),
            Source::Over => Part::Over(digit(*source)),
        };
        Self { swaps: by.swaps, to: by.to.clone(), parts: sources.iter().map(part).collect() }
    }

    /// Returns the image of values.
    pub(super) fn apply(&self, values: &[i32], into: &mut Vec<i32>) {
        self.apply_from(0, values, into);
    }

    /// Returns where each square goes.
    pub(super) fn squares(&self) -> &[SquareIndex] {
        &self.to
    }

    /// Returns the image of values, from one of them on.
    pub(super) fn apply_from(&self, first: usize, values: &[i32], into: &mut Vec<i32>) {
        into.clear();
        into.extend(self.parts[first..].iter().map(|part| {
            match part {
                Part::Code(from) => self.code(values[*from]),
                Part::Same(from) => values[*from],
                Part::Place(from) => {
                    let place = usize::try_from(values[*from]).ok();
                    let to = place.and_then(|square| self.to.get(square));
                    to.map_or(values[*from], |&square| i32::from(square))
                }
                Part::Bits(bits) => (0..)
                    .zip(bits)
                    .fold(0, |sum, (bit, (digit, from))| sum | (values[*digit] >> from & 1) << bit),
                Part::ToMove(from) => values[*from] ^ i32::from(self.swaps),
                Part::Over(from) => self.over(values[*from]),
            }
        }));
    }

    /// Returns what becomes of a piece code.
    pub(super) fn code(&self, code: i32) -> i32 {
        let Ok(known) = u16::try_from(code) else { return code };
        if !self.swaps || known == EMPTY_CODE {
            return code;
        }
        i32::from(opposite(known))
    }

    /// Returns the code of a result with the sides exchanged as this does.
    pub(super) fn over(&self, over: i32) -> i32 {
        let known = u32::try_from(over).unwrap_or(0);
        match (reason_of(known), winner_of(known)) {
            (Some(reason), Some(winner)) if self.swaps => {
                i32::try_from(over_code(reason, Some(winner.opponent()))).unwrap_or(over)
            }
            _ => over,
        }
    }
}

/// What each side has of its own, by what the other side has.
#[derive(Default)]
struct Partners {
    numbers: HashMap<usize, usize>,
    boards: HashMap<usize, usize>,
}

fn partners(game: &Game, layout: &Layout) -> Partners {
    let mut partners = Partners::default();
    for id in game.variables.ids() {
        let place = layout.variable(id);
        if place.per_side {
            let all = if place.is_board { &mut partners.boards } else { &mut partners.numbers };
            all.insert(place.index, place.index + 1);
            all.insert(place.index + 1, place.index);
        }
    }
    partners
}

/// Tells whether a number is the square of a token.
fn is_place(layout: &Layout, index: usize) -> bool {
    index >= layout.tokens && (index - layout.tokens).is_multiple_of(2)
}

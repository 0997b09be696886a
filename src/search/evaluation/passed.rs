//! Light pieces on their way to where they become more, as pawns are, and whether light pieces of the other side can still
//! stop them.
//!
//! A passed pawn, as chess players call it, has no pawn of the other side before it and none that guards a square of its
//! way. Both follow from how the pieces of a game move and attack, so that the same holds for whatever is light and
//! promotes.

use super::board;
use super::goals::FAR;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::owner_of;

/// How many hundredths of what it gains by promoting a passed piece is worth more: that much where it promotes by its next
/// move, half as much one move before, and so on. Without it chess was played worse: 34 % in 100 games.
const PASSED: i32 = 20;

/// The same for pieces that are not passed, which are worth less by it.
const STOPPED: i32 = 10;

/// How much of that is left, in hundredths, where nobody can go on at once.
const BLOCKED: i32 = 50;

/// Light pieces of a code, as far as that does not depend on who attacks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Promoter {
    code: u16,
    /// Where they go on an empty board, by square.
    steps: Vec<Vec<u8>>,
    /// What they gain by promoting, less for each move that it takes: by square, in points.
    gains: Vec<i32>,
}

impl Promoter {
    /// Notes where pieces go, how many moves away they promote on each square, and what they gain by it; `None` if they do not
    /// promote.
    pub(super) fn new(
        code: u16,
        steps: &[Vec<u8>],
        (promotions, gain): (&[u8], i32),
    ) -> Option<Self> {
        let worth = |moves: u8| if moves == FAR { 0 } else { gain >> (moves.max(1) - 1).min(31) };
        let gains: Vec<i32> = promotions.iter().map(|&moves| worth(moves)).collect();
        let promotes = gains.iter().any(|&gain| gain > 0);
        promotes.then(|| Self { code, steps: steps.to_vec(), gains })
    }

    /// Returns the piece code.
    pub(super) fn code(&self) -> u16 {
        self.code
    }
}

/// Light pieces of a code that promote, in tables by square.
#[derive(Debug)]
pub(super) struct Passing<B> {
    code: u16,
    gains: Vec<i32>,
    /// Where a piece can go at once on an empty board.
    next: Vec<B>,
    /// Where light pieces of the other side stop it: they stand in its way, or attack a square of it, now or later.
    stoppers: Vec<B>,
}

impl<B: Bitboard> Passing<B> {
    /// Makes the tables of all that promote; `attacked` tells what a light piece attacks from a square.
    pub(super) fn all(promoters: &[&Promoter], attacked: impl Fn(u16, u8) -> B) -> Vec<Self> {
        let spans: Vec<Vec<B>> = promoters.iter().map(|promoter| spans(&promoter.steps)).collect();
        let mut guards = [Vec::new(), Vec::new()];
        for (promoter, spans) in promoters.iter().zip(&spans) {
            let guards = &mut guards[usize::from(owner_of(promoter.code) == 1)];
            guards.resize(spans.len(), B::EMPTY);
            for (guarded, span) in guards.iter_mut().zip(spans) {
                *guarded |= *span;
                for at in span.members() {
                    *guarded |= attacked(promoter.code, at);
                }
            }
        }
        let passing = |(promoter, spans): (&&Promoter, &Vec<B>)| {
            let others = &guards[usize::from(owner_of(promoter.code) == 0)];
            let stoppers = spans.iter().map(|way| {
                let stops = (0..).zip(others).filter(|(_, guarded)| guarded.meets(*way));
                stops.fold(B::EMPTY, |board, (square, _)| board | B::one(square))
            });
            Self {
                code: promoter.code,
                gains: promoter.gains.clone(),
                next: promoter.steps.iter().map(|to| board(to)).collect(),
                stoppers: stoppers.collect(),
            }
        };
        promoters.iter().zip(&spans).map(passing).collect()
    }

    /// Returns the side whose pieces they are.
    pub(super) fn side(&self) -> usize {
        usize::from(owner_of(self.code))
    }

    /// Returns the piece code.
    pub(super) fn code(&self) -> u16 {
        self.code
    }

    /// Returns what it is worth, or costs, in points, that a piece is on a square; `light` are the other side's light pieces.
    pub(super) fn worth(&self, square: u8, (light, occupied): (B, B)) -> i32 {
        let at = usize::from(square);
        let gain = self.gains[at];
        if gain == 0 {
            return 0;
        }
        if self.stoppers[at].meets(light) {
            return -gain * STOPPED / 100;
        }
        let is_free = self.next[at].meets(!occupied);
        let part = if is_free { 100 } else { BLOCKED };
        gain * PASSED / 100 * part / 100
    }
}

/// Returns for each square all squares that a piece can get to from there on an empty board, and the square itself.
fn spans<B: Bitboard>(steps: &[Vec<u8>]) -> Vec<B> {
    let mut spans: Vec<B> =
        (0..).zip(steps).map(|(from, to)| board::<B>(to) | B::one(from)).collect();
    loop {
        let mut changed = false;
        for from in 0..spans.len() {
            let span = spans[from].members().fold(spans[from], |span, via| {
                span | spans.get(usize::from(via)).copied().unwrap_or(B::EMPTY)
            });
            changed |= span != spans[from];
            spans[from] = span;
        }
        if !changed {
            return spans;
        }
    }
}

//! How light pieces that promote stand to each other, as the pawns of chess do.
//!
//! A passed pawn, as chess players call it, has no pawn of the other side before it and none that guards a square of its
//! way; doubled pawns stand in each other's way, and an isolated one has no pawn beside it that could ever protect it. All
//! of it follows from how the pieces of a game move and attack, so that the same holds for whatever is light and promotes.

use super::ahead;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::owner_of;
use crate::ir::{BySide, SquareIndex};

/// How many hundredths of what it gains by promoting a passed piece is worth more: that much where it promotes by its next
/// move, half as much one move before, and so on. Without it chess was played worse: 38 % in 160 games.
const PASSED: i32 = 14;

/// The same for pieces that are not passed, which are worth less by it.
const STOPPED: i32 = 10;

/// How much of what a passed piece is worth is left, in hundredths, where it cannot go on at once.
const BLOCKED: i32 = 50;

/// What it costs, in points, that another light piece of the same side is on the way of a piece.
const DOUBLED: i32 = 15;

/// What it costs that no light piece of the same side can protect a piece, now or on its way.
const ISOLATED: i32 = 7;

/// Light pieces of a code, as far as that does not depend on who attacks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Promoter {
    pub(super) code: u16,
    /// Where they go on an empty board, by square.
    steps: Vec<Vec<SquareIndex>>,
    /// What they gain by promoting, less for each move that it takes: by square, in points.
    gains: Vec<i32>,
}

impl Promoter {
    /// Notes where pieces go, how many moves away they promote on each square, and what they gain by it; `None` if they do not
    /// promote.
    pub(super) fn new(
        code: u16,
        steps: &[Vec<SquareIndex>],
        (promotions, gain): (&[u8], i32),
    ) -> Option<Self> {
        let gains: Vec<i32> = promotions.iter().map(|&moves| ahead(moves, gain)).collect();
        let promotes = gains.iter().any(|&gain| gain > 0);
        promotes.then(|| Self { code, steps: steps.to_vec(), gains })
    }
}

/// Light pieces of a code that promote, in tables by square.
#[derive(Clone, Debug)]
pub(super) struct Structure<B> {
    pub(super) code: u16,
    gains: Vec<i32>,
    /// Where a piece can go at once on an empty board.
    next: Vec<B>,
    /// Where it can get to on an empty board, without the square itself.
    ways: Vec<B>,
    /// Where light pieces of the other side stop it: they stand in its way, or attack a square of it, now or later.
    stoppers: Vec<B>,
    /// Where light pieces of its own side protect it on its way, now or later.
    supporters: Vec<B>,
}

impl<B: Copy> Structure<B> {
    /// Returns the same with each board written otherwise: in words, which are the same for boards of all sizes, or back.
    pub(super) fn with_boards<C>(&self, written: impl Fn(B) -> C) -> Structure<C> {
        let all = |boards: &[B]| boards.iter().map(|&board| written(board)).collect();
        Structure {
            code: self.code,
            gains: self.gains.clone(),
            next: all(&self.next),
            ways: all(&self.ways),
            stoppers: all(&self.stoppers),
            supporters: all(&self.supporters),
        }
    }
}

/// The light pieces on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lights<B> {
    /// Those of the side itself.
    pub(super) own: B,
    /// Those of the other side.
    pub(super) others: B,
    /// Where any piece is.
    pub(super) occupied: B,
}

impl<B: Bitboard> Structure<B> {
    /// Makes the tables of all that promote; `attacked` returns what a light piece attacks from a square.
    pub(super) fn all(
        promoters: &[&Promoter],
        attacked: impl Fn(u16, SquareIndex) -> B,
    ) -> Vec<Self> {
        let spans: Vec<Vec<B>> = promoters.iter().map(|promoter| spans(&promoter.steps)).collect();
        let (mut crossed, mut guarded) = (BySide::<Vec<B>>::default(), BySide::<Vec<B>>::default());
        for (promoter, spans) in promoters.iter().zip(&spans) {
            let Some(side) = owner_of(promoter.code) else { continue };
            let (crossed, guarded) = (&mut crossed[side], &mut guarded[side]);
            crossed.resize(spans.len(), B::EMPTY);
            guarded.resize(spans.len(), B::EMPTY);
            for (at, span) in spans.iter().enumerate() {
                crossed[at] |= *span;
                for via in span.members() {
                    guarded[at] |= attacked(promoter.code, via);
                }
            }
        }
        let structure = |(promoter, spans): (&&Promoter, &Vec<B>)| {
            let side = owner_of(promoter.code)?;
            let other = side.opponent();
            let stops =
                |span: &B| meeting(&crossed[other], *span) | meeting(&guarded[other], *span);
            Some(Self {
                code: promoter.code,
                gains: promoter.gains.clone(),
                next: promoter.steps.iter().map(|to| B::of(to.iter().copied())).collect(),
                ways: (0..).zip(spans).map(|(from, span)| *span & !B::one(from)).collect(),
                stoppers: spans.iter().map(stops).collect(),
                supporters: spans.iter().map(|span| meeting(&guarded[side], *span)).collect(),
            })
        };
        promoters.iter().zip(&spans).filter_map(structure).collect()
    }

    /// Returns what it is worth, in points, how a piece stands to the light ones.
    #[inline]
    pub(super) fn worth(&self, square: SquareIndex, lights: Lights<B>) -> i32 {
        let at = usize::from(square);
        let own = lights.own & !B::one(square);
        let mut worth = self.promise(at, lights);
        if own.meets(self.ways[at]) {
            worth -= DOUBLED;
        }
        if !own.meets(self.supporters[at]) {
            worth -= ISOLATED;
        }
        worth
    }

    /// Returns what it is worth that a piece can be stopped on its way, or not.
    fn promise(&self, at: usize, lights: Lights<B>) -> i32 {
        if self.stoppers[at].meets(lights.others) {
            return -self.gains[at] * STOPPED / 100;
        }
        let is_free = self.next[at].meets(!lights.occupied);
        let part = if is_free { 100 } else { BLOCKED };
        self.gains[at] * PASSED / 100 * part / 100
    }
}

/// Returns the squares of which something meets a board.
fn meeting<B: Bitboard>(boards: &[B], other: B) -> B {
    B::of((0..).zip(boards).filter(|(_, board)| board.meets(other)).map(|(square, _)| square))
}

/// Returns for each square all squares that a piece can get to from there on an empty board, and the square itself.
fn spans<B: Bitboard>(steps: &[Vec<SquareIndex>]) -> Vec<B> {
    let mut spans: Vec<B> =
        (0..).zip(steps).map(|(from, to)| B::of(to.iter().copied()) | B::one(from)).collect();
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

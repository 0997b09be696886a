//! Where a side has to gather its pieces: games that are won once enough of them stand on some squares.
//!
//! A comparison of numbers that ends the game is asked with a piece more on each square of positions of the game. If the pieces
//! of the winner count on some squares and not on others, these are where they have to go. So it does not matter how the
//! rules put it.

use super::spreading::deciding;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
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

/// A kind of piece, by its code, and the squares where it counts.
pub(super) type Gathered = (u16, Vec<SquareIndex>);

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
            let before = self.missing(*sample).filter(|missing| *missing > 1)?;
            for square in (all & !sample.occupied()).members() {
                let mut with = *sample;
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

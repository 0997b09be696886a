//! Evaluates the conditions of moves with the help of check information.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Cond, SquareTest};
use crate::play::execution::run::Execution;
use crate::play::legality::check_info::CheckInfo;
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns whether a square test is met.
    pub(crate) fn meets(
        &mut self,
        test: &'p SquareTest<S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
    ) -> bool {
        let is_on = |(board, squares): &(usize, S::Board)| {
            (*squares & !self.state.board(*board)).is_empty()
        };
        !self.state.occupied().meets(test.empty)
            && test.on.iter().all(is_on)
            && self.truth_with(&test.rest, check_info)
    }

    /// Returns whether a condition holds.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are evaluated in general")]
    fn truth_with(
        &mut self,
        condition: &'p Cond<S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
    ) -> bool {
        let Some(check_info) = check_info else { return self.truth(condition) };
        match condition {
            Cond::All(parts) => {
                self.budget.spend(parts.len());
                parts.iter().all(|part| self.truth_with(part, Some(check_info)))
            }
            Cond::Any(parts) => {
                self.budget.spend(parts.len());
                parts.iter().any(|part| self.truth_with(part, Some(check_info)))
            }
            Cond::Safe(pair) => {
                let (piece, on) = (self.squares(&pair.0), self.squares(&pair.1));
                if piece.is_empty() {
                    return true;
                }
                let piece = piece.lowest();
                let own = self.state.pieces_of(self.own).has(piece);
                let attacks = check_info.attacks.filter(|_| own);
                let covered = attacks.is_some_and(|attacks| self.tables_cover(attacks, on));
                let safe = if covered { check_info.is_safe(piece, on) } else { None };
                safe.unwrap_or_else(|| self.is_safe(piece, on))
            }
            _ => self.truth(condition),
        }
    }

    /// Returns the destinations for which a condition holds.
    pub(crate) fn satisfying_with(
        &mut self,
        condition: &'p Cond<S::Board>,
        ends: S::Board,
        check_info: Option<&CheckInfo<'p, S>>,
    ) -> S::Board {
        self.satisfying(ends, |run| run.truth_with(condition, check_info))
    }
}

//! What a step of the plan offers, and which of it is legal.

use crate::compile::program::Choosing;
use crate::compile::program::attacks::Other;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_effects::{Change, Chosen};
use crate::compile::program::turn_steps::{Steps, TurnStep};
use crate::ir::SquareIndex;
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legality::check_info::{CheckInfo, Classified, LazyCheckInfo, Verdict};
use crate::play::state::sizes::StateSize;
use smallvec::SmallVec;

/// The candidates of a choice: squares and others.
pub(crate) struct Offers<B> {
    /// Squares.
    pub(crate) squares: B,
    /// Pieces in hand, types, numbers and nothing.
    pub(crate) others: Others,
}

/// Candidates that are no squares. Few choices have more than a handful, so that most of these lists need no memory of
/// their own.
pub(crate) type Others = SmallVec<[Binding; 4]>;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns the steps of the turn that is about to begin, if the state is as they assume.
    #[inline]
    pub(crate) fn turn_steps(&self) -> Option<&'p Steps<S::Board>> {
        let steps = self.rules().steps.as_ref()?;
        let empty = |&board: &usize| self.state.board(board).is_empty();
        steps.assumed.iter().all(empty).then_some(steps)
    }

    /// Returns whether the guards of a step hold.
    #[inline]
    pub(crate) fn guards_hold(&mut self, step: &'p TurnStep<S::Board>) -> bool {
        step.guards.iter().all(|(condition, holds)| self.truth(condition) == *holds)
    }

    /// Returns what can be chosen.
    pub(crate) fn offers(&mut self, choose: &'p Choosing<S::Board>) -> Offers<S::Board> {
        let mut others = Others::new();
        let squares = self.for_each_candidate(choose, |other| others.push(other));
        Offers { squares, others }
    }

    /// Classifies the squares of a choice, and judges its other candidates.
    pub(crate) fn classify_choices(
        &mut self,
        chosen: &Chosen,
        squares: S::Board,
        lazy: &mut LazyCheckInfo<'p, S>,
    ) -> (Classified<S::Board>, Verdict) {
        let none = S::Board::EMPTY;
        let unknown = (Classified { legal: none, unverified: squares }, Verdict::Unknown);
        if chosen.change == Change::Free {
            return (Classified { legal: squares, unverified: none }, Verdict::Legal);
        }
        if chosen.change == Change::Unknown {
            return unknown;
        }
        match lazy.get(self) {
            Some(check_info) if self.can_judge(chosen, check_info) => (
                check_info.classify_choices(chosen.change, squares),
                check_info.judge_unchanged_board(),
            ),
            _ => unknown,
        }
    }

    /// Returns whether a choice can be judged by what it changes on the board.
    fn can_judge(&self, chosen: &Chosen, check_info: &CheckInfo<'p, S>) -> bool {
        let enemy = self.state.pieces_of(self.own.opponent());
        let given = |token: usize| {
            check_info.attacks.is_some_and(|attacks| {
                attacks.pre_move_tokens.iter().any(|pre_move_token| pre_move_token.token == token)
            })
        };
        // A token that no piece bears may be given to a piece of the other side before its move.
        let is_harmless = |&token: &usize| {
            let at = self.state.number(self.program.layout.token(token));
            match SquareIndex::try_from(at) {
                Ok(square) => !enemy.has(square),
                Err(_) => !given(token),
            }
        };
        let royals = check_info.royals;
        let possible = |other: &Other<S::Board>| self.may_capture(other, royals);
        chosen.tokens.iter().all(is_harmless) && !check_info.others().any(possible)
    }
}

//! Counts turns step by step, where the compiler has split them into known steps.

use crate::compile::program::attacks::Other;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_effects::{Change, Chosen};
use crate::compile::program::turn_steps::{Steps, TurnStep, What};
use crate::compile::program::{Choosing, Set, Stmt};
use crate::ir::{SlotId, slots};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legality::check_info::{CheckInfo, Classified, LazyCheckInfo, Verdict};
use crate::play::perft::counter::Perft;
use crate::play::perft::listed::{Drops, StepTables};
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
        let squares = self.for_each_candidate(choose, |pick| others.push(pick.binding()));
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
        let enemy = self.state.board(usize::from(1 - self.own));
        let given = |token: usize| {
            check_info.attacks().is_some_and(|attacks| {
                attacks.pre_move_tokens.iter().any(|pre_move_token| pre_move_token.token == token)
            })
        };
        // A token that no piece bears may be given to a piece of the other side before its move.
        let is_harmless = |&token: &usize| {
            let at = self.state.number(self.program.layout.token(token));
            match u8::try_from(at) {
                Ok(square) => !enemy.has(square),
                Err(_) => !given(token),
            }
        };
        let royals = check_info.royals();
        let possible = |other: &Other<S::Board>| self.may_capture(other, royals);
        chosen.tokens.iter().all(is_harmless) && !check_info.others().any(possible)
    }
}

impl<'p, S: StateSize> Perft<'p, S> {
    /// Counts the turns that continue with one of the steps.
    pub(crate) fn count_steps(
        &mut self,
        run: &mut Execution<'p, S>,
        steps: &'p [TurnStep<S::Board>],
        depth: u32,
    ) -> u64 {
        let mut sum = 0;
        let mut lazy = self.lazy_check_info();
        // Each step starts with the slots as they are now.
        let are_used = steps.len() > 1 && run.slots.are_used(SLOT_BITS);
        let before = SLOTS_OF_STEPS.map(|slot| run.slots.get(slot));
        for (index, step) in steps.iter().enumerate() {
            if self.is_dominated(step) {
                continue;
            }
            if index > 0 {
                run.slots.empty(SLOT_BITS);
            }
            if index > 0 && are_used {
                for place in 0..SLOTS_OF_STEPS.len() {
                    run.slots.set(SLOTS_OF_STEPS[place], before[place]);
                }
            }
            if !run.guards_hold(step) {
                continue;
            }
            // Only the unsplit rest of a turn changes the execution.
            if !matches!(step.what, What::Rest(_)) {
                if step.prefix.is_empty() {
                    sum += self.count_step(run, step, &mut lazy, depth);
                    continue;
                }
                if let Some(before) = run.set_numbers(&step.prefix) {
                    sum += self.count_step_afresh(run, step, depth);
                    run.restore_numbers(&step.prefix, before);
                    continue;
                }
            }
            let mut begun = self.fork_step(run);
            if begun.apply_prefix(&step.prefix) {
                sum += self.count_step_afresh(&mut begun, step, depth);
            }
            self.recycle(begun);
        }
        self.reuse_check_info(lazy);
        sum
    }

    /// Returns whether better turns have been found than all that continue with a step.
    fn is_dominated(&self, step: &TurnStep<S::Board>) -> bool {
        let Some(preference_filter) = &self.preference_filter else { return false };
        // Where there is nothing to choose from, the turn goes on otherwise.
        let chosen = step.move_effects.chosen.is_some()
            && step.otherwise.is_none()
            && !matches!(step.what, What::Rest(_));
        let preferred = step.move_effects.preferred.filter(|_| chosen);
        preferred.is_some_and(|preferred| !preference_filter.may_be_best(preferred))
    }

    /// Counts turns that consist of a single move.
    pub(crate) fn count_single_move_turns(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        pieces: &'p Set<S::Board>,
        slot: Option<SlotId>,
        depth: u32,
    ) -> u64 {
        run.skip_to_turn_end();
        let mut lazy = self.lazy_check_info();
        let check_info = lazy.get(run);
        let sum = self.count_moves(run, pieces, StepTables::of(step, slot), check_info, depth);
        self.reuse_check_info(lazy);
        sum
    }

    /// Counts the turns that continue with a step in a state that other steps do not share.
    fn count_step_afresh(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        depth: u32,
    ) -> u64 {
        let mut lazy = self.lazy_check_info();
        let sum = self.count_step(run, step, &mut lazy, depth);
        self.reuse_check_info(lazy);
        sum
    }

    fn count_step(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        lazy: &mut LazyCheckInfo<'p, S>,
        depth: u32,
    ) -> u64 {
        run.skip_to_turn_end();
        run.push_block(&step.suffix);
        match &step.what {
            What::Rest(rest) => {
                run.push_block(rest);
                self.count_turn(run, depth)
            }
            What::One(Stmt::Move { pieces, slot, .. }) => {
                let check_info = lazy.get(run);
                self.count_moves(run, pieces, StepTables::of(step, *slot), check_info, depth)
            }
            What::One(Stmt::Drop { hand, types, on, slot, .. }) => {
                let check_info = lazy.get(run);
                let drops = Drops { hand: *hand, types, on };
                self.count_drops(run, drops, StepTables::of(step, *slot), check_info, depth)
            }
            What::One(Stmt::Choose(choose)) => self.count_choice(run, step, choose, lazy, depth),
            What::One(_) => 0,
            What::Nothing => {
                let Some(chosen) = &step.move_effects.chosen else { return 0 };
                if chosen.change == Change::Free {
                    return self.count_turn_ends(run, step, chosen, depth);
                }
                let nothing = Offers { squares: S::Board::one(0), others: Others::new() };
                self.count_final_choice(run, step, &nothing, lazy, depth)
            }
        }
    }

    /// Plays a step that does not end the turn on a copy of an execution, and counts what follows.
    pub(crate) fn count_after_step(
        &mut self,
        run: &Execution<'p, S>,
        then: &'p [TurnStep<S::Board>],
        depth: u32,
        act: impl FnOnce(&mut Execution<'p, S>) -> bool,
    ) -> u64 {
        let before = self.budget.done();
        self.budget.spend(run.program.squares);
        if self.budget.is_spent() || self.has_found_turn() {
            return 0;
        }
        let mut next = self.fork_step(run);
        let sum = if act(&mut next) { self.count_steps(&mut next, then, depth) } else { 0 };
        self.recycle(next);
        self.end_turn_work(before);
        sum
    }

    /// Counts a choice, and what follows from it.
    fn count_choice(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        choose: &'p Choosing<S::Board>,
        lazy: &mut LazyCheckInfo<'p, S>,
        depth: u32,
    ) -> u64 {
        let offers = run.offers(choose);
        if offers.squares.is_empty() && offers.others.is_empty() {
            let otherwise = step.otherwise.as_deref();
            return otherwise.map_or(0, |steps| self.count_steps(run, steps, depth));
        }
        if step.move_effects.chosen.is_some() {
            return self.count_final_choice(run, step, &offers, lazy, depth);
        }
        let squares = offers.squares.members().map(Binding::Square);
        let mut sum = 0;
        for binding in squares.chain(offers.others) {
            sum += self.count_after_step(run, &step.then, depth, |run| {
                run.slots.set(choose.slot, binding);
                true
            });
            self.stop_if_many(sum, depth);
        }
        sum
    }

    /// Counts turns that end without a choice and are known to be legal.
    fn count_turn_ends(
        &mut self,
        run: &Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        chosen: &Chosen,
        depth: u32,
    ) -> u64 {
        let move_effects = &step.move_effects;
        let mut sum = 0;
        for &number in &chosen.move_effects {
            let effect = &move_effects.list[usize::from(number)];
            let preferred = effect.preferred;
            sum += match self.count_unplayed(preferred, 1, depth) {
                Some(count) => count,
                None => self.try_turn(run, false, depth, |run| run.make_known_choice(effect, None)),
            };
        }
        sum
    }

    /// Counts choices that end the turn.
    fn count_final_choice(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        offers: &Offers<S::Board>,
        lazy: &mut LazyCheckInfo<'p, S>,
        depth: u32,
    ) -> u64 {
        let move_effects = &step.move_effects;
        let Some(chosen) = &move_effects.chosen else { return 0 };
        let slot = step.choice_slot();
        let (classified, verdict) = run.classify_choices(chosen, offers.squares, lazy);
        let squares = |set: S::Board| set.members().map(Binding::Square);
        let mut sum = 0;
        for &number in &chosen.move_effects {
            let mut legal = classified.legal;
            let mut others = offers.others.as_slice();
            if verdict == Verdict::Illegal {
                others = &[];
            }
            let known = if verdict == Verdict::Legal { others.len() } else { 0 };
            let effect = &move_effects.list[usize::from(number)];
            let preferred = effect.preferred;
            let count = legal.count() as usize + known;
            if let Some(counted) = self.count_unplayed(preferred, count, depth) {
                sum += counted;
                legal = S::Board::EMPTY;
                others = &others[known..];
            }
            let others = others.iter().map(|&other| (other, verdict == Verdict::Unknown));
            let legal = squares(legal).map(|square| (square, false));
            let unverified = squares(classified.unverified).map(|square| (square, true));
            for (binding, judge) in legal.chain(unverified).chain(others) {
                let binding = slot.map(|slot| (slot, binding));
                sum +=
                    self.try_turn(run, judge, depth, |run| run.make_known_choice(effect, binding));
            }
        }
        sum
    }
}

/// The slots that are set while the moves or drops of a step are generated.
const SLOTS_OF_STEPS: [SlotId; 3] = [slots::FROM, slots::TO, slots::DROPPED];

/// The same slots, one bit each.
const SLOT_BITS: u32 = 1 << slots::FROM.0 | 1 << slots::TO.0 | 1 << slots::DROPPED.0;

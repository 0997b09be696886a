//! Counts turns along the steps of their plan.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::turn_steps::{TurnStep, What};
use crate::ir::{SideId, SlotId};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legal_moves::listing::MoveLists;
use crate::play::legality::check_info::{CheckInfo, Verdict};
use crate::play::perft::counter::Perft;
use crate::play::plan::offers::Offers;
use crate::play::plan::pool::Pool;
use crate::play::plan::walk::{LastChoices, StepTables, Visitor, walk_steps};
use crate::play::state::sizes::StateSize;

/// Counts what the steps offer, with what follows to a depth.
struct Count<'a, 'p, S: StateSize> {
    perft: &'a mut Perft<'p, S>,
    depth: u32,
    sum: u64,
}

impl<'p, S: StateSize> Visitor<'p, S> for Count<'_, 'p, S> {
    #[inline]
    fn pool(&mut self) -> &mut Pool<'p, S> {
        &mut self.perft.pool
    }

    #[inline]
    fn skips(&self, step: &TurnStep<S::Board>) -> bool {
        let Some(preference_filter) = &self.perft.preference_filter else { return false };
        // Where there is nothing to choose from, the turn goes on otherwise.
        let chosen = step.move_effects.chosen.is_some()
            && step.otherwise.is_none()
            && !matches!(step.what, What::Rest(_));
        // Better turns have been found than all that continue with the step.
        let preferred = step.move_effects.preferred.filter(|_| chosen);
        preferred.is_some_and(|preferred| !preference_filter.may_be_best(preferred))
    }

    #[inline]
    fn moves(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        listed: &MoveLists,
        check_info: Option<&CheckInfo<'p, S>>,
    ) {
        self.sum += self.perft.count_moves(run, tables, listed, check_info, self.depth);
    }

    fn drops(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        hand: SideId,
        listed: &MoveLists,
    ) {
        self.sum += self.perft.count_drops(run, tables, hand, listed, self.depth);
    }

    fn choices(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        slot: SlotId,
        offers: Offers<S::Board>,
    ) {
        let Self { perft, depth, .. } = self;
        let squares = offers.squares.members().map(Binding::Square);
        let mut sum = 0;
        for binding in squares.chain(offers.others) {
            sum += perft.count_after_step(run, &step.then, *depth, |run| {
                run.slots.set(slot, binding);
                true
            });
            perft.stop_if_many(sum, *depth);
        }
        self.sum += sum;
    }

    fn last_choices(&mut self, run: &mut Execution<'p, S>, choices: LastChoices<'_, 'p, S>) {
        let LastChoices { step, chosen, offers, check_info } = choices;
        let Self { perft, depth, .. } = self;
        let slot = step.choice_slot();
        let (classified, verdict) = run.classify_choices(chosen, offers.squares, check_info);
        let squares = |set: S::Board| set.members().map(Binding::Square);
        let mut sum = 0;
        for &number in &chosen.move_effects {
            let mut legal = classified.legal;
            let mut others = offers.others.as_slice();
            if verdict == Verdict::Illegal {
                others = &[];
            }
            let known = if verdict == Verdict::Legal { others.len() } else { 0 };
            let effect = &step.move_effects.list[usize::from(number)];
            let count = legal.count() as usize + known;
            if let Some(counted) = perft.count_unplayed(effect.preferred, count, *depth) {
                sum += counted;
                legal = S::Board::EMPTY;
                others = &others[known..];
            }
            let others = others.iter().map(|&other| (other, verdict));
            let legal = squares(legal).map(|square| (square, Verdict::Legal));
            let unverified = squares(classified.unverified);
            let unverified = unverified.map(|square| (square, Verdict::Unknown));
            for (binding, verdict) in legal.chain(unverified).chain(others) {
                let binding = slot.map(|slot| (slot, binding));
                let act = |run: &mut Execution<'p, S>| run.make_known_choice(effect, binding);
                sum += perft.try_turn(run, verdict, *depth, act);
            }
        }
        self.sum += sum;
    }

    fn rest(&mut self, mut run: Box<Execution<'p, S>>) {
        self.sum += self.perft.count_turn(&mut run, Verdict::Unknown, self.depth);
        self.pool().recycle(run);
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
        let mut count = Count { perft: self, depth, sum: 0 };
        walk_steps(&mut count, run, steps);
        count.sum
    }

    /// Plays a step that does not end the turn on a copy of an execution, and counts what follows.
    pub(crate) fn count_after_step(
        &mut self,
        run: &Execution<'p, S>,
        then: &'p [TurnStep<S::Board>],
        depth: u32,
        act: impl FnOnce(&mut Execution<'p, S>) -> bool,
    ) -> u64 {
        let before = self.pool.budget.done();
        self.pool.budget.spend(run.program.squares);
        if self.pool.budget.is_spent() || self.has_found_turn() {
            return 0;
        }
        let mut next = self.pool.fork_step(run);
        let sum = if act(&mut next) { self.count_steps(&mut next, then, depth) } else { 0 };
        self.pool.recycle(next);
        self.end_turn_work(before);
        sum
    }
}

//! Counts turns statement by statement, where they are not split into known steps.

use crate::compile::program::membership::is_own;
use crate::compile::program::{Cond, Stmt};
use crate::ir::SlotId;
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES, MAX_WORK};
use crate::play::execution::continuation::Progress;
use crate::play::execution::moves::{Pick, WORK_OF_PICK};
use crate::play::execution::run::Execution;
use crate::play::legality::check_info::Verdict;
use crate::play::perft::counter::Perft;
use crate::play::perft::listed::is_final_choice;
use crate::play::plan::walk::StepTables;
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Perft<'p, S> {
    /// Counts all ways to complete a turn that has begun, or whose last step has been made if it is known to be legal.
    pub(crate) fn count_turn(
        &mut self,
        run: &mut Execution<'p, S>,
        verdict: Verdict,
        depth: u32,
    ) -> u64 {
        loop {
            let statement = match run.advance() {
                Progress::Dead => return 0,
                Progress::Done => return self.finish_turn(run, verdict, depth),
                Progress::Choice(statement) => statement,
            };
            if is_final_choice(run) && run.final_step_fits_limits() {
                if let Stmt::Move { .. } = statement {
                    return self.count_final_moves(run, statement, depth);
                }
                if let Stmt::Drop { .. } = statement {
                    return self.count_final_drops(run, statement, depth);
                }
            }
            match run.offer(statement) {
                None => return 0,
                Some(choices) if choices.is_empty() => {}
                Some(choices) => return self.count_branches(run, statement, choices, depth),
            }
        }
    }

    /// Counts what follows from each of several choices.
    fn count_branches(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        mut choices: Vec<Pick>,
        depth: u32,
    ) -> u64 {
        let Some(last) = choices.pop() else { return 0 };
        let mut sum = 0;
        let before = self.pool.budget.done();
        let held = choices.iter().map(Pick::bytes).sum();
        self.pool.budget.hold(held);
        for pick in choices {
            self.pool.budget.spend(WORK_OF_PICK * run.picks.len());
            if self.pool.budget.is_spent() || self.has_found_turn() {
                break;
            }
            let mut next = self.pool.fork(run);
            next.pick(statement, pick);
            sum += self.count_turn(&mut next, Verdict::Unknown, depth);
            self.pool.recycle(next);
            self.stop_if_many(sum, depth);
            self.end_turn_work(before);
        }
        self.pool.budget.release(held);
        run.pick(statement, last);
        sum + self.count_turn(run, Verdict::Unknown, depth)
    }

    /// Counts the final moves of a turn. Those of the tables are listed by legality; others are judged, or played, one by one.
    fn count_final_moves(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Move { pieces: source, only, slot, .. } = statement else { return 0 };
        let is_own = is_own(source, run.own);
        if *only == Cond::Fixed(true) && is_own {
            return self.count_all_moves(run, source, final_step_tables(run, *slot), depth);
        }
        let mut listed = self.pool.empty_moves();
        let pieces = run.squares(source);
        run.add_matching_moves(pieces, only, &mut listed.others);
        let mut lazy = self.pool.lazy_check_info();
        let check_info = if is_own { lazy.get(run) } else { None };
        let judge = check_info.map(|check_info| (check_info, &run.rules().move_effects));
        let sum = self.count_other_moves(run, &listed.others, *slot, judge, depth);
        self.pool.reuse_moves(listed);
        self.pool.reuse_check_info(lazy);
        sum
    }

    /// Counts the final drops of a turn.
    fn count_final_drops(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Drop { hand, types, on, slot, .. } = statement else { return 0 };
        let Some(hand) = run.who(*hand) else { return 0 };
        let tables = final_step_tables(run, *slot);
        let mut lazy = self.pool.lazy_check_info();
        let mut listed = self.pool.empty_moves();
        let check_info = lazy.get(run);
        run.generate_drops(hand, types, on, tables.move_effects, check_info, &mut listed);
        let sum = self.count_drops(run, tables, hand, &listed, depth);
        self.pool.reuse_moves(listed);
        self.pool.reuse_check_info(lazy);
        sum
    }

    /// Counts what follows from one final move or drop, which is made on a copy, and only if necessary.
    pub(crate) fn count_final(
        &mut self,
        run: &Execution<'p, S>,
        verdict: Verdict,
        depth: u32,
        make: impl FnOnce(&mut Execution<'p, S>),
    ) -> u64 {
        if verdict == Verdict::Illegal || self.has_found_turn() {
            return 0;
        }
        if verdict == Verdict::Legal && depth == 1 && self.preference_filter.is_none() {
            return 1;
        }
        let mut next = self.pool.fork(run);
        make(&mut next);
        let done = self.pool.budget.done();
        let sum = self.count_turn(&mut next, verdict, depth);
        self.end_turn_work(done);
        self.pool.recycle(next);
        sum
    }
}

impl<S: StateSize> Execution<'_, S> {
    /// Returns whether one more move or drop and the end of the turn certainly stay within the limits of a turn.
    fn final_step_fits_limits(&self) -> bool {
        let bounds = self.program.facts.bounds[self.own];
        bounds.turn
            || bounds.last_step.is_some_and(|cost| {
                self.turn.events + cost.events <= MAX_CASCADE
                    && self.picks.len() + cost.choices <= MAX_CHOICES
                    && self.turn.work + cost.work <= MAX_WORK
            })
    }
}

/// Returns the tables of final moves and drops.
fn final_step_tables<'p, S: StateSize>(
    run: &Execution<'p, S>,
    slot: Option<SlotId>,
) -> StepTables<'p, S::Board> {
    let rules = run.rules();
    StepTables { move_effects: &rules.move_effects, generators: &rules.generators, slot, then: &[] }
}

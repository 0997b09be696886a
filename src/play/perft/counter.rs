//! The counter of turns: how positions are counted.

use crate::compile::program::Program;
use crate::ir::limits::MAX_TURNS;
use crate::play::execution::moves::BYTES_AT_ONCE;
use crate::play::execution::past::Past;
use crate::play::execution::run::Execution;
use crate::play::legality::check_info::Verdict;
use crate::play::legality::turns::{decided_with_turns, legal_turns};
use crate::play::perft::preferences::{PreferenceFilter, Wanted, preferred};
use crate::play::perft::transposition::TranspositionTable;
use crate::play::plan::pool::Pool;
use crate::play::plan::walk::StepTables;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::Allowance;
#[cfg(debug_assertions)]
use crate::state::WorkBudget;

/// Counts the turns of positions, with memory that is used again.
#[derive(Debug)]
pub(crate) struct Perft<'p, S: StateSize> {
    pub(crate) pool: Pool<'p, S>,
    /// The best turns found so far, where preferences decide or their outcomes are collected.
    pub(crate) preference_filter: Option<PreferenceFilter<S>>,
    /// Spare memory for collected states.
    state_buffers: Vec<Vec<State<S>>>,
    /// The transposition table, if one is used.
    pub(crate) table: Option<TranspositionTable>,
}

/// The most bits for how well a turn does by the preferences; with more, turns are compared after they have been listed.
const MAX_BITS: u32 = u64::BITS;

impl<'p, S: StateSize> Perft<'p, S> {
    /// Makes one that has no memory yet and may do what is usual for each position.
    pub(crate) fn new(program: &'p Program<S::Board>) -> Self {
        Self::within(program, &Allowance::UNLIMITED)
    }

    /// Makes one that has no memory yet and takes what it does from an allowance.
    pub(crate) fn within(program: &'p Program<S::Board>, allowance: &Allowance) -> Self {
        let pool = Pool::within(program, allowance);
        Self { pool, preference_filter: None, state_buffers: Vec::new(), table: None }
    }

    /// Makes one with a transposition table of at most so many bytes; `None` if the memory is not available.
    pub(crate) fn hashed(program: &'p Program<S::Board>, bytes: usize) -> Option<Self> {
        let table = Some(TranspositionTable::new(bytes)?);
        Some(Self { table, ..Self::new(program) })
    }

    /// Counts the sequences of that many legal turns from a state.
    ///
    /// All turns of the last ply are listed, not only counted. A position in which the game is over has no turns; endings by
    /// the record of the game are left aside. The count means nothing once the budget has run out.
    pub(crate) fn count_from(&mut self, state: &State<S>, past: &Past<S>, depth: u32) -> u64 {
        let mut run = self.pool.idle_in(state);
        run.remember(past);
        self.count(&mut run, depth)
    }

    /// Counts the sequences of turns from the state of an idle execution.
    pub(crate) fn count(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        match &mut self.table {
            // Where positions may not come back, a count depends on those before.
            Some(table) if depth > 1 && !self.pool.program.forbids_repeats => {
                let key = run.state.key(self.pool.program);
                if let Some(count) = table.get(key, depth) {
                    return count;
                }
                let count = self.count_uncached(run, depth);
                if let Some(table) = &mut self.table {
                    table.set(key, depth, count);
                }
                count
            }
            _ => self.count_uncached(run, depth),
        }
    }

    fn count_uncached(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        // Once there is no answer, nothing is counted on the way back.
        if self.pool.budget.has_met_limit() {
            return 0;
        }
        let before = self.pool.budget.pause();
        #[cfg(debug_assertions)]
        let (state, past) = (run.state, run.past.clone());
        let count = if decided_with_turns(run) {
            0
        } else if run.rules().counts_plainly {
            self.count_turns(run, depth)
        } else if self.pool.program.can_repeat_turns || run.rules().preference_bits > MAX_BITS {
            self.count_by_listing(run, depth)
        } else {
            self.count_preferred(run, depth)
        };
        #[cfg(debug_assertions)]
        self.check((&state, &past), count, depth);
        self.stop_if_many(count, depth);
        let listed = if depth == 1 { count } else { 0 };
        self.pool.budget.resume(before, self.pool.program.squares as u64 + listed);
        count
    }

    /// Stops if more turns have been counted than a position may have.
    #[inline]
    pub(crate) fn stop_if_many(&self, count: u64, depth: u32) {
        if depth == 1 && count > MAX_TURNS as u64 {
            self.pool.budget.count_turns(MAX_TURNS + 1);
        }
    }

    /// Compares how many turns of a state were counted with how many there are when each is played statement by statement
    /// and judged by the rules: in debug builds, each use of what is known in advance is checked.
    #[cfg(debug_assertions)]
    fn check(&self, state: (&State<S>, &Past<S>), count: u64, depth: u32) {
        let is_whole =
            depth == 1 && self.preference_filter.is_none() && !self.pool.budget.has_met_limit();
        if is_whole && count > 0 {
            let turns = legal_turns(self.pool.program, state, WorkBudget::default()).len();
            assert_eq!(count, turns as u64, "turns counted from tables, and turns played");
        }
    }

    /// Counts the turns that preferences leave.
    fn count_preferred(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        let wanted = if depth == 1 { Wanted::Count } else { Wanted::Sequences(depth - 1) };
        let found = self.collect(run, wanted);
        let sum = found.count + self.count_after(&Past::NOTHING, &found.states, depth);
        self.state_buffers.push(found.states);
        sum
    }

    /// Counts the sequences of turns from states to which turns lead.
    fn count_after<'s>(
        &mut self,
        past: &Past<S>,
        states: impl IntoIterator<Item = &'s State<S>>,
        depth: u32,
    ) -> u64 {
        let mut sum = 0;
        for state in states {
            let mut next = self.pool.idle_in(state);
            next.remember(past);
            sum += self.count(&mut next, depth - 1);
            self.pool.recycle(next);
        }
        sum
    }

    /// Returns the states to which the legal turns lead from a state, in no certain order; none if the game is over there.
    pub(crate) fn outcomes_from(&mut self, state: &State<S>, past: &Past<S>) -> Vec<State<S>> {
        let mut run = self.pool.idle_in(state);
        run.remember(past);
        if decided_with_turns(&mut run) { Vec::new() } else { self.outcomes(&mut run) }
    }

    /// Returns the states to which the legal turns of an idle execution lead.
    pub(crate) fn outcomes(&mut self, run: &mut Execution<'p, S>) -> Vec<State<S>> {
        if self.pool.program.can_repeat_turns || run.rules().preference_bits > MAX_BITS {
            return self.listed(run);
        }
        self.collect(run, Wanted::States).states
    }

    pub(crate) fn collect(
        &mut self,
        run: &mut Execution<'p, S>,
        wanted: Wanted,
    ) -> PreferenceFilter<S> {
        let bits = run.rules().preference_bits;
        let memory = self.state_buffers.pop().unwrap_or_default();
        let before = self.preference_filter.replace(PreferenceFilter::new(wanted, bits, memory));
        self.count_turns(run, 1);
        let found = std::mem::replace(&mut self.preference_filter, before);
        found.unwrap_or_else(|| PreferenceFilter::new(wanted, bits, Vec::new()))
    }

    /// Counts the turns of an idle execution, or passes them to the preference filter.
    fn count_turns(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if let Some(steps) = run.turn_steps() {
            if !run.apply_prefix(&steps.opening) {
                return 0;
            }
            // In most games a turn is one move, and nothing else has to be looked at.
            if let [step] = steps.steps.as_slice()
                && let Some((pieces, slot)) = step.move_of_turn().filter(|_| step.guards.is_empty())
            {
                run.skip_to_turn_end();
                return self.count_all_moves(run, pieces, StepTables::of(step, slot), depth);
            }
            return self.count_steps(run, &steps.steps, depth);
        }
        run.begin_turn();
        self.count_turn(run, Verdict::Unknown, depth)
    }

    /// Counts turns after listing and comparing them.
    fn count_by_listing(&mut self, run: &Execution<'p, S>, depth: u32) -> u64 {
        let states = self.listed(run);
        if depth == 1 {
            return states.len() as u64;
        }
        let past = run.past.and(self.pool.program, &run.state);
        self.count_after(&past, &states, depth)
    }

    /// Returns the states to which the legal turns lead, after listing and comparing these.
    fn listed(&self, run: &Execution<'p, S>) -> Vec<State<S>> {
        let before = (&run.state, &run.past);
        let turns = legal_turns(self.pool.program, before, self.pool.budget.clone());
        turns.into_iter().map(|turn| turn.state).collect()
    }

    /// Passes a turn that is over to the preference filter; returns the number of further turns if sequences can be
    /// counted from it at once, as no turn is preferred to it.
    #[inline(never)]
    pub(crate) fn record(&mut self, run: &mut Execution<'p, S>) -> Option<u32> {
        let preferred = preferred(run);
        let filter = self.preference_filter.as_mut()?;
        if filter.numbers_turns() {
            let index = filter.count;
            filter.count += 1;
            if matches!(filter.wanted, Wanted::Turn(wanted) if wanted != index) {
                return None;
            }
            filter.indices.push(index);
        } else if !filter.admit(preferred) {
            return None;
        }
        match filter.wanted {
            Wanted::Count => filter.count += 1,
            Wanted::Sequences(depth) if filter.is_unbeatable() => return Some(depth),
            Wanted::Sequences(_) | Wanted::States | Wanted::Played | Wanted::Turn(_) => {
                self.pool.budget.spend(std::mem::size_of::<State<S>>() / BYTES_AT_ONCE);
                if !self.pool.budget.is_spent() {
                    filter.states.push(run.finished());
                    let count = filter.states.len();
                    self.pool.budget.count_turns(count);
                    self.pool.budget.count_bytes(count * size_of::<State<S>>());
                }
            }
        }
        None
    }

    /// Counts the sequences after a turn to which none is preferred.
    pub(crate) fn count_after_recorded(&mut self, run: &mut Execution<'p, S>, depth: u32) {
        let filter = self.preference_filter.take();
        let sum = self.count(run, depth);
        self.preference_filter = filter;
        if let Some(filter) = &mut self.preference_filter {
            filter.count += sum;
        }
    }

    /// Counts legal turns that satisfy the same preferences without playing them; `None` if they must be played.
    pub(crate) fn count_unplayed(
        &mut self,
        preferred: Option<u64>,
        count: usize,
        depth: u32,
    ) -> Option<u64> {
        let count = count as u64;
        let Some(filter) = &mut self.preference_filter else {
            return (depth == 1).then_some(count);
        };
        if filter.numbers_turns() {
            return (!filter.pass(count)).then_some(count);
        }
        let preferred = preferred?;
        if filter.may_be_best(preferred) {
            if filter.wanted != Wanted::Count {
                return None;
            }
            // Without turns there is nothing to prefer.
            if count > 0 && filter.admit(preferred) {
                filter.count += count;
            }
        }
        Some(count)
    }

    /// Plays the last step of a turn on a copy of an execution and counts what follows; the turn is judged if it is
    /// not known to be legal.
    pub(crate) fn try_turn(
        &mut self,
        run: &Execution<'p, S>,
        verdict: Verdict,
        depth: u32,
        act: impl FnOnce(&mut Execution<'p, S>) -> bool,
    ) -> u64 {
        if self.skips_turn(verdict) {
            return 1;
        }
        let mut next = self.pool.fork_step(run);
        let before = self.pool.budget.done();
        let sum = if act(&mut next) { self.finish_turn(&mut next, verdict, depth) } else { 0 };
        self.pool.recycle(next);
        self.end_turn_work(before);
        sum
    }

    /// Counts a turn that is over, and what follows from it: the execution becomes idle in the state after it.
    #[inline]
    pub(crate) fn finish_turn(
        &mut self,
        run: &mut Execution<'p, S>,
        verdict: Verdict,
        depth: u32,
    ) -> u64 {
        if verdict == Verdict::Unknown && run.forbidden() {
            return 0;
        }
        if self.preference_filter.is_some() {
            if let Some(depth) = self.record(run) {
                run.begin_next_turn();
                self.count_after_recorded(run, depth);
            }
            return 1;
        }
        if depth == 1 {
            return 1;
        }
        run.begin_next_turn();
        self.count(run, depth - 1)
    }

    /// Counts a turn that need not be played, where one turn is wanted and this is another: it is known to be legal, or the
    /// wanted one has been found.
    #[inline]
    fn skips_turn(&mut self, verdict: Verdict) -> bool {
        let Some(filter) = &mut self.preference_filter else { return false };
        matches!(filter.wanted, Wanted::Turn(_))
            && (filter.is_found() || (verdict == Verdict::Legal && !filter.pass(1)))
    }

    /// Returns whether one turn is wanted and has been found.
    #[inline]
    pub(crate) fn has_found_turn(&self) -> bool {
        self.preference_filter.as_ref().is_some_and(PreferenceFilter::is_found)
    }

    /// Ends the work for one turn of the position. Turns that are counted have a work budget each; those whose states are
    /// collected share one.
    pub(crate) fn end_turn_work(&self, before: u64) {
        let keeps_states = |filter: &PreferenceFilter<S>| filter.keeps_states();
        if !self.preference_filter.as_ref().is_some_and(keeps_states) {
            self.pool.budget.rest(before);
        }
    }
}

//! Counting turns.

use crate::compile::program::Program;
use crate::ir::limits::MAX_TURNS;
use crate::play::execution::moves::{BYTES_AT_ONCE, Moves};
use crate::play::execution::run::Execution;
use crate::play::legal_moves::drops::ListedDrops;
use crate::play::legal_moves::listing::Listed;
use crate::play::legality::check_info::{CheckInfo, Looked};
use crate::play::legality::turns::{decided_with_turns, legal_turns};
use crate::play::perft::preferences::{PreferenceFilter, Wanted, preferred};
use crate::play::perft::transposition::TranspositionTable;
use crate::play::state::{State, StateSize};
use crate::state::{Allowance, Effort};

/// Counts turns, with memory that is used again.
#[derive(Debug)]
pub struct Perft<'p, S: StateSize> {
    program: &'p Program<S::Board>,
    pub(super) lists: Vec<Moves>,
    /// Lists of moves to be used again.
    #[expect(clippy::vec_box, reason = "they are taken out and put back for each position")]
    pub moves: Vec<Box<Listed>>,
    /// Lists of drops to be used again.
    pub drops: Vec<ListedDrops>,
    /// Memory for what endangers royal pieces, to be used again.
    pub check_infos: Vec<Box<CheckInfo<'p, S>>>,
    pub(super) runs: Vec<Box<Execution<'p, S>>>,
    /// Where turns are gathered and not counted, what is found.
    pub preference_filter: Option<PreferenceFilter<S>>,
    /// Memory for states that are gathered.
    spare_states: Vec<Vec<State<S>>>,
    /// What is known of states met before, if that is wanted.
    pub(super) known: Option<TranspositionTable>,
    /// How much has been done for the state whose turns are being found.
    pub effort: Effort,
}

/// The most preferences of which turns bear in mind which they satisfy.
const MAX_PREFERENCES: usize = 64;

impl<'p, S: StateSize> Perft<'p, S> {
    /// Makes one that has no memory yet and may do what is usual for each position.
    pub fn new(program: &'p Program<S::Board>) -> Self {
        Self::within(program, &Allowance::UNLIMITED)
    }

    /// Makes one that has no memory yet and takes what it does from an allowance.
    pub fn within(program: &'p Program<S::Board>, allowance: &Allowance) -> Self {
        Self {
            program,
            lists: Vec::new(),
            moves: Vec::new(),
            drops: Vec::new(),
            check_infos: Vec::new(),
            runs: Vec::new(),
            preference_filter: None,
            spare_states: Vec::new(),
            known: None,
            effort: allowance.effort(),
        }
    }

    /// Returns memory for what endangers the royal pieces in a state that is still to be looked into.
    pub fn nothing_looked_for(&mut self) -> Looked<'p, S> {
        Looked { place: self.check_infos.pop(), told: None }
    }

    /// Takes that memory back.
    pub fn looked(&mut self, looked: Looked<'p, S>) {
        if let Some(place) = looked.place {
            self.check_infos.push(place);
        }
    }

    /// Makes a run that stands still and whose effort is counted here.
    // States may be large: what goes on for many turns and choices keeps none of them on the stack.
    #[inline(never)]
    fn still(&self, state: &State<S>, own: u8) -> Box<Execution<'p, S>> {
        Box::new(Execution::counted(self.program, *state, own, self.effort.clone()))
    }

    /// Counts what follows from the state in which a run stands still.
    pub fn count(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        match &mut self.known {
            Some(known) if depth > 1 => {
                let key = run.state.key(self.program);
                if let Some(count) = known.get(key, depth) {
                    return count;
                }
                let count = self.count_anew(run, depth);
                if let Some(known) = &mut self.known {
                    known.set(key, depth, count);
                }
                count
            }
            _ => self.count_anew(run, depth),
        }
    }

    fn count_anew(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        // Once there is no answer, nothing is counted on the way back.
        if self.effort.has_met_limit() {
            return 0;
        }
        let before = self.effort.pause();
        #[cfg(debug_assertions)]
        let state = run.state;
        let count = if decided_with_turns(run) {
            0
        } else if run.rules().counts_plainly {
            self.turns(run, depth)
        } else {
            self.count_compared(run, depth)
        };
        #[cfg(debug_assertions)]
        self.check(&state, (count, depth));
        self.stop_if_many(count, depth);
        let listed = if depth == 1 { count } else { 0 };
        self.effort.resume(before, self.program.squares as u64 + listed);
        count
    }

    /// Stops if more turns have been counted than a position may have.
    #[inline]
    pub fn stop_if_many(&self, count: u64, depth: u32) {
        if depth == 1 && count > MAX_TURNS as u64 {
            self.effort.count_turns(MAX_TURNS + 1);
        }
    }

    /// Compares how many turns of a state were counted with how many there are when each is played statement by statement
    /// and judged by the rules: in debug builds, each use of what is known in advance is checked.
    #[cfg(debug_assertions)]
    fn check(&self, state: &State<S>, (count, depth): (u64, u32)) {
        let is_whole = depth == 1 && self.preference_filter.is_none() && !self.effort.was_spent();
        if is_whole && count > 0 {
            let turns = legal_turns(self.program, state, Effort::default()).len();
            assert_eq!(count, turns as u64, "turns counted from tables, and turns played");
        }
    }

    /// Counts turns some of which read alike, or go before others.
    fn count_compared(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if self.program.can_repeat_turns || run.rules().preferences.len() > MAX_PREFERENCES {
            return self.count_generally(&run.state, depth);
        }
        if !run.rules().preferences.is_empty() {
            return self.count_preferred(run, depth);
        }
        self.turns(run, depth)
    }

    /// Counts the turns that go before others.
    fn count_preferred(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        let wanted = if depth == 1 { Wanted::Count } else { Wanted::Following(depth - 1) };
        let found = self.gather(run, wanted);
        let mut sum = found.count;
        for state in &found.states {
            let mut next = self.run(state);
            sum += self.count(&mut next, depth - 1);
            self.runs.push(next);
        }
        self.spare_states.push(found.states);
        sum
    }

    /// Returns the states to which legal turns lead.
    pub fn outcomes(&mut self, run: &mut Execution<'p, S>) -> Vec<State<S>> {
        if self.program.can_repeat_turns || run.rules().preferences.len() > MAX_PREFERENCES {
            let turns = legal_turns(self.program, &run.state, self.effort.clone());
            return turns.into_iter().map(|turn| turn.state).collect();
        }
        self.gather(run, Wanted::States).states
    }

    fn gather(&mut self, run: &mut Execution<'p, S>, wanted: Wanted) -> PreferenceFilter<S> {
        let preferences = u32::try_from(run.rules().preferences.len()).unwrap_or(u32::MAX);
        let memory = self.spare_states.pop().unwrap_or_default();
        let before =
            self.preference_filter.replace(PreferenceFilter::new(wanted, preferences, memory));
        self.turns(run, 1);
        let found = std::mem::replace(&mut self.preference_filter, before);
        found.unwrap_or_else(|| PreferenceFilter::new(wanted, preferences, Vec::new()))
    }

    /// Counts, or gathers, the turns of a run that stands still.
    fn turns(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if let Some(steps) = run.steps() {
            if !run.open(&steps.opening) {
                return 0;
            }
            if let [step] = steps.steps.as_slice()
                && let Some((pieces, slot)) = step.move_of_turn().filter(|_| step.guards.is_empty())
            {
                return self.only_step(run, step, (pieces, slot), depth);
            }
            return self.each_step(run, &steps.steps, depth);
        }
        run.begin_turn();
        self.follow(run, depth)
    }

    /// Returns a run that stands still in a state.
    pub fn run(&mut self, state: &State<S>) -> Box<Execution<'p, S>> {
        match self.runs.pop() {
            Some(mut run) => {
                run.renew(state);
                run
            }
            None => self.still(state, state.to_move),
        }
    }

    fn count_generally(&mut self, state: &State<S>, depth: u32) -> u64 {
        let turns = legal_turns(self.program, state, self.effort.clone());
        if depth == 1 {
            return turns.len() as u64;
        }
        let mut sum = 0;
        for turn in &turns {
            let mut next = self.run(&turn.state);
            sum += self.count(&mut next, depth - 1);
            self.runs.push(next);
        }
        sum
    }

    /// Copies a run into memory that is used again.
    #[inline(never)]
    pub fn copy(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        match self.runs.pop() {
            Some(mut copy) => {
                copy.copy_from(run);
                copy
            }
            None => Box::new(run.clone()),
        }
    }

    /// Makes a run that stands still in the state after a turn that is over.
    #[inline(never)]
    pub fn after(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        self.run(&run.finished())
    }

    /// Adds a turn that is over to those that are gathered; returns how many turns are to be counted from here, as no turn
    /// can go before this one.
    #[inline(never)]
    pub fn note(&mut self, run: &mut Execution<'p, S>) -> Option<u32> {
        let preferred = preferred(run);
        let preference_filter = self.preference_filter.as_mut()?;
        if !preference_filter.admits(preferred) {
            return None;
        }
        match preference_filter.wanted {
            Wanted::Count => preference_filter.count += 1,
            Wanted::Following(depth) if preference_filter.is_at_top() => return Some(depth),
            Wanted::Following(_) | Wanted::States => {
                self.effort.spend(std::mem::size_of::<State<S>>() / BYTES_AT_ONCE);
                if !self.effort.is_spent() {
                    preference_filter.states.push(run.finished());
                    let count = preference_filter.states.len();
                    self.effort.count_turns(count);
                    self.effort.count_bytes(count * size_of::<State<S>>());
                }
            }
        }
        None
    }

    /// Counts what follows from the state after a turn before which none can go.
    pub fn count_noted(&mut self, run: &mut Execution<'p, S>, depth: u32) {
        let preference_filter = self.preference_filter.take();
        let sum = self.count(run, depth);
        self.preference_filter = preference_filter;
        if let Some(preference_filter) = &mut self.preference_filter {
            preference_filter.count += sum;
        }
    }

    /// Counts turns that need not be played to be counted; `None` if these have to be.
    pub fn counted(&mut self, preferred: Option<u64>, count: usize, depth: u32) -> Option<u64> {
        let count = count as u64;
        let Some(preference_filter) = &mut self.preference_filter else {
            return (depth == 1).then_some(count);
        };
        let preferred = preferred?;
        if preference_filter.may_count(preferred) {
            if preference_filter.wanted != Wanted::Count {
                return None;
            }
            // No turn at all goes before no other.
            if count > 0 && preference_filter.admits(preferred) {
                preference_filter.count += count;
            }
        }
        Some(count)
    }

    /// Returns a run that is about to make the next step as another one could.
    pub fn like(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        let mut next = match self.runs.pop() {
            Some(next) => next,
            None => self.still(&run.state, run.own),
        };
        next.follow(run);
        next
    }

    /// Takes back a run whose memory can be used again.
    pub fn give_back(&mut self, run: Box<Execution<'p, S>>) {
        self.runs.push(run);
    }

    /// Counts what follows from a last step that is made on a copy of a run.
    pub fn tried(
        &mut self,
        run: &Execution<'p, S>,
        (judge, depth): (bool, u32),
        act: impl FnOnce(&mut Execution<'p, S>) -> bool,
    ) -> u64 {
        let mut next = self.like(run);
        let (mut sum, before) = (0, self.effort.done());
        if act(&mut next) && !(judge && next.forbidden()) {
            sum = 1;
            if self.preference_filter.is_some() {
                if let Some(depth) = self.note(&mut next) {
                    next.pass();
                    self.count_noted(&mut next, depth);
                }
            } else if depth > 1 {
                next.pass();
                sum = self.count(&mut next, depth - 1);
            }
        }
        self.runs.push(next);
        self.rest(before);
        sum
    }

    /// Goes on to another turn of the state: where turns are counted, each may take as much as the others; where their
    /// states are gathered, all together.
    pub fn rest(&self, before: u64) {
        if self
            .preference_filter
            .as_ref()
            .is_none_or(|preference_filter| !preference_filter.keeps_states())
        {
            self.effort.rest(before);
        }
    }
}

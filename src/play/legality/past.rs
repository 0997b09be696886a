//! Which states have been there before, where rules forbid turns that lead back to them.

use std::hash::{Hash, Hasher};

use crate::compile::program::Program;
use crate::play::execution::past::{Past, PastState};
use crate::play::execution::run::Execution;
use crate::play::legality::turns::turns_whatever_was;
use crate::play::state::State;
use crate::play::state::key::KeyHasher;
use crate::play::state::sizes::StateSize;
use crate::state::{Recurrence, WorkBudget};

impl<S: StateSize> Past<S> {
    /// Returns it with one more state, if the rules of the game ask for what has been there.
    pub(crate) fn and(&self, program: &Program<S::Board>, state: &State<S>) -> Self {
        if !program.forbids_repeats {
            return Self::NOTHING;
        }
        let kept = (program.lookback > 0).then(|| Box::new(*state));
        self.with(PastState { key: key(program, state), state: kept })
    }

    /// Makes one of all these states, the oldest first.
    pub(crate) fn of(
        program: &Program<S::Board>,
        states: impl IntoIterator<Item = State<S>>,
    ) -> Self {
        if !program.forbids_repeats {
            return Self::NOTHING;
        }
        states.into_iter().fold(Self::NOTHING, |past, state| past.and(program, &state))
    }
}

impl<S: StateSize> Execution<'_, S> {
    /// Notes how the state to which the turn leads has come back, where a rule asks for that.
    pub(crate) fn come_back(&mut self) {
        if self.past.is_empty() {
            return;
        }
        let after = self.finished();
        let now = key(self.program, &after);
        self.budget.spend(self.program.squares);
        let same = self.past.iter().filter(|past| past.key == now).count();
        let count = u32::try_from(same).unwrap_or(u32::MAX).saturating_add(1);
        let lookback = self.program.lookback;
        let before = self.past.iter();
        let before = before.filter_map(|past| Some((**past.state.as_ref()?, past.key == now)));
        let known = Recurrence::with_before(count, lookback, before);
        let now = (lookback > 0).then(|| Box::new(after));
        self.recurrence = Recurrence { now, ..known };
    }
}

/// Returns the number that stands for all that a state is compared by.
fn key<S: StateSize>(program: &Program<S::Board>, state: &State<S>) -> u64 {
    let rough = rough_key(program, state, WorkBudget::default());
    let turns = |state: &State<S>| turns_whatever_was(program, state, WorkBudget::default());
    let matters = |without: &State<S>| turns(state) != turns(without);
    exact_key(program, state, rough, matters).unwrap_or(rough)
}

/// Returns the rough key of a state: what it is compared by, apart from variables that are compared only while they are used.
pub(crate) fn rough_key<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    budget: WorkBudget,
) -> u64 {
    let repetition_key = &program.sides[state.to_move].repetition_key;
    let mut hasher = KeyHasher::default();
    if !repetition_key.worked_out.is_empty() {
        let mut run = Execution::with_budget(program, *state, state.to_move, budget);
        run.forgets = true;
        repetition_key.worked_out.iter().for_each(|number| run.number(number).hash(&mut hasher));
    }
    state.hash_compared(program, repetition_key, &mut hasher);
    hasher.finish()
}

/// Returns the exact key of a state with some rough key, if one of those variables matters: if the legal turns would be others
/// in the state in which it has its start value, of which `matters` tells that.
pub(crate) fn exact_key<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    rough: u64,
    mut matters: impl FnMut(&State<S>) -> bool,
) -> Option<u64> {
    let mut hasher = KeyHasher::default();
    rough.hash(&mut hasher);
    let mut any = false;
    let variables = &program.sides[state.to_move].repetition_key.while_used;
    for (number, start) in
        variables.iter().enumerate().filter(|(_, start)| state.differs_from(start))
    {
        let mut without = *state;
        without.set_to_start(start);
        if matters(&without) {
            any = true;
            number.hash(&mut hasher);
            start.boards.iter().for_each(|&(at, _)| state.board(at).hash(&mut hasher));
            start.numbers.iter().for_each(|&(at, _)| state.number(at).hash(&mut hasher));
        }
    }
    any.then(|| hasher.finish())
}

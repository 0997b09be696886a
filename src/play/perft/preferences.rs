//! Turns of which some go before others, as they are found.

use std::cmp::Ordering;

use crate::play::execution::run::Execution;
use crate::play::state::{State, StateSize};

/// What is wanted of the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// How many there are.
    Count,
    /// The states to which they lead.
    States,
    /// How many sequences of that many more turns follow from them.
    Following(u32),
}

/// Those of the turns found so far that go before the others.
#[derive(Debug)]
pub struct PreferenceFilter<S: StateSize> {
    /// What is wanted.
    pub wanted: Wanted,
    /// The states to which they lead, if these are wanted or must be kept until it is known whether better turns come.
    pub states: Vec<State<S>>,
    /// How many turns, or sequences, have been counted.
    pub count: u64,
    /// The preferences that they satisfy, one bit for each.
    best: Option<u64>,
    /// All preferences: no turn goes before one that satisfies them.
    all: u64,
}

impl<S: StateSize> PreferenceFilter<S> {
    /// Makes an empty one for turns with so many preferences, 64 at most, with memory to be used for states.
    pub fn new(wanted: Wanted, preferences: u32, memory: Vec<State<S>>) -> Self {
        let mut states = memory;
        states.clear();
        let all = u64::MAX.checked_shr(64 - preferences.min(64)).unwrap_or(0);
        Self { wanted, states, count: 0, best: None, all }
    }

    /// Tells whether turns that satisfy these preferences may still be among those that count.
    #[inline]
    pub fn may_count(&self, preferred: u64) -> bool {
        self.best.is_none_or(|best| compare(preferred, best) != Ordering::Less)
    }

    /// Tells whether no turn can go before those found so far.
    #[inline]
    pub fn is_at_top(&self) -> bool {
        self.best == Some(self.all)
    }

    /// Tells whether the states of turns that are found are kept.
    pub fn keeps_states(&self) -> bool {
        match self.wanted {
            Wanted::Count => false,
            Wanted::States => true,
            Wanted::Following(_) => !self.is_at_top(),
        }
    }

    /// Takes notice of a turn that satisfies these preferences: forgets those before which it goes, and tells whether it is
    /// to be kept.
    #[inline]
    pub fn admits(&mut self, preferred: u64) -> bool {
        match self.best.map_or(Ordering::Greater, |best| compare(preferred, best)) {
            Ordering::Less => return false,
            Ordering::Equal => {}
            Ordering::Greater => {
                self.best = Some(preferred);
                self.states.clear();
                self.count = 0;
            }
        }
        true
    }
}

/// Compares turns by the preferences that they satisfy: one that satisfies the first goes before all that do not, whatever
/// else they satisfy, and so on.
#[inline]
fn compare(left: u64, right: u64) -> Ordering {
    let differ = left ^ right;
    if differ == 0 {
        return Ordering::Equal;
    }
    let first = 1 << differ.trailing_zeros();
    if left & first != 0 { Ordering::Greater } else { Ordering::Less }
}

/// Returns which preferences the turn just played satisfies, one bit for each.
pub fn preferred<S: StateSize>(run: &mut Execution<'_, S>) -> u64 {
    let rules = run.rules();
    let each = rules.preferences.iter().enumerate();
    each.fold(0, |bits, (number, rule)| bits | u64::from(run.truth(&rule.condition)) << number)
}

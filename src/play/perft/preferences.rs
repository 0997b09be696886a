//! The preference filter: keeps the best turns found so far under the `prefer` rules.

use std::cmp::Ordering;

use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What is asked for of the best turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Their number.
    Count,
    /// The states to which they lead.
    States,
    /// The number of sequences of further turns after them, of this length.
    Sequences(u32),
    /// The number of all turns, where none is preferred to another, and the states of those that had to be played to find
    /// out whether they are legal.
    Played,
    /// The state to which one of these turns leads, by its index in the order in which they are found.
    Turn(u64),
}

/// The best turns found so far.
#[derive(Debug)]
pub(crate) struct PreferenceFilter<S: StateSize> {
    /// What is asked for.
    pub(crate) wanted: Wanted,
    /// The states to which they lead, if they are needed: now, or in case that no better turns are found.
    pub(crate) states: Vec<State<S>>,
    /// The indices of the turns that lead to these states, where not all are kept ([`Wanted::Played`]).
    pub(crate) indices: Vec<u64>,
    /// The number of turns, or sequences, counted.
    pub(crate) count: u64,
    /// How well they do by the preferences.
    best: Option<u64>,
    /// How well a turn can do at most.
    all: u64,
}

impl<S: StateSize> PreferenceFilter<S> {
    /// Makes an empty filter for preferences of so many bits, at most 64, with memory for states.
    pub(crate) fn new(wanted: Wanted, bits: u32, memory: Vec<State<S>>) -> Self {
        let mut states = memory;
        states.clear();
        let all = u64::MAX.checked_shr(64 - bits.min(64)).unwrap_or(0);
        Self { wanted, states, indices: Vec::new(), count: 0, best: None, all }
    }

    /// Returns whether turns that do so well may be among the best.
    #[inline]
    pub(crate) fn may_be_best(&self, preferred: u64) -> bool {
        self.best.is_none_or(|best| preferred >= best)
    }

    /// Returns whether no turn can be better than those found so far.
    #[inline]
    pub(crate) fn is_unbeatable(&self) -> bool {
        self.best == Some(self.all)
    }

    /// Returns whether the states of the turns found are kept.
    pub(crate) fn keeps_states(&self) -> bool {
        match self.wanted {
            Wanted::Count => false,
            Wanted::States | Wanted::Played | Wanted::Turn(_) => true,
            Wanted::Sequences(_) => !self.is_unbeatable(),
        }
    }

    /// Returns whether turns are known by their index, as none is preferred to another.
    #[inline]
    pub(crate) fn numbers_turns(&self) -> bool {
        matches!(self.wanted, Wanted::Played | Wanted::Turn(_))
    }

    /// Returns whether the one turn that is wanted has been found.
    #[inline]
    pub(crate) fn is_found(&self) -> bool {
        matches!(self.wanted, Wanted::Turn(index) if index < self.count)
    }

    /// Counts legal turns by index without playing them; returns whether the wanted one is among them, so that they are not
    /// counted and must be played.
    #[inline]
    pub(crate) fn pass(&mut self, count: u64) -> bool {
        let is_among = matches!(self.wanted, Wanted::Turn(index)
            if self.count <= index && index - self.count < count);
        if !is_among {
            self.count += count;
        }
        is_among
    }

    /// Compares a turn that does so well with those found so far: worse ones are dropped. Returns whether
    /// it is among the best.
    #[inline]
    pub(crate) fn admit(&mut self, preferred: u64) -> bool {
        match self.best.map_or(Ordering::Greater, |best| preferred.cmp(&best)) {
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

/// Returns how well the turn just played does by the preferences, the first of them in the highest bits: the greater,
/// the sooner it goes before others.
pub(crate) fn preferred<S: StateSize>(run: &mut Execution<'_, S>) -> u64 {
    let rules = run.rules();
    rules
        .preferences
        .iter()
        .fold(0, |preferred, rule| preferred << rule.goal.bits() | u64::from(run.rank(&rule.goal)))
}

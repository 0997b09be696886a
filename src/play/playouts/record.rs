//! The repetition table of a random game: how often each position has occurred in it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use crate::play::plan::pool::Pool;
use crate::play::playouts::identity;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::key::IdentityHasher;
use crate::play::state::sizes::StateSize;
use crate::state::Recurrence;

/// The most positions that may be pending at a time.
const MAX_PENDING: usize = 256;

/// The initial capacity in turns, which most games do not exceed.
const INITIAL_CAPACITY: usize = 448;

type ByKey<T> = HashMap<u64, T, BuildHasherDefault<IdentityHasher>>;

/// Counts the positions of a game by keys of 64 bits.
///
/// Different positions have the same key once in some 10^19 cases, which can only affect the result of a random game.
///
/// To find out whether a variable matters that is compared only while it is used, the legal turns must be generated
/// twice. So positions are first compared by rough keys, without such variables. A position in which one of them differs
/// from its start value is left pending, and gets its exact key only when another position has the same rough key.
#[derive(Clone, Debug)]
pub(crate) struct Record<S: StateSize> {
    /// By rough keys.
    rough: ByKey<Occurrences<S>>,
    /// By exact keys: how often positions have occurred in which such a variable matters.
    exact: ByKey<u32>,
    /// The number of pending positions.
    pending: usize,
    /// All positions with their exact keys, where rules look back at them.
    past: Vec<(u64, State<S>)>,
}

/// The positions with the same rough key.
#[derive(Clone, Debug)]
struct Occurrences<S: StateSize> {
    /// How often those have occurred in which no further variable matters.
    count: u32,
    /// A position for which that is not known yet.
    pending: Option<Box<State<S>>>,
}

impl<S: StateSize> Default for Record<S> {
    fn default() -> Self {
        let rough =
            HashMap::with_capacity_and_hasher(INITIAL_CAPACITY, BuildHasherDefault::default());
        Self { rough, exact: HashMap::default(), pending: 0, past: Vec::new() }
    }
}

impl<S: StateSize> Record<S> {
    /// Records a position; returns how it has come back.
    pub(crate) fn note<'p>(
        &mut self,
        compiled: &'p Compiled<S>,
        state: &State<S>,
        pool: &mut Pool<'p, S>,
    ) -> Recurrence<State<S>> {
        let count = self.count(compiled, state, pool);
        let lookback = compiled.program.lookback;
        if lookback == 0 {
            return Recurrence::times(count);
        }
        let now = identity::number(&compiled.program, state, pool);
        let before = self.past.iter().rev().map(|&(key, then)| (then, key == now));
        let recurrence = Recurrence::with_before(count, lookback, before);
        self.past.push((now, *state));
        recurrence
    }

    /// Records a position; returns how often it has occurred, this time included.
    fn count<'p>(
        &mut self,
        compiled: &'p Compiled<S>,
        state: &State<S>,
        pool: &mut Pool<'p, S>,
    ) -> u32 {
        let key = identity::rough_key(&compiled.program, state, pool);
        let is_open = identity::is_open(&compiled.program, state);
        let occurrences = match self.rough.entry(key) {
            Entry::Occupied(occurrences) => occurrences.into_mut(),
            Entry::Vacant(occurrences) => {
                let is_pending = is_open && self.pending < MAX_PENDING;
                let count = u32::from(!is_open);
                let occurrences = occurrences.insert(Occurrences { count, pending: None });
                if !is_open {
                    return 1;
                }
                if is_pending {
                    occurrences.pending = Some(Box::new(*state));
                    self.pending += 1;
                    return 1;
                }
                occurrences
            }
        };
        if let Some(pending) = occurrences.pending.take() {
            self.pending -= 1;
            let exact = identity::exact_key(&compiled.program, &pending, key, pool);
            add(exact, &mut occurrences.count, &mut self.exact);
        }
        let exact =
            if is_open { identity::exact_key(&compiled.program, state, key, pool) } else { None };
        add(exact, &mut occurrences.count, &mut self.exact)
    }
}

/// Counts an occurrence of a position, by its exact key if it has one, else with those of its rough key; returns the
/// count.
fn add(exact: Option<u64>, occurrences: &mut u32, by_key: &mut ByKey<u32>) -> u32 {
    let count = match exact {
        Some(key) => by_key.entry(key).or_default(),
        None => occurrences,
    };
    *count = count.saturating_add(1);
    *count
}

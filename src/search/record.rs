//! The positions of the game and of the path of the search, for repetition.

use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::Recurrence;

/// How many counters there are; a power of two.
const COUNTERS: usize = 4096;

/// The positions by their keys, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Record<S: StateSize> {
    keys: Vec<u64>,
    /// The positions themselves, where rules look back at them.
    states: Vec<State<S>>,
    /// The most occurrences over which rules look back.
    lookback: u8,
    /// How many of them come from the game.
    of_game: usize,
    /// By the low bits of a key, how many keys there are, so that most need not be looked for.
    counters: Vec<u16>,
}

impl<S: StateSize> Record<S> {
    /// Begins with the positions of the game, each with its key.
    pub(super) fn new(lookback: u8, game: impl IntoIterator<Item = (u64, State<S>)>) -> Self {
        let counters = vec![0; COUNTERS];
        let mut record =
            Self { keys: Vec::new(), states: Vec::new(), lookback, of_game: 0, counters };
        game.into_iter().for_each(|(key, state)| record.push(key, &state));
        record.of_game = record.keys.len();
        record
    }

    /// Adds a position of the path.
    pub(super) fn push(&mut self, key: u64, state: &State<S>) {
        self.keys.push(key);
        if self.lookback > 0 {
            self.states.push(*state);
        }
        self.counters[counter(key)] += 1;
    }

    /// Takes the last position of the path back.
    pub(super) fn pop(&mut self) {
        self.states.pop();
        if let Some(key) = self.keys.pop() {
            self.counters[counter(key)] -= 1;
        }
    }

    /// Returns how the position would have come back if it occurred once more; `None` if it never has occurred.
    pub(super) fn recurrence(&self, key: u64) -> Option<Recurrence<State<S>>> {
        let count = self.occurrences(key)?;
        let before = self.states.iter().zip(&self.keys).rev();
        let before = before.map(|(state, &other)| (*state, other == key));
        // What the search has brought about once is what it would bring about again and again.
        let lookback = if count == u32::MAX { self.lookback.min(2) } else { self.lookback };
        Some(Recurrence::with_before(count, lookback, before))
    }

    /// Returns how often the position would have occurred if it occurred once more; `None` if it never has. One that the
    /// search itself has brought about can be brought about again and again.
    fn occurrences(&self, key: u64) -> Option<u32> {
        if self.counters[counter(key)] == 0 {
            return None;
        }
        // The last position of the game is the root.
        let path = self.of_game.saturating_sub(1);
        if self.keys[path..].contains(&key) {
            return Some(u32::MAX);
        }
        let count = self.keys[..path].iter().filter(|&&other| other == key).count();
        u32::try_from(count).ok().filter(|&count| count > 0).map(|count| count + 1)
    }
}

fn counter(key: u64) -> usize {
    usize::try_from(key & (COUNTERS as u64 - 1)).unwrap_or(0)
}

//! The positions of the game and of the path of the search, for repetition.

use crate::play::playouts::identity::is_open;
use crate::play::search::Walker;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::Recurrence;

/// How many counters there are; a power of two.
const COUNTERS: usize = 4096;

/// The positions by their rough keys, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Record<S: StateSize> {
    keys: Vec<u64>,
    /// The positions themselves, where rules look back at them.
    states: Vec<State<S>>,
    /// The positions that the rough key may not distinguish.
    open: Vec<Open<S>>,
    /// The most occurrences over which rules look back.
    lookback: u8,
    /// How many of them come from the game; the last of these is the root.
    of_game: usize,
    /// The fewest occurrences that matter.
    pub(super) least: u32,
    /// Whether positions that the search itself has brought about count.
    pub(super) counts_path: bool,
    /// By the low bits of a key, how many keys there are, so that most need not be looked for.
    counters: Vec<u16>,
}

/// A position that the rough key may not distinguish from others.
#[derive(Clone, Debug)]
struct Open<S: StateSize> {
    /// Its place among all.
    place: usize,
    state: State<S>,
    /// What stands for all that it is compared by, once that was asked for.
    identity: Option<u64>,
}

/// How a position comes back.
#[derive(Clone, Debug)]
pub(super) struct Return<S: StateSize> {
    /// How often it has occurred, this time included, and what lay between.
    pub(super) recurrence: Recurrence<State<S>>,
    /// Whether the search itself has brought it about: it can do so again and again.
    pub(super) is_on_path: bool,
}

impl<S: StateSize> Record<S> {
    /// Makes one without positions.
    pub(super) fn new(lookback: u8) -> Self {
        Self {
            keys: Vec::new(),
            states: Vec::new(),
            open: Vec::new(),
            lookback,
            of_game: 0,
            least: 2,
            counts_path: true,
            counters: vec![0; COUNTERS],
        }
    }

    /// Begins with the positions of the game.
    pub(super) fn of_game(
        walker: &mut Walker<'_, S>,
        lookback: u8,
        game: impl IntoIterator<Item = State<S>>,
    ) -> Self {
        let mut record = Self::new(lookback);
        for state in game {
            let mut node = walker.node(&state);
            let (key, _) = walker.keys(&mut node);
            walker.recycle(node);
            record.push(key, &state, walker);
        }
        record.of_game = record.keys.len();
        record
    }

    /// Returns how often any position has occurred in the game, at most, as far as rough keys tell.
    pub(super) fn most_occurrences(&self) -> u32 {
        let game = &self.keys[..self.of_game];
        let times = |key: &u64| game.iter().filter(|other| *other == key).count();
        u32::try_from(game.iter().map(times).max().unwrap_or(1)).unwrap_or(u32::MAX)
    }

    /// Adds a position of the path.
    #[inline]
    pub(super) fn push(&mut self, key: u64, state: &State<S>, walker: &Walker<'_, S>) {
        if self.lookback > 0 {
            self.states.push(*state);
        }
        if is_open(walker.program, state) {
            self.open.push(Open { place: self.keys.len(), state: *state, identity: None });
        }
        self.keys.push(key);
        self.counters[counter(key)] += 1;
    }

    /// Takes the last position of the path back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.states.pop();
        if let Some(key) = self.keys.pop() {
            self.counters[counter(key)] -= 1;
        }
        self.open.pop_if(|open| open.place >= self.keys.len());
    }

    /// Returns how a position would have come back if it occurred once more; `None` if not so often that it matters.
    pub(super) fn recurrence(
        &mut self,
        key: u64,
        state: &State<S>,
        walker: &mut Walker<'_, S>,
    ) -> Option<Return<S>> {
        let counted = if self.counts_path { self.keys.len() } else { self.of_game };
        let times = |same: &[usize]| {
            let same = same.iter().filter(|&&place| place < counted).count();
            u32::try_from(same).unwrap_or(u32::MAX).saturating_add(1)
        };
        if u32::from(self.counters[counter(key)]) + 1 < self.least {
            return None;
        }
        let alike = self.keys.iter().enumerate().filter(|(_, other)| **other == key);
        let mut same: Vec<usize> = alike.map(|(place, _)| place).collect();
        if times(&same) < self.least {
            return None;
        }
        let now = if is_open(walker.program, state) { walker.identity(state, key) } else { key };
        same.retain(|&place| Self::identity(&mut self.open, place, key, walker) == now);
        let (last, count) = (*same.last()?, times(&same));
        if count < self.least {
            return None;
        }
        let before = self.states.iter().enumerate().rev();
        let before = before.map(|(place, state)| (*state, same.contains(&place)));
        let recurrence = Recurrence::with_before(count, self.lookback, before);
        // The last position of the game is the root.
        Some(Return { recurrence, is_on_path: last >= self.of_game.saturating_sub(1) })
    }

    /// Returns what stands for all that the position at a place, with some rough key, is compared by.
    fn identity(open: &mut [Open<S>], place: usize, key: u64, walker: &mut Walker<'_, S>) -> u64 {
        let Ok(found) = open.binary_search_by_key(&place, |open| open.place) else { return key };
        let Open { state, identity, .. } = &mut open[found];
        *identity.get_or_insert_with(|| walker.identity(state, key))
    }

    /// Returns how a position of the path would come back if the search brought it about again and again. Rules that look
    /// back see the same each time.
    pub(super) fn forever(&self, recurrence: &Recurrence<State<S>>) -> Recurrence<State<S>> {
        let before = recurrence.before.iter().copied();
        Recurrence::with_before(u32::MAX, self.lookback.min(2), before)
    }
}

fn counter(key: u64) -> usize {
    usize::try_from(key & (COUNTERS as u64 - 1)).unwrap_or(0)
}

//! The transposition table.

use super::values::is_decided;
use crate::play::search::StepWord;

/// How a value in the table is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// There is no value.
    #[default]
    Nothing,
    /// The true value is at least as high.
    Lower,
    /// The true value is at most as high.
    Upper,
    /// It is the true value.
    Exact,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    /// The step that was best.
    pub(super) word: StepWord,
    value: i16,
    /// What the evaluation said.
    pub(super) evaluation: i16,
    /// The depth that was left.
    pub(super) depth: i8,
    /// How to read the value.
    pub(super) bound: Bound,
    /// The number of the search.
    age: u8,
}

/// How many entries a key can go to.
const WAYS: usize = 4;

/// How many entries are looked at to tell how full the table is.
const SAMPLE: usize = 1000;

/// The table: keys of 64 bits are kept whole.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

impl Table {
    /// Makes a table of at most so many bytes, and of a few entries at least.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (WAYS * size_of::<Entry>())).max(64);
        let mut entries = Vec::new();
        if entries.try_reserve_exact(buckets * WAYS).is_err() {
            entries.reserve_exact(64 * WAYS);
        }
        let room = entries.capacity() / WAYS * WAYS;
        entries.resize(room, Entry::default());
        Self { entries, age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
        self.age = 0;
    }

    /// Begins another search: what is in the table is older than what will be found.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.entries.len() / WAYS) as u128;
        let bucket = (u128::from(key) * buckets) >> 64;
        usize::try_from(bucket).unwrap_or(0) * WAYS
    }

    /// Returns what is known of a node.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let start = self.bucket(key);
        let bucket = &self.entries[start..start + WAYS];
        bucket.iter().find(|entry| entry.key == key).copied()
    }

    /// Remembers a node. The value is given as seen from the root.
    pub(super) fn put(
        &mut self,
        key: u64,
        (value, bound): (i32, Bound),
        (depth, evaluation): (i32, i32),
        (word, ply): (Option<StepWord>, usize),
    ) {
        let (start, age) = (self.bucket(key), self.age);
        let bucket = &mut self.entries[start..start + WAYS];
        let worth = |entry: &Entry| {
            let years = i32::from(age.wrapping_sub(entry.age));
            if entry.key == key { i32::MIN } else { i32::from(entry.depth) - 8 * years }
        };
        let Some(entry) = bucket.iter_mut().min_by_key(|entry| worth(entry)) else { return };
        let same = entry.key == key;
        if same
            && bound != Bound::Exact
            && entry.age == age
            && i32::from(entry.depth) > depth + 3
            && entry.bound != Bound::Nothing
        {
            return;
        }
        let word = word.unwrap_or(if same { entry.word } else { StepWord::default() });
        let (value, evaluation) = (narrow(away_from_root(value, ply)), narrow(evaluation));
        let depth = i8::try_from(depth.clamp(-8, 120)).unwrap_or(0);
        *entry = Entry { key, word, value, evaluation, depth, bound, age };
    }

    /// Returns how full the table is with what this search has found, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.entries[..SAMPLE.min(self.entries.len())];
        let used = |entry: &&Entry| entry.key != 0 && entry.age == self.age;
        let used = sample.iter().filter(used).count() * 1000 / sample.len().max(1);
        u32::try_from(used).unwrap_or(1000)
    }
}

impl Entry {
    /// Returns the value as seen from the root.
    pub(super) fn value(&self, ply: usize) -> i32 {
        let (value, turns) = (i32::from(self.value), i32::try_from(ply).unwrap_or(0));
        if is_decided(value) { value - value.signum() * turns } else { value }
    }

    /// Returns a value that ends the search of a node, if there is one.
    pub(super) fn cut(&self, (alpha, beta): (i32, i32), depth: i32, ply: usize) -> Option<i32> {
        let value = self.value(ply);
        let fits = match self.bound {
            Bound::Nothing => false,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
            Bound::Exact => true,
        };
        (fits && i32::from(self.depth) >= depth).then_some(value)
    }
}

/// Wins and losses are kept as seen from the node, as it may be met at another distance from the root.
fn away_from_root(value: i32, ply: usize) -> i32 {
    let turns = i32::try_from(ply).unwrap_or(0);
    if is_decided(value) { value + value.signum() * turns } else { value }
}

fn narrow(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(0)
}

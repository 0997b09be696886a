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
    word: StepWord,
    value: i16,
    /// What the evaluation said.
    pub(super) evaluation: i16,
    /// The depth that was left.
    pub(super) depth: i8,
    /// How to read the value.
    pub(super) bound: Bound,
}

/// How many entries a key can go to.
const WAYS: usize = 3;

/// How many buckets are looked at to tell how full the table is.
const SAMPLE: usize = 333;

/// The entries for keys with the same highest bits: what a processor brings from memory at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    words: [StepWord; WAYS],
    /// The lower halves of the keys; 0 where nothing is known.
    keys: [u32; WAYS],
    values: [i16; WAYS],
    evaluations: [i16; WAYS],
    depths: [i8; WAYS],
    bounds: [Bound; WAYS],
    /// The numbers of the searches.
    ages: [u8; WAYS],
}

/// The table: of keys of 64 bits, the highest choose the bucket and the lower half is kept.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// Makes a table of at most so many bytes, and of a few entries at least.
    pub(super) fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(64);
        let mut buckets = Vec::new();
        if buckets.try_reserve_exact(count).is_err() {
            buckets.reserve_exact(64);
        }
        buckets.resize(buckets.capacity().min(count), Bucket::default());
        Self { buckets, age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// Begins another search: what is in the table is older than what will be found.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> usize {
        let bucket = (u128::from(key) * self.buckets.len() as u128) >> 64;
        usize::try_from(bucket).unwrap_or(0)
    }

    /// Returns what is known of a node.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)];
        let way = bucket.keys.iter().position(|known| *known == verifying(key))?;
        Some(Entry {
            word: bucket.words[way],
            value: bucket.values[way],
            evaluation: bucket.evaluations[way],
            depth: bucket.depths[way],
            bound: bucket.bounds[way],
        })
    }

    /// Remembers a node. The value is given as seen from the root.
    pub(super) fn put(
        &mut self,
        key: u64,
        (value, bound): (i32, Bound),
        (depth, evaluation): (i32, i32),
        (word, ply): (Option<StepWord>, usize),
    ) {
        let (place, age) = (self.bucket(key), self.age);
        let (bucket, key) = (&mut self.buckets[place], verifying(key));
        let worth = |way: usize| {
            let years = i32::from(age.wrapping_sub(bucket.ages[way]));
            if bucket.keys[way] == key {
                i32::MIN
            } else {
                i32::from(bucket.depths[way]) - 8 * years
            }
        };
        let Some(way) = (0..WAYS).min_by_key(|&way| worth(way)) else { return };
        let same = bucket.keys[way] == key;
        if same
            && bound != Bound::Exact
            && bucket.ages[way] == age
            && i32::from(bucket.depths[way]) > depth + 3
            && bucket.bounds[way] != Bound::Nothing
        {
            return;
        }
        if let Some(word) = word {
            bucket.words[way] = word;
        } else if !same {
            bucket.words[way] = StepWord::default();
        }
        bucket.keys[way] = key;
        bucket.values[way] = narrow(away_from_root(value, ply));
        bucket.evaluations[way] = narrow(evaluation);
        bucket.depths[way] = i8::try_from(depth.clamp(-8, 120)).unwrap_or(0);
        bucket.bounds[way] = bound;
        bucket.ages[way] = age;
    }

    /// Returns how full the table is with what this search has found, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.buckets[..SAMPLE.min(self.buckets.len())];
        let used = sample.iter().map(|bucket| {
            (0..WAYS).filter(|&way| bucket.keys[way] != 0 && bucket.ages[way] == self.age).count()
        });
        let used = used.sum::<usize>() * 1000 / (WAYS * sample.len()).max(1);
        u32::try_from(used).unwrap_or(1000)
    }
}

/// Returns the half of a key that tells entries of a bucket apart: never 0, which stands for none.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
fn verifying(key: u64) -> u32 {
    (key as u32).max(1)
}

impl Entry {
    /// Returns the value as seen from the root.
    pub(super) fn value(&self, ply: usize) -> i32 {
        let (value, turns) = (i32::from(self.value), i32::try_from(ply).unwrap_or(0));
        if is_decided(value) { value - value.signum() * turns } else { value }
    }

    /// Returns the step that was best, if one was better than expected.
    pub(super) fn step(&self) -> Option<StepWord> {
        (self.word != StepWord::default()).then_some(self.word)
    }

    /// Returns a value that the node is known to have at least, if the game is not decided.
    pub(super) fn at_least(&self, ply: usize) -> Option<i32> {
        let value = self.value(ply);
        let fits = matches!(self.bound, Bound::Lower | Bound::Exact);
        (fits && !is_decided(value)).then_some(value)
    }

    /// Returns an evaluation corrected by what a search has found.
    pub(super) fn refine(&self, evaluation: i32, ply: usize) -> i32 {
        let value = self.value(ply);
        let is_better = match self.bound {
            Bound::Nothing => false,
            Bound::Lower => value > evaluation,
            Bound::Upper => value < evaluation,
            Bound::Exact => true,
        };
        if is_better && !is_decided(value) { value } else { evaluation }
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

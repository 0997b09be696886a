//! The transposition table. Several threads may read it and write to it at once.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

use super::memory;
use super::outcome::Window;
use super::values::is_decided;
use crate::play::search::StepWord;

/// How a value in the table is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// There is no value.
    Nothing,
    /// The true value is at least as high.
    Lower,
    /// The true value is at most as high.
    Upper,
    /// It is the true value.
    Exact,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    word: StepWord,
    value: i16,
    /// What the evaluation said, or `UNJUDGED`.
    evaluation: i16,
    /// The depth that was left.
    pub(super) depth: i8,
    bound: Bound,
    /// The number of the search.
    age: u8,
}

/// What is stored of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    /// As seen from the root.
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The depth that was left.
    pub(super) depth: i32,
    /// The static evaluation, if there is one.
    pub(super) evaluation: Option<i32>,
    /// The best step, if one raised alpha.
    pub(super) step: Option<StepWord>,
}

/// Stands for an evaluation where there was none. None is as low.
const UNJUDGED: i16 = i16::MIN;

/// How many entries a key can go to.
const WAYS: usize = 3;

/// How many buckets are sampled to estimate how full the table is.
const SAMPLE: usize = 333;

/// The entries for keys with the same highest bits: what a processor brings from memory at once.
///
/// Each part is written for itself, so that two threads that write at once may leave an entry made of parts of both. A few
/// bits of the rest show whether it belongs to the key and the word beside it.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    words: [AtomicU64; WAYS],
    rests: [AtomicU64; WAYS],
    /// The lower halves of the keys; 0 where nothing is known.
    keys: [AtomicU32; WAYS],
}

impl Entry {
    /// Writes all but the word in 50 bits, and above them 14 bits that show to what they belong.
    fn packed(self, check: u64) -> u64 {
        u64::from(self.value.cast_unsigned())
            | u64::from(self.evaluation.cast_unsigned()) << 16
            | u64::from(self.depth.cast_unsigned()) << 32
            | u64::from(self.age) << 40
            | (self.bound as u64) << 48
            | check << 50
    }

    #[expect(clippy::cast_possible_truncation, reason = "each part has its own bits")]
    fn of(word: u64, packed: u64) -> Self {
        Self {
            word: StepWord::of_bits(word),
            value: (packed as u16).cast_signed(),
            evaluation: ((packed >> 16) as u16).cast_signed(),
            depth: ((packed >> 32) as u8).cast_signed(),
            age: (packed >> 40) as u8,
            bound: match packed >> 48 & 3 {
                0 => Bound::Nothing,
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
        }
    }
}

/// Returns 14 bits that depend on a key and on the word of a step.
fn check_bits(key: u32, word: u64) -> u64 {
    ((word ^ u64::from(key)).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 50
}

impl Bucket {
    fn entry(&self, way: usize) -> Entry {
        Entry::of(self.words[way].load(Relaxed), self.rests[way].load(Relaxed))
    }

    #[inline]
    fn key(&self, way: usize) -> u32 {
        self.keys[way].load(Relaxed)
    }
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
        let mut buckets: Vec<Bucket> = memory::reserve(count);
        if buckets.capacity() < count {
            buckets.reserve_exact(64);
        }
        buckets.resize_with(buckets.capacity().min(count), Bucket::default);
        Self { buckets, age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
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

    /// Prefetches what is known of a node, as the table is going to be probed for it soon.
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "chess is searched 5 % faster, and nothing is read or written"
        )
    )]
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = &raw const self.buckets[self.bucket(key)];
            // SAFETY: to bring something nearer reads and writes nothing, and all processors of this kind can do it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns what is known of a node.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let (bucket, key) = (&self.buckets[self.bucket(key)], verifying(key));
        let way = (0..WAYS).find(|&way| bucket.key(way) == key)?;
        let (word, packed) = (bucket.words[way].load(Relaxed), bucket.rests[way].load(Relaxed));
        (packed >> 50 == check_bits(key, word)).then(|| Entry::of(word, packed))
    }

    /// Stores what is known of a node so many turns from the root.
    pub(super) fn store(&self, key: u64, stored: Stored, ply: usize) {
        let Stored { value, bound, depth, evaluation, step } = stored;
        let (bucket, key, age) = (&self.buckets[self.bucket(key)], verifying(key), self.age);
        let worth = |way: usize| {
            if bucket.key(way) == key {
                return i32::MIN;
            }
            let old = bucket.entry(way);
            i32::from(old.depth) - 8 * i32::from(age.wrapping_sub(old.age))
        };
        let Some(way) = (0..WAYS).min_by_key(|&way| worth(way)) else { return };
        let same = bucket.key(way) == key;
        let old = bucket.entry(way);
        if same
            && bound != Bound::Exact
            && old.age == age
            && i32::from(old.depth) > depth + 3
            && old.bound != Bound::Nothing
        {
            return;
        }
        let known = if same { old.word } else { StepWord::default() };
        let word = step.unwrap_or(known);
        let turns = i32::try_from(ply).unwrap_or(0);
        let entry = Entry {
            word,
            // Wins and losses are kept as seen from the node, as it may be met at another distance from the root.
            value: narrow(if is_decided(value) { value + value.signum() * turns } else { value }),
            evaluation: evaluation.map_or(UNJUDGED, narrow),
            depth: i8::try_from(depth.clamp(-8, 120)).unwrap_or(0),
            bound,
            age,
        };
        bucket.keys[way].store(key, Relaxed);
        bucket.words[way].store(word.bits(), Relaxed);
        bucket.rests[way].store(entry.packed(check_bits(key, word.bits())), Relaxed);
    }

    /// Returns how full the table is with what this search has found, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.buckets[..SAMPLE.min(self.buckets.len())];
        let used = sample.iter().map(|bucket| {
            (0..WAYS)
                .filter(|&way| bucket.key(way) != 0 && bucket.entry(way).age == self.age)
                .count()
        });
        let used = used.sum::<usize>() * 1000 / (WAYS * sample.len()).max(1);
        u32::try_from(used).unwrap_or(1000)
    }
}

/// Returns the half of a key that distinguishes the entries of a bucket: never 0, which stands for none.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
fn verifying(key: u64) -> u32 {
    (key as u32).max(1)
}

impl Entry {
    /// Returns what the evaluation said, if it was asked.
    pub(super) fn evaluation(&self) -> Option<i32> {
        (self.evaluation != UNJUDGED).then_some(i32::from(self.evaluation))
    }

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

    /// Returns a value that cuts the search of a node off, if there is one.
    pub(super) fn cutoff(&self, window: Window, depth: i32, ply: usize) -> Option<i32> {
        let value = self.value(ply);
        let fits = match self.bound {
            Bound::Nothing => false,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
            Bound::Exact => true,
        };
        (fits && i32::from(self.depth) >= depth).then_some(value)
    }
}

fn narrow(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(0)
}

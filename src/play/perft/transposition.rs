//! A transposition table for counts.

/// A table of fixed size from the keys of states to counts of turn sequences; new entries replace old ones.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    entries: Vec<Entry>,
    /// The number of lookups.
    pub(crate) lookups: u64,
    /// The number of lookups that found a count.
    pub(crate) hits: u64,
}

/// Key, depth and count; all zero in an empty entry. Plain numbers, as a list of zeros is allocated without touching its
/// memory.
type Entry = [u64; 3];

impl TranspositionTable {
    /// Makes an empty table of at most `bytes` bytes, but at least one entry. `None` if the memory is not available.
    pub(crate) fn new(bytes: usize) -> Option<Self> {
        let size = (bytes / size_of::<Entry>()).max(1);
        // Fails if the memory is not available.
        let mut room: Vec<Entry> = Vec::new();
        room.try_reserve_exact(size).ok()?;
        drop(room);
        // Zeros: the system provides the memory when it is first touched.
        let entries = vec![[0; 3]; size];
        Some(Self { entries, lookups: 0, hits: 0 })
    }

    fn place(&self, key: u64) -> usize {
        let wide = u128::from(key) * (self.entries.len() as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Returns the count for a state and depth, if it is in the table. `depth` is at least 1.
    pub(crate) fn get(&mut self, key: u64, depth: u32) -> Option<u64> {
        let place = self.place(key);
        let [entry_key, entry_depth, count] = self.entries[place];
        self.lookups += 1;
        let known = entry_depth == u64::from(depth) && entry_key == key;
        self.hits += u64::from(known);
        known.then_some(count)
    }

    /// Enters the count for a state and depth.
    pub(crate) fn set(&mut self, key: u64, depth: u32, count: u64) {
        let place = self.place(key);
        self.entries[place] = [key, u64::from(depth), count];
    }
}

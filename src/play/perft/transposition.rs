//! A transposition table for counts.

/// What is known of how many turns follow from states: a table of fixed size, in which new entries replace old ones.
#[derive(Debug)]
pub struct TranspositionTable {
    entries: Vec<Entry>,
    /// How often something was looked for.
    pub asked: u64,
    /// How often it was there.
    pub found: u64,
}

/// A key, a depth and a count. All are zero where nothing is known. Plain numbers, as only a list of such zeros is made
/// without touching its memory.
type Entry = [u64; 3];

impl TranspositionTable {
    /// Makes an empty table of at most that many bytes; of at least one entry. `None` if there is not so much memory.
    pub fn new(bytes: usize) -> Option<Self> {
        let size = (bytes / size_of::<Entry>()).max(1);
        // Whether there is so much memory.
        let mut room: Vec<Entry> = Vec::new();
        room.try_reserve_exact(size).ok()?;
        drop(room);
        // All zeros: the system hands the memory out when it is first touched, and not before.
        let entries = vec![[0; 3]; size];
        Some(Self { entries, asked: 0, found: 0 })
    }

    fn place(&self, key: u64) -> usize {
        let wide = u128::from(key) * (self.entries.len() as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Returns how many turns follow, if that is known. `depth` is at least 1.
    pub fn get(&mut self, key: u64, depth: u32) -> Option<u64> {
        let place = self.place(key);
        let [entry_key, entry_depth, count] = self.entries[place];
        self.asked += 1;
        let known = entry_depth == u64::from(depth) && entry_key == key;
        self.found += u64::from(known);
        known.then_some(count)
    }

    /// Notes how many turns follow.
    pub fn set(&mut self, key: u64, depth: u32, count: u64) {
        let place = self.place(key);
        self.entries[place] = [key, u64::from(depth), count];
    }
}

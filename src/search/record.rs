//! The positions of the game and of the path of the search, for repetition.

/// How many counters there are; a power of two.
const COUNTERS: usize = 4096;

/// The positions by their keys, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Record {
    keys: Vec<u64>,
    /// How many of them come from the game.
    of_game: usize,
    /// By the low bits of a key, how many keys there are, so that most need not be looked for.
    counters: Vec<u16>,
}

impl Record {
    /// Begins with the positions of the game.
    pub(super) fn new(game: impl IntoIterator<Item = u64>) -> Self {
        let mut record = Self { keys: Vec::new(), of_game: 0, counters: vec![0; COUNTERS] };
        game.into_iter().for_each(|key| record.push(key));
        record.of_game = record.keys.len();
        record
    }

    /// Adds a position of the path.
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        self.counters[counter(key)] += 1;
    }

    /// Takes the last position of the path back.
    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.counters[counter(key)] -= 1;
        }
    }

    /// Returns how often the position would have occurred if it occurred once more; `None` if it never has. One that the
    /// search itself has brought about can be brought about again and again.
    pub(super) fn occurrences(&self, key: u64) -> Option<u32> {
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

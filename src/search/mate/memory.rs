//! What is known of positions: in how many turns they are won, and in how many not.

use crate::play::search::StepWord;

/// How many slots a key may be in.
const WAYS: usize = 4;

/// What is known of one position, for one attacker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// One more than the fewest turns in which it is known to be won; 0 if none are.
    won: u8,
    /// One more than the most turns in which it is known not to be won; 0 if none are.
    kept: u8,
    /// The step to try first.
    word: u64,
}

impl Known {
    /// Returns whether it is won in so many turns, if that is known.
    pub(super) fn answer(self, left: u8) -> Option<bool> {
        if self.won > 0 && self.won <= left.saturating_add(1) {
            return Some(true);
        }
        (self.kept > left).then_some(false)
    }

    /// Returns the step to try first.
    pub(super) fn step(self) -> Option<StepWord> {
        (self.word != 0).then(|| StepWord::of_bits(self.word))
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    known: Known,
}

/// A table of positions by their keys. Two that have the same key of 64 bits are taken for the same.
#[derive(Debug)]
pub(super) struct Memory {
    slots: Vec<Slot>,
}

impl Memory {
    /// Makes a table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let groups = (bytes / (WAYS * size_of::<Slot>())).max(1);
        let groups = if groups.is_power_of_two() { groups } else { groups.next_power_of_two() / 2 };
        Self { slots: vec![Slot::default(); groups * WAYS] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill(Slot::default());
    }

    fn group(&self, key: u64) -> usize {
        let groups = (self.slots.len() / WAYS) as u64;
        usize::try_from((key >> 7) & (groups - 1)).unwrap_or(0) * WAYS
    }

    /// Returns what is known of a position.
    pub(super) fn get(&self, key: u64) -> Known {
        let first = self.group(key);
        let slots = &self.slots[first..first + WAYS];
        slots.iter().find(|slot| slot.key == key).map_or_else(Known::default, |slot| slot.known)
    }

    /// Notes whether a position is won in so many turns, and which step to try first.
    pub(super) fn put(&mut self, key: u64, left: u8, is_won: bool, word: Option<StepWord>) {
        let first = self.group(key);
        let slots = &mut self.slots[first..first + WAYS];
        let number = slots.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            let effort = |slot: &Slot| slot.known.won.max(slot.known.kept);
            let least = (0..WAYS).min_by_key(|&number| effort(&slots[number])).unwrap_or(0);
            slots[least] = Slot { key, known: Known::default() };
            least
        });
        let known = &mut slots[number].known;
        let more = left.saturating_add(1);
        if is_won {
            known.won = if known.won == 0 { more } else { known.won.min(more) };
        } else {
            known.kept = known.kept.max(more);
        }
        if let Some(word) = word {
            known.word = word.bits();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_won_soon_is_won_later_and_what_holds_long_holds_before() {
        let mut memory = Memory::new(1 << 12);
        memory.put(77, 3, false, None);
        memory.put(77, 5, true, None);
        let known = memory.get(77);
        let answers: Vec<_> = (2..7).map(|left| known.answer(left)).collect();
        assert_eq!(answers, [Some(false), Some(false), None, Some(true), Some(true)]);
        assert_eq!(memory.get(78).answer(0), None);
        memory.clear();
        assert_eq!(memory.get(77).answer(5), None);
    }
}

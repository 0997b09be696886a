//! Where the generator's decisions come from.

use fairyring::state::Random;

/// Decides: by the bytes it was given for as long as there are any, then by numbers that look random.
#[derive(Debug)]
pub struct Dice<'a> {
    bytes: &'a [u8],
    random: Random,
}

impl<'a> Dice<'a> {
    /// Makes dice that follow from a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self { bytes: &[], random: Random::new(seed) }
    }

    /// Makes dice that show the bytes first.
    #[allow(dead_code, reason = "fuzzing decides by bytes")]
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Self { bytes, random: Random::new(0) }
    }

    /// Returns a number below `end`, 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        match self.bytes.split_first() {
            Some((&first, rest)) => {
                self.bytes = rest;
                usize::from(first) % end.max(1)
            }
            None => self.random.below(end),
        }
    }

    /// Returns a number from the first to the last.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last + 1 - first)
    }

    /// Says yes so many times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns one of several; there must be one.
    pub fn pick<'b, T: ?Sized>(&mut self, among: &[&'b T]) -> &'b T {
        among[self.below(among.len())]
    }

    /// Returns one of several names; there must be one.
    pub fn name(&mut self, among: &[String]) -> String {
        among[self.below(among.len())].clone()
    }
}

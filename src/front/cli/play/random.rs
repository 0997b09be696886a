//! Random numbers that are the same everywhere for the same seed.

/// What the state grows by.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The `SplitMix64` generator: a counter with a good mixing function behind it.
#[derive(Clone, Debug)]
pub(in crate::front::cli) struct Random {
    state: u64,
}

impl Random {
    /// Makes a generator; the same seed gives the same numbers.
    pub(in crate::front::cli) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Makes one of many generators that a seed stands for, by its number: each begins somewhere else.
    pub(in crate::front::cli) fn stream(seed: u64, number: u64) -> Self {
        // The number's output of the seed's own generator: the same seed and number give the same stream.
        Self::new(Self::new(seed.wrapping_add(number.wrapping_mul(GAMMA))).next())
    }

    /// Returns the next number.
    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `count`, or 0 if that is 0.
    pub(in crate::front::cli) fn below(&mut self, count: usize) -> usize {
        let count = u128::try_from(count).unwrap_or(0);
        usize::try_from((u128::from(self.next()) * count) >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first numbers for the seed 1234567, as the published generator gives them.
    #[test]
    fn published_numbers() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn streams_begin_with_the_numbers_of_the_seed() {
        let mut seed = Random::new(7);
        for number in 0..3 {
            let begin = Random::stream(7, number).state;
            assert_eq!(begin, seed.next());
        }
    }

    #[test]
    fn numbers_stay_below() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.below(3) < 3));
        assert_eq!(random.below(0), 0);
    }
}

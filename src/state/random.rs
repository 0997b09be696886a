//! Numbers that look random and are the same everywhere for the same seed.

/// What the state grows by.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The `SplitMix64` generator (Steele, Lea and Flood, 2014): a counter with a good mixing function behind it.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Makes a generator; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Makes one of many generators that a seed stands for, by its number: each begins somewhere else.
    pub fn stream(seed: u64, number: u64) -> Self {
        // The number's output of the seed's own generator: the same seed and number give the same stream.
        Self::new(Self::new(seed.wrapping_add(number.wrapping_mul(GAMMA))).number())
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `count`, or 0 if that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let wide = u128::from(self.number()) * (count as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Returns one of a list; nothing if it is empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first numbers for the seed 1234567, as the published generator gives them.
    #[test]
    fn published_numbers() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.number()).collect();
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
            assert_eq!(begin, seed.number());
        }
    }

    #[test]
    fn numbers_stay_below() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.below(3) < 3));
        assert_eq!(random.below(0), 0);
    }
}

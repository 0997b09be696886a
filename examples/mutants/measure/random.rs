//! Numbers that look random and are the same at every run.

/// A generator (splitmix64); what it holds is its seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let wide = self.next() % (end.max(1) as u64);
        usize::try_from(wide).unwrap_or(0)
    }

    /// Returns one of several.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns another letter or digit of the same sort.
    pub fn like(&mut self, letter: char) -> char {
        let sort = match letter {
            'A'..='Z' => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            '0'..='9' => "0123456789",
            _ => "abcdefghijklmnopqrstuvwxyz",
        };
        let others: Vec<char> = sort.chars().filter(|other| *other != letter).collect();
        self.pick(&others)
    }
}

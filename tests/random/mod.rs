//! Numbers that look random and are the same at every run.

/// A generator (splitmix64); what it holds is its seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns the next number.
    pub fn next(&mut self) -> u64 {
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
}

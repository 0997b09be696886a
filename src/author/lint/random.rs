//! Numbers that look like chance and are the same in every run.

/// A row of numbers.
pub(super) struct Random(u64);

impl Random {
    /// Begins the row.
    pub(super) const fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// Returns a number below a bound; nothing if the bound is 0.
    pub(super) fn below(&mut self, bound: usize) -> Option<usize> {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = usize::try_from(self.0 >> 33).ok()?;
        number.checked_rem(bound)
    }

    /// Returns one of a list; nothing if it is empty.
    pub(super) fn of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let number = self.below(list.len())?;
        list.get(number).copied()
    }
}

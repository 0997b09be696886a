//! What quiescence may cost.

/// The most that is spent from one leaf of the tree: where captures come to an end, as in most games, it is never reached.
const MOST: u32 = 2000;

/// What is allowed from the first leaf.
const FIRST: u32 = 400;

/// The least that is allowed from one leaf.
const LEAST: u32 = 16;

/// So many steps cost as much as another node.
const STEPS: usize = 8;

/// What may be spent from a leaf of the tree on captures that follow each other.
///
/// Where nearly every turn captures, there is no quiet position within reach. There less and less is allowed, so that the
/// time goes into turns that are looked at in full; where captures come to an end, more is allowed again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// What is allowed from a leaf.
    allowed: u32,
    /// What is left of it.
    left: u32,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { allowed: FIRST, left: FIRST }
    }
}

impl Allowance {
    /// Begins at another leaf.
    pub(super) fn begin(&mut self) {
        self.left = self.allowed;
    }

    /// Ends at a leaf: what was spent decides what is allowed from the next.
    pub(super) fn end(&mut self) {
        self.allowed = if self.is_spent() {
            (self.allowed / 2).max(LEAST)
        } else {
            (self.allowed + self.allowed / 64 + 1).min(MOST)
        };
        self.left = self.allowed;
    }

    /// Spends what a node with so many steps costs.
    pub(super) fn spend(&mut self, steps: usize) {
        let cost = u32::try_from(1 + steps / STEPS).unwrap_or(u32::MAX);
        self.left = self.left.saturating_sub(cost);
    }

    /// Returns whether nothing is left.
    pub(super) fn is_spent(self) -> bool {
        self.left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_is_allowed_where_captures_do_not_end() {
        let mut allowance = Allowance::default();
        for _ in 0..20 {
            allowance.begin();
            while !allowance.is_spent() {
                allowance.spend(40);
            }
            allowance.end();
        }
        assert_eq!(allowance.allowed, LEAST);
        for _ in 0..2000 {
            allowance.begin();
            allowance.spend(3);
            allowance.end();
        }
        assert_eq!(allowance.allowed, MOST);
    }
}

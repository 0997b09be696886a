//! How much may be done for many questions together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::work_budget::WorkBudget;

/// What may be done for many questions together, in the units of [`WorkBudget`]; no more than is usual for each of them.
///
/// Clones share what is left.
#[derive(Clone, Debug, Default)]
pub struct Allowance(Option<Arc<Purse>>);

#[derive(Debug)]
struct Purse {
    left: AtomicU64,
    /// Where this comes from.
    of: Allowance,
}

impl Allowance {
    /// For whoever may ask as many questions as there are.
    pub const UNLIMITED: Self = Self(None);

    /// Grants so much work for all questions together.
    pub fn of(work: u64) -> Self {
        Self::UNLIMITED.part(work)
    }

    /// Grants so much of this work, or what is left of it.
    #[must_use]
    pub fn part(&self, work: u64) -> Self {
        let left = AtomicU64::new(work.min(self.left()));
        Self(Some(Arc::new(Purse { left, of: self.clone() })))
    }

    /// Returns how much is left.
    pub fn left(&self) -> u64 {
        match &self.0 {
            Some(purse) => purse.left.load(Ordering::Relaxed).min(purse.of.left()),
            None => u64::MAX,
        }
    }

    /// Tells whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.left() == 0
    }

    /// Begins to count what is done for one question. It is taken from here when the last clone of the count is dropped.
    pub fn budget(&self) -> WorkBudget {
        WorkBudget::within(self.clone())
    }

    /// Takes so much away.
    pub fn spend(&self, work: u64) {
        if let Some(purse) = &self.0 {
            let less = |left: u64| Some(left.saturating_sub(work));
            // The closure always returns something, so that this cannot fail.
            let _before = purse.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
            purse.of.spend(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Allowance;
    use crate::ir::limits::WORK_BUDGET;
    use crate::state::SpendingLimit;

    #[test]
    fn what_is_done_for_a_question_is_taken_from_the_allowance() {
        let all = Allowance::of(100);
        let part = all.part(70);
        let budget = part.budget();
        budget.clone().spend(30);
        assert_eq!(part.left(), 70);
        drop(budget);
        assert_eq!((part.left(), all.left()), (40, 70));
        all.spend(60);
        assert_eq!((part.left(), all.part(70).left()), (10, 10));
        assert_eq!(Allowance::UNLIMITED.part(7).left(), 7);
    }

    #[test]
    fn no_question_has_more_than_is_left() {
        let few = Allowance::of(100);
        let budget = few.budget();
        budget.spend(100);
        assert_eq!(budget.answer(1).ok(), Some(1));
        budget.spend(1);
        assert_eq!(budget.answer(1).unwrap_err().limit, SpendingLimit::Allowance);
        drop(budget);
        assert!(few.is_used_up());
        let budget = Allowance::UNLIMITED.budget();
        budget.spend(usize::try_from(WORK_BUDGET).unwrap() + 1);
        assert_eq!(budget.answer(1).unwrap_err().limit, SpendingLimit::Work);
    }
}

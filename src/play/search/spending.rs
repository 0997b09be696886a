//! How much a walker has done, and whether it may go on.

use super::Walker;
use crate::play::state::sizes::StateSize;

impl<S: StateSize> Walker<'_, S> {
    /// Returns whether a limit of work was met, so that nothing found from now on is worth anything.
    pub(crate) fn has_met_limit(&self) -> bool {
        self.pool.budget.has_met_limit()
    }

    /// Returns how much has been done since steps were last listed between turns, in the units of
    /// [`WorkBudget`](crate::state::WorkBudget).
    pub(crate) fn work(&self) -> u64 {
        self.pool.budget.done()
    }

    /// Returns the same, and begins to count anew.
    pub(crate) fn take_work(&mut self) -> u64 {
        self.pool.budget.replace(0)
    }
}

//! How much may be done to find the turns of one position.

use std::cell::Cell;
use std::rc::Rc;

use crate::ir::limits::MAX_EFFORT;

/// How much has been done for a position: expressions worked out, steps of walks, moves listed.
///
/// Clones share the count, so that whatever is imagined on the way counts as well.
#[derive(Clone, Debug, Default)]
pub struct Effort(Rc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    done: Cell<u64>,
    /// Whether it was too much before another count began.
    was_spent: Cell<bool>,
}

impl Effort {
    /// Counts something more.
    #[inline]
    pub fn spend(&self, amount: usize) {
        self.0.done.set(self.0.done.get().saturating_add(amount as u64));
    }

    /// Tells whether nothing more is to be done.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.0.done.get() > MAX_EFFORT
    }

    /// Tells whether it was ever so, so that turns may have been left out.
    pub fn was_spent(&self) -> bool {
        self.is_spent() || self.0.was_spent.get()
    }

    /// Returns how much has been done.
    #[inline]
    pub fn done(&self) -> u64 {
        self.0.done.get()
    }

    /// Goes on from another count, and returns what was counted so far.
    #[inline]
    pub fn replace(&self, done: u64) -> u64 {
        if self.is_spent() {
            self.0.was_spent.set(true);
        }
        self.0.done.replace(done)
    }
}

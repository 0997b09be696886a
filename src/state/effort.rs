//! How much may be done to find the turns of one position.

use std::cell::Cell;
use std::rc::Rc;

use crate::ir::limits::{MAX_EFFORT, MAX_EFFORT_IN_ALL};

/// How much has been done for a position: expressions worked out, steps of walks, moves listed.
///
/// Clones share the count, so that whatever is imagined on the way counts as well.
#[derive(Clone, Debug, Default)]
pub struct Effort(Rc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    done: Cell<u64>,
    /// How much was done for turns that have been counted, each by itself.
    counted: Cell<u64>,
    /// Whether it was too much before another count began.
    was_spent: Cell<bool>,
}

/// What has been counted for a position whose turns are to be counted further.
#[derive(Clone, Copy, Debug)]
pub struct Paused(u64, u64);

impl Effort {
    /// Begins to count for another position; returns what was counted so far.
    #[inline]
    pub fn pause(&self) -> Paused {
        let counted = self.0.counted.replace(0);
        Paused(self.replace(0), counted)
    }

    /// Goes on to count for a position.
    #[inline]
    pub fn resume(&self, paused: Paused) {
        self.0.counted.set(paused.1);
        self.replace(paused.0);
    }

    /// Goes on from what had been done before a turn that has been counted: the next may take as much, unless all turns
    /// together have taken too much.
    #[inline]
    pub fn rest(&self, before: u64) {
        let counted = self.0.counted.get() + self.done().saturating_sub(before);
        self.0.counted.set(counted);
        self.replace(if counted > MAX_EFFORT_IN_ALL { MAX_EFFORT + 1 } else { before });
    }

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

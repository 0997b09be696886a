//! How much may be done to find the turns of a position.

use std::cell::Cell;
use std::rc::Rc;

use super::allowance::Allowance;
use super::too_much::{SpendingLimit, TooMuch};
use crate::ir::limits::{MAX_TURN_BYTES, MAX_TURNS, WORK_BUDGET, WORK_BUDGET_IN_ALL};
use crate::source::Span;

/// What each position counts for whose turns are counted, besides its squares and turns.
const WORK_OF_POSITION: u64 = 32;

/// How much has been done for a question about turns: expressions worked out, steps of walks, moves listed; and how much
/// memory is in use for the turns.
///
/// Clones share the count, so that whatever is imagined on the way counts as well. Once a limit is met there is no answer
/// any more: whoever asks returns [`WorkBudget::answer`].
#[derive(Clone, Debug, Default)]
pub struct WorkBudget(Rc<Counts>);

#[derive(Debug)]
struct Counts {
    /// How much has been done for the position, or for the turn where turns are counted.
    done: Cell<u64>,
    /// How much that may be; nothing once a limit is met.
    most: Cell<u64>,
    /// How much was done for turns of the position that have been counted, each by itself.
    counted: Cell<u64>,
    /// How much that may be.
    most_counted: Cell<u64>,
    /// How much was done for positions whose turns have been counted.
    passed: Cell<u64>,
    /// How many turns of the position have been followed to be counted further.
    followed: Cell<usize>,
    /// How many bytes are in use for the turns of the position.
    held: Cell<usize>,
    /// The limit that was met.
    met: Cell<Option<SpendingLimit>>,
    /// What was being done then.
    at: Cell<Option<Span>>,
    /// How much may be done for all positions together.
    granted: u64,
    allowance: Allowance,
}

/// What has been counted for a position whose turns are to be counted further.
#[derive(Clone, Copy, Debug)]
pub struct Paused {
    done: u64,
    counted: u64,
    followed: usize,
}

impl Default for Counts {
    fn default() -> Self {
        Self::within(Allowance::UNLIMITED)
    }
}

impl Counts {
    fn within(allowance: Allowance) -> Self {
        let granted = allowance.left();
        Self {
            done: Cell::default(),
            most: Cell::new(granted.min(WORK_BUDGET)),
            counted: Cell::default(),
            most_counted: Cell::new(granted.min(WORK_BUDGET_IN_ALL)),
            passed: Cell::default(),
            followed: Cell::default(),
            held: Cell::default(),
            met: Cell::default(),
            at: Cell::default(),
            granted,
            allowance,
        }
    }

    /// Returns which limit of work is the nearer one.
    fn limit_of_work(&self, usual: u64) -> SpendingLimit {
        let left = self.granted.saturating_sub(self.passed.get());
        if left < usual { SpendingLimit::Allowance } else { SpendingLimit::Work }
    }
}

impl Drop for Counts {
    fn drop(&mut self) {
        let sum = self.passed.get().saturating_add(self.counted.get());
        self.allowance.spend(sum.saturating_add(self.done.get()));
    }
}

impl WorkBudget {
    /// Begins to count within an allowance.
    pub(super) fn within(allowance: Allowance) -> Self {
        Self(Rc::new(Counts::within(allowance)))
    }

    /// Begins to count for another position, to which a turn leads; returns what was counted so far.
    #[inline]
    pub fn pause(&self) -> Paused {
        let counts = &*self.0;
        let followed = counts.followed.replace(0) + 1;
        if followed > MAX_TURNS {
            self.meet(SpendingLimit::Turns);
        }
        let counted = counts.counted.replace(0);
        if counts.granted != u64::MAX {
            self.take_from_grant();
        }
        Paused { done: self.replace(0), counted, followed }
    }

    /// Goes on to count for a position; the other one counts for so much more.
    #[inline]
    pub fn resume(&self, paused: Paused, more: u64) {
        let counts = &*self.0;
        let done = self.replace(paused.done);
        let counted = counts.counted.replace(paused.counted);
        counts.passed.set(counts.passed.get() + done + counted + WORK_OF_POSITION + more);
        counts.followed.set(paused.followed);
    }

    /// Sees to it that no position takes more than is left.
    fn take_from_grant(&self) {
        let counts = &*self.0;
        let left = counts.granted.saturating_sub(counts.passed.get());
        if left == 0 {
            self.meet(SpendingLimit::Allowance);
        }
        counts.most.set(counts.most.get().min(left));
        counts.most_counted.set(WORK_BUDGET_IN_ALL.min(left));
    }

    /// Goes on from what had been done before a turn that has been counted: the next may take as much, unless all turns
    /// together have taken too much.
    #[inline]
    pub fn rest(&self, before: u64) {
        let counts = &*self.0;
        let counted = counts.counted.get() + self.done().saturating_sub(before);
        counts.counted.set(counted);
        self.replace(before);
        if counted > counts.most_counted.get() {
            self.meet(counts.limit_of_work(WORK_BUDGET_IN_ALL));
        }
    }

    /// Counts something more.
    #[inline]
    pub fn spend(&self, amount: usize) {
        self.0.done.set(self.0.done.get().saturating_add(amount as u64));
    }

    /// Tells whether nothing more is to be done.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.0.done.get() > self.0.most.get()
    }

    /// Tells whether a limit has been met for this position or one before it, so that there will be no answer.
    #[inline]
    pub fn has_met_limit(&self) -> bool {
        self.0.met.get().is_some()
    }

    /// Counts so many bytes that are in use for turns.
    pub fn hold(&self, bytes: usize) {
        let held = self.0.held.get().saturating_add(bytes);
        self.0.held.set(held);
        if held > MAX_TURN_BYTES {
            self.meet(SpendingLimit::Memory);
        }
    }

    /// Gives so many bytes back.
    pub fn release(&self, bytes: usize) {
        self.0.held.set(self.0.held.get().saturating_sub(bytes));
    }

    /// Counts that the turns of a position take so many bytes and no more.
    pub fn count_bytes(&self, bytes: usize) {
        if bytes > MAX_TURN_BYTES {
            self.meet(SpendingLimit::Memory);
        }
    }

    /// Counts that a position has so many turns.
    pub fn count_turns(&self, count: usize) {
        if count > MAX_TURNS {
            self.meet(SpendingLimit::Turns);
        }
    }

    /// Stops: nothing more is to be done.
    #[cold]
    fn meet(&self, limit: SpendingLimit) {
        if self.0.met.get().is_none() {
            self.0.met.set(Some(limit));
        }
        self.0.most.set(0);
        self.spend(1);
    }

    /// Notes what was being done, if a limit has been met. What is noted later is what the former was done for.
    #[inline]
    pub fn blame(&self, at: Span) {
        if self.is_spent() {
            self.0.at.set(Some(at));
        }
    }

    /// Returns what was found out, or the limit that was met meanwhile.
    ///
    /// # Errors
    /// If a limit was met.
    pub fn answer<T>(&self, found: T) -> Result<T, TooMuch> {
        self.met().map_or(Ok(found), Err)
    }

    /// Returns the limit that was met, if one was.
    pub fn met(&self) -> Option<TooMuch> {
        let spent = || self.is_spent().then(|| self.0.limit_of_work(WORK_BUDGET));
        let limit = self.0.met.get().or_else(spent)?;
        Some(TooMuch { limit, at: self.0.at.get() })
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
            self.meet(self.0.limit_of_work(WORK_BUDGET));
        }
        self.0.done.replace(done)
    }
}

//! How long to think, and when to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::thinker::{Control, Thought};

/// Without a number of turns to go, the clock is shared out as if there were so many.
const TURNS_TO_GO: u32 = 30;
/// However short the time is, so long is thought.
const LEAST: Duration = Duration::from_millis(1);

/// A clock as the protocols tell it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What is added for each turn.
    pub increment: Duration,
    /// After how many turns more time comes, if that is known.
    pub turns_to_go: Option<u32>,
}

/// How long to think about one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// After this long no new iteration begins.
    pub soft: Option<Duration>,
    /// After this long thinking ends.
    pub hard: Option<Duration>,
}

impl Budget {
    /// Thinks exactly so long, less what it takes to tell the turn.
    pub fn exactly(time: Duration, overhead: Duration) -> Self {
        let time = time.saturating_sub(overhead.min(time / 2)).max(LEAST);
        Self { soft: None, hard: Some(time) }
    }

    /// Shares out a clock.
    pub fn of_clock(clock: Clock, overhead: Duration) -> Self {
        let turns = clock.turns_to_go.unwrap_or(TURNS_TO_GO).clamp(1, TURNS_TO_GO);
        let reserve = overhead.saturating_mul(turns.min(5)).min(clock.left / 2);
        let left = clock.left.saturating_sub(reserve);
        let share = left / turns + clock.increment.saturating_mul(3) / 4;
        // However much comes for each turn, what is left now is all there is.
        let most = if turns == 1 { left.saturating_mul(9) / 10 } else { left / 2 };
        let soft = share.saturating_mul(6) / 10;
        let hard = share.saturating_mul(3).min(most).max(LEAST);
        Self { soft: Some(soft.min(hard).max(LEAST)), hard: Some(hard) }
    }
}

/// Whether somebody who thinks should stop, told from other threads and by the clock.
#[derive(Debug)]
pub struct Watch {
    is_stopped: AtomicBool,
    timing: Mutex<Timing>,
    changed: Condvar,
}

#[derive(Debug)]
struct Timing {
    /// From when on the budget counts; nothing as long as it does not.
    begun: Option<Instant>,
    budget: Budget,
}

impl Watch {
    /// Begins to measure now.
    pub fn begin(budget: Budget) -> Arc<Self> {
        Self::with(budget, Some(Instant::now()))
    }

    /// Measures nothing before [`count`](Self::count) is called, or for ever.
    pub fn wait(budget: Budget) -> Arc<Self> {
        Self::with(budget, None)
    }

    fn with(budget: Budget, begun: Option<Instant>) -> Arc<Self> {
        let timing = Mutex::new(Timing { begun, budget });
        Arc::new(Self { is_stopped: AtomicBool::new(false), timing, changed: Condvar::new() })
    }

    fn timing(&self) -> MutexGuard<'_, Timing> {
        self.timing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to measure, if that was put off.
    pub fn count(&self) {
        let mut timing = self.timing();
        timing.begun.get_or_insert_with(Instant::now);
        drop(timing);
        self.changed.notify_all();
    }

    /// Stops.
    pub fn stop(&self) {
        // Whoever is about to wait has looked at the mark under the lock.
        let timing = self.timing();
        self.is_stopped.store(true, Ordering::Release);
        drop(timing);
        self.changed.notify_all();
    }

    /// Waits until time counts or somebody stops: before that, no turn may be told.
    pub fn until_it_counts(&self) {
        let mut timing = self.timing();
        while timing.begun.is_none() && !self.is_stopped.load(Ordering::Acquire) {
            timing = self.changed.wait(timing).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tells whether to stop at once.
    pub fn is_over(&self) -> bool {
        self.is_past(|budget| budget.hard)
    }

    fn is_past(&self, limit: impl Fn(&Budget) -> Option<Duration>) -> bool {
        if self.is_stopped.load(Ordering::Acquire) {
            return true;
        }
        let timing = self.timing();
        let (Some(begun), Some(limit)) = (timing.begun, limit(&timing.budget)) else {
            return false;
        };
        begun.elapsed() >= limit
    }
}

impl Control for Watch {
    fn stops(&self, _nodes: u64) -> bool {
        self.is_over()
    }

    fn goes_on(&self, _thought: &Thought) -> bool {
        !self.is_past(|budget| budget.soft.or(budget.hard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn no_budget_is_more_than_is_left() {
        for left in [0, 1, 5, 50, 1000, 60_000] {
            for increment in [0, 100, 10_000] {
                for turns_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (left, increment) = (millis(left), millis(increment));
                    let clock = Clock { left, increment, turns_to_go };
                    let budget = Budget::of_clock(clock, millis(30));
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    assert!(LEAST <= soft && soft <= hard, "{clock:?} {budget:?}");
                    assert!(hard <= left.max(LEAST), "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_minute_lasts() {
        let mut left = millis(60_000);
        for _ in 0..60 {
            let clock = Clock { left, ..Clock::default() };
            let used = Budget::of_clock(clock, millis(30)).soft.unwrap();
            left -= used + millis(30);
        }
        assert!(left > millis(5_000), "{left:?}");
    }

    #[test]
    fn a_time_for_the_turn_is_used() {
        let budget = Budget::exactly(millis(1000), millis(30));
        assert_eq!((budget.soft, budget.hard), (None, Some(millis(970))));
        assert_eq!(Budget::exactly(millis(0), millis(30)).hard, Some(LEAST));
    }

    #[test]
    fn who_ponders_is_over_when_stopped_only() {
        let watch = Watch::wait(Budget { soft: None, hard: Some(Duration::ZERO) });
        assert!(!watch.is_over() && watch.goes_on(&Thought::default()));
        watch.count();
        watch.until_it_counts();
        assert!(watch.stops(0) && !watch.goes_on(&Thought::default()));
        let watch = Watch::wait(Budget::default());
        watch.stop();
        watch.until_it_counts();
        assert!(watch.is_over());
    }
}

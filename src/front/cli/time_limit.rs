//! A search that ends after some time.

use std::time::{Duration, Instant};

use crate::search::Control;

/// Stops a search when its time is over, which begins when this is made.
pub(super) struct TimeLimit {
    begun: Instant,
    limit: Option<Duration>,
}

impl TimeLimit {
    /// Begins now; without a limit, it stops nothing.
    pub(super) fn new(limit: Option<Duration>) -> Self {
        Self { begun: Instant::now(), limit }
    }
}

impl Control for TimeLimit {
    fn stops(&self, _nodes: u64) -> bool {
        self.limit.is_some_and(|limit| self.begun.elapsed() >= limit)
    }
}

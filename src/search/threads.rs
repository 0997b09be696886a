//! Several threads that search the same root.
//!
//! Each searches for itself; what they share is the transposition table, so that each finds what the others have found. It
//! is known as lazy parallel search, and is what most chess programs do.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread::{self, ScopedJoinHandle};

use super::history::History;
use super::limits::{Control, Limits};
use super::table::Table;
use super::tree::{Counts, PATIENCE};

/// How much memory the stack of a thread may take.
const STACK: usize = 64 << 20;

/// What outlives a search.
#[derive(Debug)]
pub(super) struct Memory {
    /// The transposition table.
    pub(super) table: Table,
    /// Killers and histories: of the thread that answers, and then of its helpers.
    pub(super) histories: Vec<History>,
}

/// Returns how many threads search: one for a player of a level, whose answers do not depend on luck.
pub(super) fn threads(limits: &Limits) -> usize {
    if limits.level.is_some() { 1 } else { limits.threads.clamp(1, Limits::MOST_THREADS) }
}

/// What the helpers and the thread that answers share.
#[derive(Debug, Default)]
pub(super) struct Team {
    is_over: AtomicBool,
    /// About how many nodes the helpers have visited.
    nodes: AtomicU64,
}

impl Team {
    /// Returns about how many nodes the helpers have visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Answers with helpers that search meanwhile, each with a history and a number from 1; returns the answer and what the
    /// helpers have counted. If the system has no room for a thread, there is one helper less.
    pub(super) fn together<T>(
        &self,
        histories: &mut [History],
        help: impl Fn(usize, &mut History, &Self) -> Counts + Sync,
        answer: impl FnOnce() -> T,
    ) -> (T, Vec<Counts>) {
        if histories.is_empty() {
            return (answer(), Vec::new());
        }
        thread::scope(|scope| {
            let ending = Ending(self);
            let help = &help;
            let mut helpers: Vec<ScopedJoinHandle<'_, Counts>> = Vec::new();
            for (number, history) in (1..).zip(histories) {
                let builder = thread::Builder::new().stack_size(STACK);
                let helper = builder.spawn_scoped(scope, move || help(number, history, self));
                helpers.extend(helper.ok());
            }
            let answer = answer();
            drop(ending);
            // A helper that panicked has found nothing.
            let counts = helpers.into_iter().filter_map(|helper| helper.join().ok());
            (answer, counts.collect())
        })
    }
}

/// Helpers stop when the search is over, and report how far they are whenever they ask.
impl Control for Team {
    fn stops(&self, _nodes: u64) -> bool {
        self.nodes.fetch_add(PATIENCE, Relaxed);
        self.is_over.load(Relaxed)
    }
}

/// Ends the work of the helpers when it goes out of scope, whatever has happened.
struct Ending<'a>(&'a Team);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}

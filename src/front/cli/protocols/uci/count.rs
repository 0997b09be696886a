//! `go perft`: counts the ways to play.

use std::sync::Arc;

use super::Engine;
use crate::front::cli::protocols::clock::{Budget, Watch};
use crate::front::cli::protocols::output::Output;
use crate::front::cli::protocols::outward::Place;
use crate::session::{Executor, Session};
use crate::state::TooMuch;

impl Engine {
    /// Counts the ways to play so many turns, in a thread of its own, with the number for each first turn.
    pub(super) fn count(&mut self, depth: u32) {
        let watch = Watch::begin(Budget::default());
        let (session, out, stop) = (self.session.clone(), self.out.clone(), Arc::clone(&watch));
        self.is_finite = true;
        let work = move || match count(&session, depth, &out, &stop) {
            Ok(Some(sum)) => out.block(format!("\nNodes searched: {sum}\n")),
            Ok(None) => out.line("info string the count was stopped"),
            Err(limit) => out.line(format!("info string error: {limit}")),
        };
        self.worker.run(watch, Box::new(work));
    }
}

/// Returns the sum; nothing if it was stopped before.
fn count(
    session: &Session,
    depth: u32,
    out: &Output,
    watch: &Watch,
) -> Result<Option<u64>, TooMuch> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Some(1)) };
    let mut sum: u64 = 0;
    for (turn, next) in session.turns_from(Executor::Fast, session.position())? {
        let mut below: u64 = 0;
        // Turn by turn, so that it can be stopped.
        if let Some(rest) = rest.checked_sub(1) {
            for (_, second) in session.turns_from(Executor::Fast, &next)? {
                if watch.is_over() {
                    return Ok(None);
                }
                below = below.saturating_add(session.count(Executor::Fast, &second, rest)?);
            }
        } else {
            below = 1;
        }
        out.line(format!("{}: {below}", Place::of(session).write_with(&turn, &next)));
        sum = sum.saturating_add(below);
    }
    Ok(Some(sum))
}

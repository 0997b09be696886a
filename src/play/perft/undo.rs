//! Undoes the last choice of a turn.

use crate::play::execution::continuation::Work;
use crate::play::execution::moves::MovedBy;
use crate::play::execution::run::Execution;
use crate::play::state::{State, StateSize};

/// What a last choice changes, to be undone for the next.
pub struct Before<'p, S: StateSize> {
    state: Box<State<S>>,
    continuation: Vec<Work<'p, S::Board>>,
    events: usize,
    work: usize,
    captures: i32,
    picks: usize,
    next: Option<u8>,
    moved_by: MovedBy,
    mover: Option<u8>,
}

impl<'p, S: StateSize> Before<'p, S> {
    /// Notes how things are.
    pub fn of(run: &Execution<'p, S>) -> Self {
        Self {
            state: Box::new(run.state),
            continuation: run.continuation.clone(),
            events: run.events,
            work: run.work,
            captures: run.captures,
            picks: run.picks.len(),
            next: run.next,
            moved_by: run.moved_by,
            mover: run.mover,
        }
    }

    pub fn restore(&self, run: &mut Execution<'p, S>) {
        run.state = *self.state;
        (run.events, run.work, run.captures) = (self.events, self.work, self.captures);
        run.picks.truncate(self.picks);
        run.continuation.clone_from(&self.continuation);
        run.ending = false;
        (run.next, run.moved_by, run.mover) = (self.next, self.moved_by, self.mover);
    }
}

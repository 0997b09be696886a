//! Restores an execution after its last move or drop.

use crate::ir::{SideId, SquareIndex};
use crate::play::execution::continuation::Task;
use crate::play::execution::moves::MovedBy;
use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What the last move or drop of a turn changes, restored before the next is made.
pub(crate) struct Snapshot<'p, S: StateSize> {
    state: Box<State<S>>,
    continuation: Vec<Task<'p, S::Board>>,
    events: usize,
    work: usize,
    captures: i32,
    picks: usize,
    next: Option<SideId>,
    moved_by: MovedBy,
    mover: Option<SquareIndex>,
}

impl<'p, S: StateSize> Snapshot<'p, S> {
    /// Takes a snapshot.
    pub(crate) fn of(run: &Execution<'p, S>) -> Self {
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

    pub(crate) fn restore(&self, run: &mut Execution<'p, S>) {
        run.state = *self.state;
        (run.events, run.work, run.captures) = (self.events, self.work, self.captures);
        run.picks.truncate(self.picks);
        run.continuation.clone_from(&self.continuation);
        run.ending = false;
        (run.next, run.moved_by, run.mover) = (self.next, self.moved_by, self.mover);
    }
}

//! Executes the continuation of a turn: blocks, events and loops.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::visit::moves;
use crate::compile::program::{Stmt, event_index};
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES, MAX_WORK};
use crate::ir::{Event, SideId, SlotId, slots};
use crate::play::execution::continuation::{Progress, Task};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::{Binding, Occupant};
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Begins a hypothetical turn of a side, to see what it could capture: its `threat`, or its turn if it has none.
    pub(crate) fn begin_threat(&self, state: State<S>, side: SideId) -> Self {
        let mut run = self.hypothetical(state, side);
        let rules = run.rules();
        run.start(rules.threat.as_ref().unwrap_or(&rules.turn));
        run
    }

    /// Begins the turn.
    pub(crate) fn begin_turn(&mut self) {
        let rules = self.rules();
        self.start(&rules.turn);
    }

    fn start(&mut self, turn: &'p [Stmt<S::Board>]) {
        self.continuation.clear();
        self.continuation.push(Task::Fire(Event::TurnEnds, 0));
        self.continuation.push(Task::Block(turn, 0));
        self.continuation.push(Task::Fire(Event::TurnBegins, 0));
    }

    /// Leaves nothing of the turn but its end.
    #[inline]
    pub(crate) fn skip_to_turn_end(&mut self) {
        self.continuation.clear();
        self.continuation.push(Task::Fire(Event::TurnEnds, 0));
    }

    /// Executes tasks until the turn is over or a choice is needed.
    pub(crate) fn advance(&mut self) -> Progress<'p, S::Board> {
        while let Some(work) = self.continuation.pop() {
            self.budget.spend(1);
            if self.turn.work > MAX_WORK || self.picks.len() > MAX_CHOICES || self.budget.is_spent()
            {
                return Progress::Dead;
            }
            match work {
                Task::Block(statements, index) => {
                    let Some(statement) = statements.get(index) else { continue };
                    self.turn.work += 1;
                    self.continuation.push(Task::Block(statements, index + 1));
                    if let Some(stop) = self.perform(statement) {
                        return stop;
                    }
                }
                Task::Fire(event, index) => {
                    self.ending |= event == Event::TurnEnds;
                    if !self.fire(event, index) {
                        return Progress::Dead;
                    }
                }
                Task::Captured(victim, captor) => self.begin_capture_event(victim, captor),
                Task::Restore(slot, bound) => {
                    self.slots.set(slot, bound);
                }
                Task::ForEach(slot, squares, body) => self.next_square(slot, squares, body),
                Task::Repeat(statement, left) => self.repeat(statement, left),
            }
        }
        Progress::Done
    }

    /// Pushes a block, to be executed next.
    #[inline]
    pub(crate) fn push_block(&mut self, statements: &'p [Stmt<S::Board>]) {
        if !statements.is_empty() {
            self.continuation.push(Task::Block(statements, 0));
        }
    }

    /// Pushes an event, if it has triggers.
    #[inline]
    pub(crate) fn raise_event(&mut self, event: Event) {
        if !self.rules().triggers[event_index(event)].is_empty() {
            self.continuation.push(Task::Fire(event, 0));
        }
    }

    /// Pushes the event of a capture, if it has triggers.
    #[inline]
    pub(crate) fn announce_capture(&mut self, victim: Occupant, captor: Binding) {
        if !self.rules().triggers[event_index(Event::Captured)].is_empty() {
            self.continuation.push(Task::Captured(victim, captor));
        }
    }

    /// Skips the rest of the turn, but not the triggers of its end unless one of them is what stops it.
    pub(crate) fn stop(&mut self) {
        self.continuation.clear();
        if !self.ending {
            self.continuation.push(Task::Fire(Event::TurnEnds, 0));
        }
    }

    /// Returns whether a move may come after the statement in execution.
    pub(crate) fn may_move_again(&self) -> bool {
        self.continuation.iter().any(|work| match work {
            Task::Block(statements, index) => statements.iter().skip(*index).any(moves),
            Task::ForEach(_, _, body) => body.iter().any(moves),
            Task::Repeat(statement, _) => moves(statement),
            Task::Fire(..) | Task::Captured(..) | Task::Restore(..) => false,
        })
    }

    fn fire(&mut self, event: Event, index: usize) -> bool {
        if event == Event::Moved
            && let Some(square) = self.turn.mover.take()
        {
            self.slots.set(slots::TO, Binding::Square(square));
        }
        let Some(trigger) = self.rules().triggers[event_index(event)].get(index) else {
            return true;
        };
        self.continuation.push(Task::Fire(event, index + 1));
        self.turn.work += 1;
        if self.truth(&trigger.condition) {
            self.turn.events += 1;
            self.push_block(&trigger.body);
        }
        self.turn.events <= MAX_CASCADE
    }

    fn begin_capture_event(&mut self, victim: Occupant, captor: Binding) {
        self.turn.work += 1;
        for (slot, bound) in [(slots::VICTIM, Binding::Victim(victim)), (slots::CAPTOR, captor)] {
            let before = self.slots.set(slot, bound);
            self.continuation.push(Task::Restore(slot, before));
        }
        self.raise_event(Event::Captured);
    }

    fn next_square(&mut self, slot: SlotId, squares: S::Board, body: &'p [Stmt<S::Board>]) {
        if squares.any() {
            self.turn.work += 1;
            self.slots.set(slot, Binding::Square(squares.lowest()));
            self.continuation.push(Task::ForEach(slot, squares.rest(), body));
            self.push_block(body);
        }
    }

    fn repeat(&mut self, statement: &'p Stmt<S::Board>, left: i32) {
        let Stmt::Repeat(_, condition, body) = statement else { return };
        if left > 0 && self.truth(condition) {
            self.turn.work += 1;
            self.continuation.push(Task::Repeat(statement, left - 1));
            self.push_block(body);
        }
    }
}

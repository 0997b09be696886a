//! Goes on with a turn, statement by statement and event by event.

use crate::compile::program::Stmt;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::visit::moves;
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES, MAX_WORK};
use crate::ir::slots;
use crate::play::execution::continuation::{
    CAPTURED, MOVED, Performed, Progress, TURN_BEGINS, TURN_ENDS, Work,
};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::{Bound, Subject};
use crate::play::state::{State, StateSize};

impl<'p, S: StateSize> Execution<'p, S> {
    /// Begins the turn in which the side would capture.
    pub fn threaten(&self, state: State<S>, side: u8) -> Self {
        let mut run = self.imagine(state, side);
        let rules = run.rules();
        run.start(rules.threat.as_ref().unwrap_or(&rules.turn));
        run
    }

    /// Begins the turn of the side whose turn it is.
    pub fn begin_turn(&mut self) {
        let rules = self.rules();
        self.start(&rules.turn);
    }

    fn start(&mut self, turn: &'p [Stmt<S::Board>]) {
        self.continuation.clear();
        self.continuation.push(Work::Fire(TURN_ENDS, 0));
        self.continuation.push(Work::Block(turn, 0));
        self.continuation.push(Work::Fire(TURN_BEGINS, 0));
    }

    /// Leaves nothing to be done in the turn but its end.
    #[inline]
    pub fn come_to_the_end(&mut self) {
        self.continuation.clear();
        self.continuation.push(Work::Fire(TURN_ENDS, 0));
    }

    /// Goes on until the turn is over or something is to be chosen.
    pub fn advance(&mut self) -> Progress<'p, S::Board> {
        while let Some(work) = self.continuation.pop() {
            self.effort.spend(1);
            if self.work > MAX_WORK || self.picks.len() > MAX_CHOICES || self.effort.is_spent() {
                return Progress::Dead;
            }
            match work {
                Work::Block(statements, index) => {
                    if let Some(statement) = statements.get(index) {
                        self.work += 1;
                        self.continuation.push(Work::Block(statements, index + 1));
                        match self.perform(statement) {
                            Performed::Yes => {}
                            Performed::Asks => return Progress::Choice(statement),
                            Performed::Dead => return Progress::Dead,
                        }
                    }
                }
                Work::Fire(event, index) => {
                    self.ending |= event == TURN_ENDS;
                    if !self.fire(event, index) {
                        return Progress::Dead;
                    }
                }
                Work::Captured(victim, captor) => self.tell_capture(victim, captor),
                Work::Restore(slot, bound) => {
                    self.slots.set(slot, bound);
                }
                Work::ForEach(slot, squares, body) => self.next_square(slot, squares, body),
                Work::Repeat(statement, left) => self.repeat(statement, left),
            }
        }
        Progress::Done
    }

    /// Puts statements on the agenda, to be done next.
    #[inline]
    pub fn enter(&mut self, statements: &'p [Stmt<S::Board>]) {
        if !statements.is_empty() {
            self.continuation.push(Work::Block(statements, 0));
        }
    }

    /// Puts an event on the agenda, if a rule waits for it.
    #[inline]
    pub fn raise(&mut self, event: usize) {
        if !self.rules().triggers[event].is_empty() {
            self.continuation.push(Work::Fire(event, 0));
        }
    }

    /// Puts the event of a capture on the agenda, if a rule waits for it.
    #[inline]
    pub fn raise_capture(&mut self, victim: Subject, captor: Bound) {
        if !self.rules().triggers[CAPTURED].is_empty() {
            self.continuation.push(Work::Captured(victim, captor));
        }
    }

    /// Drops all that is left of the turn but the triggers of its end; those too if one of them asks for it.
    pub fn stop(&mut self) {
        self.continuation.clear();
        if !self.ending {
            self.continuation.push(Work::Fire(TURN_ENDS, 0));
        }
    }

    /// Tells whether a move may still come after the statement that is being performed.
    pub fn may_move_again(&self) -> bool {
        self.continuation.iter().any(|work| match work {
            Work::Block(statements, index) => statements.iter().skip(*index).any(moves),
            Work::ForEach(_, _, body) => body.iter().any(moves),
            Work::Repeat(statement, _) => moves(statement),
            Work::Fire(..) | Work::Captured(..) | Work::Restore(..) => false,
        })
    }

    fn fire(&mut self, event: usize, index: usize) -> bool {
        if event == MOVED
            && let Some(square) = self.mover.take()
        {
            self.slots.set(slots::TO.0, Bound::Square(square));
        }
        let Some(trigger) = self.rules().triggers[event].get(index) else { return true };
        self.continuation.push(Work::Fire(event, index + 1));
        self.work += 1;
        if self.truth(&trigger.condition) {
            self.events += 1;
            self.enter(&trigger.body);
        }
        self.events <= MAX_CASCADE
    }

    fn tell_capture(&mut self, victim: Subject, captor: Bound) {
        self.work += 1;
        for (slot, bound) in [(slots::VICTIM.0, Bound::Victim(victim)), (slots::CAPTOR.0, captor)] {
            let before = self.slots.set(slot, bound);
            self.continuation.push(Work::Restore(slot, before));
        }
        self.raise(CAPTURED);
    }

    fn next_square(&mut self, slot: u16, squares: S::Board, body: &'p [Stmt<S::Board>]) {
        if squares.any() {
            self.work += 1;
            self.slots.set(slot, Bound::Square(squares.lowest()));
            self.continuation.push(Work::ForEach(slot, squares.rest(), body));
            self.enter(body);
        }
    }

    fn repeat(&mut self, statement: &'p Stmt<S::Board>, left: i32) {
        let Stmt::Repeat(_, condition, body) = statement else { return };
        if left > 0 && self.truth(condition) {
            self.work += 1;
            self.continuation.push(Work::Repeat(statement, left - 1));
            self.enter(body);
        }
    }
}

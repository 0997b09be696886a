//! One way of playing one turn, as far as it has got.

use crate::compile::program::{Program, SideRules};
use crate::ir::LabelId;
use crate::play::execution::continuation::Work;
use crate::play::execution::moves::EFFORT_OF_PICK;
use crate::play::execution::moves::{MovedBy, Pick};
use crate::play::execution::slots::{Bound, Slots, Subject};
use crate::play::state::{State, StateSize};
use crate::state::Effort;

/// One way of playing one turn, as far as it has got.
#[derive(Clone, Debug)]
pub struct Execution<'p, S: StateSize> {
    /// The program.
    pub program: &'p Program<S::Board>,
    /// The state in the middle of the turn.
    pub state: State<S>,
    /// Whose turn it is.
    pub own: u8,
    /// What the slots hold.
    pub slots: Slots,
    /// How many pieces the turn has captured.
    pub captures: i32,
    /// How the last move was made.
    pub moved_by: MovedBy,
    /// Where the piece stands whose move has not been told to events yet.
    pub mover: Option<u8>,
    /// Who has the next turn, if not the opponent.
    pub next: Option<u8>,
    /// What was chosen.
    pub picks: Vec<(Option<LabelId>, Pick)>,
    /// How often the position has occurred.
    pub occurrences: u32,
    /// How many questions about turns this is imagined for.
    pub nesting: u8,
    /// How many questions about attacks this is imagined for.
    pub imagined: u8,
    /// Whether only captures are wanted of a last move.
    pub captures_only: bool,
    /// How much the walk in progress may still do.
    pub fuel: u32,
    /// What is still to be done, last first.
    pub continuation: Vec<Work<'p, S::Board>>,
    /// Whether the turn's end has begun.
    pub ending: bool,
    /// How many events have fired.
    pub events: usize,
    /// How much work this way of playing the turn has been; see [`MAX_WORK`].
    pub work: usize,
    /// How much has been done for the position, on all ways and in thought.
    pub effort: Effort,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Makes a run in which nothing happens.
    pub fn still(program: &'p Program<S::Board>, state: State<S>, own: u8) -> Self {
        Self::counted(program, state, own, Effort::default())
    }

    /// Makes a run in which nothing happens and whose effort counts with another's.
    pub fn counted(
        program: &'p Program<S::Board>,
        state: State<S>,
        own: u8,
        effort: Effort,
    ) -> Self {
        Self {
            program,
            state,
            own,
            slots: Slots::new(program.slots),
            captures: 0,
            moved_by: MovedBy::Nothing,
            mover: None,
            next: None,
            picks: Vec::new(),
            occurrences: 1,
            nesting: 0,
            imagined: 0,
            captures_only: false,
            fuel: 0,
            continuation: Vec::new(),
            ending: false,
            events: 0,
            work: 0,
            effort,
        }
    }

    /// Returns a copy to go on with, if something more may be done.
    ///
    /// It is not kept on the stack, as a turn may branch at each of many choices and a state may be large.
    #[inline(never)]
    pub fn branch(&self) -> Option<Box<Self>> {
        self.effort.spend(self.program.squares + EFFORT_OF_PICK * self.picks.len());
        (!self.effort.is_spent()).then(|| Box::new(self.clone()))
    }

    /// Makes a run in which a side is to move in a state that this one imagines.
    pub fn imagine(&self, state: State<S>, side: u8) -> Self {
        let mut run = Self::counted(self.program, state, side, self.effort.clone());
        run.state.to_move = side;
        (run.nesting, run.imagined) = (self.nesting, self.imagined + 1);
        run
    }

    /// Stands still in another state, keeping the memory.
    pub fn renew(&mut self, state: &State<S>) {
        self.state = *state;
        self.stand();
    }

    /// Becomes a run that is about to make the next step of a turn as another one could; what is still to be done and
    /// what was chosen is not taken over.
    pub fn follow(&mut self, other: &Self) {
        self.picks.clear();
        self.ending = false;
        self.state = other.state;
        self.own = other.own;
        self.slots.copy(&other.slots);
        self.captures = other.captures;
        self.moved_by = other.moved_by;
        self.mover = other.mover;
        self.next = other.next;
        self.events = other.events;
        self.work = other.work;
    }

    /// Stands still in the state after the turn, keeping the memory.
    pub fn pass(&mut self) {
        let next = self.next.take().unwrap_or(1 - self.own);
        if self.own == 1 && next == 0 {
            self.state.turn_number = self.state.turn_number.saturating_add(1);
        }
        self.state.to_move = next;
        self.stand();
    }

    /// Stands still in the state as it is.
    fn stand(&mut self) {
        self.own = self.state.to_move;
        self.slots.clear();
        self.captures = 0;
        self.moved_by = MovedBy::Nothing;
        self.mover = None;
        self.next = None;
        self.picks.clear();
        self.ending = false;
        self.events = 0;
        self.work = 0;
        self.continuation.clear();
    }

    /// Becomes a copy of another run, keeping the memory.
    pub fn copy_from(&mut self, other: &Self) {
        let Self { continuation, picks, slots, .. } = self;
        continuation.clone_from(&other.continuation);
        picks.clone_from(&other.picks);
        slots.copy(&other.slots);
        self.state = other.state;
        self.own = other.own;
        self.captures = other.captures;
        self.moved_by = other.moved_by;
        self.mover = other.mover;
        self.next = other.next;
        self.occurrences = other.occurrences;
        self.nesting = other.nesting;
        self.imagined = other.imagined;
        self.captures_only = other.captures_only;
        self.fuel = other.fuel;
        self.ending = other.ending;
        self.events = other.events;
        self.work = other.work;
    }

    /// Returns the rules for the side whose turn it is.
    #[inline]
    pub fn rules(&self) -> &'p SideRules<S::Board> {
        &self.program.sides[usize::from(self.own)]
    }

    /// Returns what is on a square now.
    pub fn subject(&self, square: u8) -> Subject {
        let layout = &self.program.layout;
        Subject {
            square,
            code: self.state.code(square),
            number: self.state.piece_number(square),
            marks: if layout.mark_count > 0 { self.state.marks(layout, square) } else { 0 },
            tokens: if layout.token_count > 0 { self.state.tokens(layout, square) } else { 0 },
        }
    }

    /// Returns the square in a slot.
    #[inline]
    pub fn slot_square(&self, slot: u16) -> Option<u8> {
        let bound = self.slots.get(slot);
        if let Bound::Square(square) = bound {
            return Some(square);
        }
        if let Bound::Victim(subject) = bound { Some(subject.square) } else { None }
    }

    /// Returns the state after the turn: the next side is to move.
    pub fn finished(&self) -> State<S> {
        let mut state = self.state;
        let next = self.next.unwrap_or(1 - self.own);
        if self.own == 1 && next == 0 {
            state.turn_number = state.turn_number.saturating_add(1);
        }
        state.to_move = next;
        state
    }
}

//! The execution of one turn: its state, its registers, and how executions are made, copied and reused.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Program, SideRules};
use crate::ir::{LabelId, SideId, SlotId, SquareIndex};
use crate::play::execution::continuation::Task;
use crate::play::execution::moves::{MovedBy, Pick, WORK_OF_PICK};
use crate::play::execution::past::Past;
use crate::play::execution::slots::{Binding, Occupant, Slots};
use crate::play::state::sizes::StateSize;
use crate::play::state::{LiftedPiece, State};
use crate::state::{Recurrence, WorkBudget};

/// One turn in execution, on one path through its choices.
///
/// An execution is idle in a state before its turn begins. Its memory is reused for other states and turns.
#[derive(Clone, Debug)]
pub(crate) struct Execution<'p, S: StateSize> {
    /// The compiled game.
    pub(crate) program: &'p Program<S::Board>,
    /// The state in the middle of the turn.
    pub(crate) state: State<S>,
    /// Whose turn it is.
    pub(crate) own: SideId,
    /// The registers of the turn.
    pub(crate) slots: Slots,
    /// What has happened in the turn.
    pub(crate) turn: TurnSoFar,
    /// The choices made so far.
    pub(crate) picks: Vec<(Option<LabelId>, Pick)>,
    /// How the position has come back in the game.
    pub(crate) recurrence: Recurrence<State<S>>,
    /// The states before the turn, where a rule asks whether they come back; in a turn, that in which it began is one of
    /// them.
    pub(crate) past: Past<S>,
    /// Whether rules are judged as if the game began here.
    pub(crate) forgets: bool,
    /// How many questions about legal turns this execution is nested in.
    pub(crate) nesting: u8,
    /// How many questions about attacks this execution is nested in.
    pub(crate) attack_nesting: u8,
    /// Whether only captures are generated for the last move.
    pub(crate) captures_only: bool,
    /// How many more steps the walk in progress may make.
    pub(crate) walk_steps_left: u32,
    /// The piece that is off the board while the ways of its move are walked, and its square.
    pub(crate) lifted: Option<(SquareIndex, LiftedPiece)>,
    /// What is still to be executed, the next task last.
    pub(crate) continuation: Vec<Task<'p, S::Board>>,
    /// Whether the end of the turn has begun.
    pub(crate) ending: bool,
    /// The work budget of the position, shared by all paths through its turns and by hypothetical turns.
    pub(crate) budget: WorkBudget,
}

/// What has happened in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnSoFar {
    /// How many pieces have been captured.
    pub(crate) captures: i32,
    /// How the last move was made.
    pub(crate) moved_by: MovedBy,
    /// The square of the piece that has moved, until the event of its move fires.
    pub(crate) mover: Option<SquareIndex>,
    /// The side that has the next turn, if it is not the opponent.
    pub(crate) next: Option<SideId>,
    /// How many triggers have fired.
    pub(crate) events: usize,
    /// The work of this path through the turn; see [`MAX_WORK`](crate::ir::limits::MAX_WORK).
    pub(crate) work: usize,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Makes an idle execution with a work budget of its own.
    pub(crate) fn idle(program: &'p Program<S::Board>, state: State<S>, own: SideId) -> Self {
        Self::with_budget(program, state, own, WorkBudget::default())
    }

    /// Makes an idle execution that shares a work budget.
    pub(crate) fn with_budget(
        program: &'p Program<S::Board>,
        state: State<S>,
        own: SideId,
        budget: WorkBudget,
    ) -> Self {
        Self {
            program,
            state,
            own,
            slots: Slots::new(program.slots),
            turn: TurnSoFar::default(),
            picks: Vec::new(),
            recurrence: Recurrence::times(1),
            past: Past::NOTHING,
            forgets: false,
            nesting: 0,
            attack_nesting: 0,
            captures_only: false,
            walk_steps_left: 0,
            lifted: None,
            continuation: Vec::new(),
            ending: false,
            budget,
        }
    }

    /// Copies the execution for another choice, within the work budget.
    ///
    /// The copy is not kept on the stack, as a turn may have many choices and a state may be large.
    #[inline(never)]
    pub(crate) fn fork(&self) -> Option<Box<Self>> {
        self.budget.spend(self.program.squares + WORK_OF_PICK * self.picks.len());
        (!self.budget.is_spent()).then(|| Box::new(self.clone()))
    }

    /// Makes an idle execution for the question what a side could capture if it were to move in a state.
    pub(crate) fn hypothetical(&self, state: State<S>, side: SideId) -> Self {
        let mut run = Self::with_budget(self.program, state, side, self.budget.clone());
        run.state.to_move = side;
        (run.nesting, run.attack_nesting) = (self.nesting, self.attack_nesting + 1);
        run
    }

    /// Becomes idle in another state, reusing the memory.
    pub(crate) fn reset_to(&mut self, state: &State<S>) {
        self.state = *state;
        self.reset();
    }

    /// Becomes ready for the next step of the turn of another execution, without its continuation and choices.
    pub(crate) fn resume_from(&mut self, other: &Self) {
        self.picks.clear();
        self.ending = false;
        self.state = other.state;
        self.own = other.own;
        self.remember(&other.past);
        self.slots.copy_from(&other.slots);
        self.turn = other.turn;
    }

    /// Takes over what has been there before.
    #[inline]
    pub(crate) fn remember(&mut self, past: &Past<S>) {
        if !(self.past.is_empty() && past.is_empty()) {
            self.past = past.clone();
        }
    }

    /// Becomes idle in the state after the turn, reusing the memory.
    pub(crate) fn begin_next_turn(&mut self) {
        pass_turn(&mut self.state, self.own, self.turn.next);
        self.reset();
    }

    /// Becomes idle in the present state.
    fn reset(&mut self) {
        self.own = self.state.to_move;
        self.slots.clear();
        self.turn = TurnSoFar::default();
        self.picks.clear();
        self.ending = false;
        self.continuation.clear();
    }

    /// Becomes a copy of another execution, reusing the memory.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { continuation, picks, slots, .. } = self;
        continuation.clone_from(&other.continuation);
        picks.clone_from(&other.picks);
        slots.copy_from(&other.slots);
        self.state = other.state;
        self.own = other.own;
        self.turn = other.turn;
        self.recurrence.clone_from(&other.recurrence);
        self.remember(&other.past);
        self.forgets = other.forgets;
        self.nesting = other.nesting;
        self.attack_nesting = other.attack_nesting;
        self.captures_only = other.captures_only;
        self.walk_steps_left = other.walk_steps_left;
        self.ending = other.ending;
    }

    /// Returns the rules for the side whose turn it is.
    #[inline]
    pub(crate) fn rules(&self) -> &'p SideRules<S::Board> {
        &self.program.sides[self.own]
    }

    /// Returns what is on a square.
    pub(crate) fn occupant(&self, square: SquareIndex) -> Occupant {
        let layout = &self.program.layout;
        Occupant {
            square,
            code: self.state.code(square),
            number: self.state.piece_number(square),
            marks: if layout.mark_count > 0 { self.state.marks(layout, square) } else { 0 },
            tokens: if layout.token_count > 0 { self.state.tokens(layout, square) } else { 0 },
        }
    }

    /// Returns the square in a slot, or that of the captured piece in it.
    #[inline]
    pub(crate) fn slot_square(&self, slot: SlotId) -> Option<SquareIndex> {
        let bound = self.slots.get(slot);
        if let Binding::Square(square) = bound {
            return Some(square);
        }
        if let Binding::Victim(subject) = bound { Some(subject.square) } else { None }
    }

    /// Returns the square in a slot as a set; empty if there is none.
    #[inline]
    pub(crate) fn slot_board(&self, slot: SlotId) -> S::Board {
        self.slot_square(slot).map_or(S::Board::EMPTY, S::Board::one)
    }

    /// Returns the state after the turn, with the next side to move.
    pub(crate) fn finished(&self) -> State<S> {
        let mut state = self.state;
        pass_turn(&mut state, self.own, self.turn.next);
        state
    }
}

/// Gives the turn to the next side to move: the opponent, if it is not another.
#[inline]
fn pass_turn<S: StateSize>(state: &mut State<S>, own: SideId, next: Option<SideId>) {
    let next = next.unwrap_or_else(|| own.next());
    if own == SideId::LAST && next == SideId::FIRST {
        state.turn_number = state.turn_number.saturating_add(1);
    }
    state.to_move = next;
}

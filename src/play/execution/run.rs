//! One way of playing one turn, as far as it has got.

use crate::compile::program::{Program, SideRules, Stmt};
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES, MAX_WORK};
use crate::ir::{LabelId, slots};
use crate::play::movegen::moves::{Move, Trails};
use crate::play::state::{State, StateSize};
use crate::state::Effort;

/// The most slots that need no memory of their own.
const FEW_SLOTS: usize = 16;

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// Nothing.
    #[default]
    Nothing,
    /// A square.
    Square(u8),
    /// A piece in a hand: whose, and its type.
    Hand(u8, u16),
    /// A type.
    Type(u16),
    /// A number.
    Number(i32),
    /// A piece as it was when it was captured.
    Victim(Subject),
}

/// A square with what stands there, or stood there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The square.
    pub square: u8,
    /// The piece's code.
    pub code: u16,
    /// Its marks.
    pub marks: u16,
    /// Its number.
    pub number: i16,
    /// The tokens there.
    pub tokens: u64,
}

/// What the slots hold.
#[derive(Clone, Debug)]
pub struct Slots {
    few: [Bound; FEW_SLOTS],
    /// Which of the few hold something, one bit for each.
    used: u32,
    /// The others, if there are so many.
    many: Vec<Bound>,
}

impl Slots {
    /// Makes empty slots.
    pub fn new(count: usize) -> Self {
        let many = vec![Bound::Nothing; count.saturating_sub(FEW_SLOTS)];
        Self { few: [Bound::Nothing; FEW_SLOTS], used: 0, many }
    }

    /// Empties the slots.
    pub fn clear(&mut self) {
        self.empty(u32::MAX);
        if !self.many.is_empty() {
            self.many.fill(Bound::Nothing);
        }
    }

    /// Tells whether one of the first slots holds something, as far as one bit for each says.
    pub fn are_used(&self, slots: u32) -> bool {
        self.used & slots != 0
    }

    /// Empties some of the first slots, one bit for each.
    #[inline]
    pub fn empty(&mut self, slots: u32) {
        let mut left = self.used & slots;
        self.used &= !slots;
        while left != 0 {
            self.few[left.trailing_zeros() as usize % FEW_SLOTS] = Bound::Nothing;
            left &= left - 1;
        }
    }

    /// Takes over what other slots hold.
    pub fn copy(&mut self, others: &Self) {
        let mut changed = self.used | others.used;
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize % FEW_SLOTS;
            self.few[slot] = others.few[slot];
            changed &= changed - 1;
        }
        self.used = others.used;
        if !others.many.is_empty() {
            self.many.clone_from(&others.many);
        }
    }

    /// Returns what a slot holds.
    #[inline]
    pub fn get(&self, slot: u16) -> Bound {
        let slot = usize::from(slot);
        if slot < FEW_SLOTS { self.few[slot] } else { self.many[slot - FEW_SLOTS] }
    }

    /// Puts something into a slot and returns what it held.
    #[inline]
    pub fn set(&mut self, slot: u16, bound: Bound) -> Bound {
        let slot = usize::from(slot);
        if slot >= FEW_SLOTS {
            return std::mem::replace(&mut self.many[slot - FEW_SLOTS], bound);
        }
        self.used |= 1 << slot;
        std::mem::replace(&mut self.few[slot], bound)
    }
}

/// How the last move of a turn was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedBy {
    /// None was made.
    Nothing,
    /// By the way with that number.
    Way(u16),
    /// From the hand.
    Drop,
}

/// Something still to be done in a turn.
#[derive(Clone, Debug)]
pub enum Work<'p, B> {
    /// The statements from that number on.
    Block(&'p [Stmt<B>], usize),
    /// The triggers of an event, by its number, from that number on.
    Fire(usize, usize),
    /// A capture is told to the triggers: the victim, and the captor's square.
    Captured(Subject, Bound),
    /// A slot gets back what it held.
    Restore(u16, Bound),
    /// The body for each square that is left.
    ForEach(u16, B, &'p [Stmt<B>]),
    /// The statement, a `repeat`, at most that many times more.
    Repeat(&'p Stmt<B>, i32),
}

/// What was chosen at one point of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A move.
    Move(Move, Trails),
    /// A drop: from whose hand, which type, where.
    Drop(u8, u16, u8),
    /// A square.
    Square(u8),
    /// A piece in hand.
    Hand(u8, u16),
    /// A type.
    Type(u16),
    /// A number.
    Number(i32),
    /// One of several ways.
    Alternative(usize),
    /// Nothing.
    Nothing,
}

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

/// Where a run stops.
#[derive(Debug)]
pub enum Progress<'p, B> {
    /// The turn is over.
    Done,
    /// The statement asks for a choice.
    Choice(&'p Stmt<B>),
    /// The turn cannot be played this way.
    Dead,
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
        self.effort.spend(self.program.squares);
        (!self.effort.is_spent()).then(|| Box::new(self.clone()))
    }

    /// Makes a run in which a side is to move in a state that this one imagines.
    pub fn imagine(&self, state: State<S>, side: u8) -> Self {
        let mut run = Self::counted(self.program, state, side, self.effort.clone());
        run.state.to_move = side;
        (run.nesting, run.imagined) = (self.nesting, self.imagined + 1);
        run
    }

    /// Begins the turn of the side to move.
    pub fn begin(program: &'p Program<S::Board>, state: State<S>) -> Self {
        let mut run = Self::still(program, state, state.to_move);
        run.begin_turn();
        run
    }

    /// Begins the turn in which the side would capture.
    pub fn threaten(&self, state: State<S>, side: u8) -> Self {
        let mut run = self.imagine(state, side);
        let rules = run.rules();
        run.start(rules.threat.as_ref().unwrap_or(&rules.turn));
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

    /// Returns the rules for the side whose turn it is.
    #[inline]
    pub fn rules(&self) -> &'p SideRules<S::Board> {
        &self.program.sides[usize::from(self.own)]
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
        use crate::compile::program::visit::moves;
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
        use crate::compile::program::bitboard::Bitboard;
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

/// What performing a statement led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Performed {
    /// It was done.
    Yes,
    /// It asks for a choice.
    Asks,
    /// The turn cannot be played this way.
    Dead,
}

/// The number of the event of a capture.
pub const CAPTURED: usize = 0;
/// The number of the event of a move.
pub const MOVED: usize = 1;
/// The number of the event of a drop.
pub const DROPPED: usize = 2;
/// The number of the event of a turn's begin.
pub const TURN_BEGINS: usize = 3;
/// The number of the event of a turn's end.
pub const TURN_ENDS: usize = 4;

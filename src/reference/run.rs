//! One way of playing one turn, as far as it has got.

use std::sync::{Arc, OnceLock};

use super::bound::{Bound, Subject};
use super::outcome::ComparisonKey;
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES, MAX_WORK};
use crate::ir::{
    Event, Game, Id, SideId, SlotId, SquareId, Statement, StatementKind, Trigger, slots,
};
use crate::state::{
    Allowance, Choice, ClauseRef, Past, Piece, Position, Recurrence, Step, WorkBudget,
};

/// One way of playing one turn, as far as it has got.
#[derive(Clone, Debug)]
pub(super) struct Run<'g> {
    /// The game.
    pub game: &'g Game,
    /// The position as it is now, in the middle of the turn.
    pub position: Position,
    /// Whose turn it is; in endings, who is about to move.
    pub own: SideId,
    /// What the slots hold.
    pub slots: Vec<Bound>,
    /// How many pieces the turn has captured.
    pub captures: i32,
    /// How the last move of the turn was made.
    pub moved_by: Option<MovedBy>,
    /// Where the piece that has moved stands, until the events of its move begin.
    pub mover: Option<SquareId>,
    /// Who has the next turn, if not the opponent.
    pub next: Option<SideId>,
    /// What was chosen.
    pub steps: Vec<Step>,
    /// How the position has come back in its game, as far as that is known.
    pub recurrence: Recurrence<Position>,
    /// What the positions of the game up to this turn are compared by, the newest first, once that was asked for; `None`
    /// where no rule asks for it.
    pub past: Option<Arc<OnceLock<Vec<ComparisonKey>>>>,
    /// Whether rules are judged as if the game began here.
    pub forgets: bool,
    /// How many questions about legal turns this run is imagined for, one inside the other.
    pub nesting: u8,
    /// How many questions about attacks this run is imagined for, one inside the other.
    pub imagined: u8,
    /// Whether only captures are wanted of a move that is the last one.
    pub captures_only: bool,
    /// How much the walk in progress may still do.
    pub walk_steps_left: u32,
    /// The piece that is off the board while the ways of its move are walked, and where it stands.
    pub lifted: Option<(SquareId, Piece)>,
    /// What is still to be done, last first.
    pub agenda: Vec<Work<'g>>,
    /// Whether the triggers of the turn's end have begun to fire.
    ending: bool,
    /// How many events have fired.
    events: usize,
    /// How much work this way of playing the turn has been; see [`MAX_WORK`].
    work: usize,
    /// How much has been done for the position, on all ways and in thought.
    pub budget: WorkBudget,
}

/// How the last move of a turn was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedBy {
    /// By a clause.
    Clause(ClauseRef),
    /// From the hand.
    Drop,
}

/// Something still to be done in a turn.
#[derive(Clone, Debug)]
pub(super) enum Work<'g> {
    /// The statements from that number on.
    Block(&'g [Statement], usize),
    /// The triggers of an event from that number on.
    Fire(Event, usize),
    /// A capture is told to the triggers.
    Captured {
        /// The piece as it was.
        victim: Subject,
        /// The square of the captor, if a piece captured.
        captor: Bound,
    },
    /// A slot gets back what it held.
    Restore(SlotId, Bound),
    /// The body for each square that is left, the next one last.
    ForEach(SlotId, Vec<SquareId>, &'g [Statement]),
    /// The statement, a `repeat`, at most that many times more.
    Repeat(&'g Statement, i32),
}

/// What a run is about to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ahead<'g> {
    /// The statement is performed.
    Statement(&'g Statement),
    /// The trigger is judged, and fires if its condition holds.
    Trigger(&'g Trigger),
    /// The capture of a piece is told to the triggers.
    Captured(Subject),
    /// The next round of a `for each`, for that square.
    Round(SquareId),
    /// The next round of a `repeat`, if its condition holds.
    Again(&'g Statement),
}

/// Where a run stops.
pub(super) enum Progress<'g> {
    /// The turn is over.
    Done,
    /// The statement asks for a choice among these.
    Choice(&'g Statement, Vec<Choice>),
    /// The turn cannot be played this way.
    Dead,
}

/// What each step of a turn counts for that is copied.
const WORK_OF_STEP: usize = 4;

impl<'g> Run<'g> {
    /// Makes a run in which nothing happens: for asking questions about a position.
    pub(super) fn still(game: &'g Game, position: Position, own: SideId) -> Self {
        Self {
            game,
            position,
            own,
            slots: vec![Bound::Nothing; game.slot_count.max(slots::FIRST_FREE.index())],
            captures: 0,
            moved_by: None,
            mover: None,
            next: None,
            steps: Vec::new(),
            recurrence: Recurrence::times(1),
            past: None,
            forgets: false,
            nesting: 0,
            imagined: 0,
            captures_only: false,
            walk_steps_left: 0,
            lifted: None,
            agenda: Vec::new(),
            ending: false,
            events: 0,
            work: 0,
            budget: WorkBudget::default(),
        }
    }

    /// Makes a run in which nothing happens, for a question that the side to move asks.
    pub(super) fn asking(game: &'g Game, position: Position, allowance: &Allowance) -> Self {
        let own = position.to_move;
        Self { budget: allowance.budget(), ..Self::still(game, position, own) }
    }

    /// Begins the turn of the side to move.
    pub(super) fn begin(game: &'g Game, position: Position) -> Self {
        Self::with(game, position, &game.turn)
    }

    /// Begins a turn of these statements.
    pub(super) fn with(game: &'g Game, position: Position, turn: &'g [Statement]) -> Self {
        let own = position.to_move;
        let mut run = Self::still(game, position, own);
        if game.forbids_repeats() {
            run.position.past = Past::after(&run.position);
            run.past = Some(Arc::default());
        }
        run.agenda = vec![
            Work::Fire(Event::TurnEnds, 0),
            Work::Block(turn, 0),
            Work::Fire(Event::TurnBegins, 0),
        ];
        run
    }

    /// Returns a copy to go on with, if something more may be done.
    pub(super) fn branch(&self) -> Option<Self> {
        self.budget.spend(self.game.board.squares.len() + WORK_OF_STEP * self.steps.len());
        (!self.budget.is_spent()).then(|| self.clone())
    }

    /// Goes on until the turn is over or something is to be chosen.
    pub(super) fn advance(&mut self) -> Progress<'g> {
        loop {
            if let Some(stop) = self.step() {
                return stop;
            }
        }
    }

    /// Does what comes next; returns where the run stops, if it does.
    #[inline]
    pub(super) fn step(&mut self) -> Option<Progress<'g>> {
        let Some(work) = self.agenda.pop() else { return Some(Progress::Done) };
        self.budget.spend(1);
        if self.work > MAX_WORK || self.steps.len() > MAX_CHOICES || self.budget.is_spent() {
            return Some(Progress::Dead);
        }
        match work {
            Work::Block(statements, index) => {
                if let Some(statement) = statements.get(index) {
                    self.work += 1;
                    self.agenda.push(Work::Block(statements, index + 1));
                    let stop = self.perform(statement);
                    self.budget.blame(statement.span);
                    return stop;
                }
            }
            Work::Fire(event, index) => {
                self.ending |= event == Event::TurnEnds;
                if !self.fire(event, index) {
                    return Some(Progress::Dead);
                }
            }
            Work::Captured { victim, captor } => self.tell_capture(victim, captor),
            Work::Restore(slot, bound) => self.slots[slot.index()] = bound,
            Work::ForEach(slot, squares, body) => self.next_square(slot, squares, body),
            Work::Repeat(statement, left) => self.repeat(statement, left),
        }
        None
    }

    /// Returns what [`Run::step`] would do, as far as it can be told about.
    pub(super) fn ahead(&mut self) -> Option<Ahead<'g>> {
        if let Some(&Work::Fire(event, index)) = self.agenda.last() {
            self.follow_mover(event);
            let found = self.next_trigger(event, index)?;
            return Some(Ahead::Trigger(&self.game.triggers[found]));
        }
        match self.agenda.last()? {
            Work::Block(statements, index) => statements.get(*index).map(Ahead::Statement),
            Work::Captured { victim, .. } => Some(Ahead::Captured(*victim)),
            // Of a round through renumbered squares, the one inside it is told.
            Work::ForEach(_, _, [inner]) if inner.kind.leads_back() => None,
            Work::ForEach(_, squares, _) => squares.last().map(|square| Ahead::Round(*square)),
            Work::Repeat(statement, _) => Some(Ahead::Again(statement)),
            Work::Fire(..) | Work::Restore(..) => None,
        }
    }

    /// Puts statements on the agenda, to be done next.
    pub(super) fn enter(&mut self, statements: &'g [Statement]) {
        if !statements.is_empty() {
            self.agenda.push(Work::Block(statements, 0));
        }
    }

    /// Puts an event on the agenda.
    pub(super) fn raise(&mut self, event: Event) {
        self.agenda.push(Work::Fire(event, 0));
    }

    /// Drops all that is left of the turn but the triggers of its end; those too if one of them asks for it.
    pub(super) fn stop(&mut self) {
        self.agenda.clear();
        if !self.ending {
            self.agenda.push(Work::Fire(Event::TurnEnds, 0));
        }
    }

    /// Tells whether a move may still come after the statement that is being performed.
    pub(super) fn may_move_again(&self) -> bool {
        self.agenda.iter().any(|work| match work {
            Work::Block(statements, index) => statements.iter().skip(*index).any(moves),
            Work::ForEach(_, _, body) => body.iter().any(moves),
            Work::Repeat(statement, _) => moves(statement),
            Work::Fire(..) | Work::Captured { .. } | Work::Restore(..) => false,
        })
    }

    /// Where the events of a move begin, they speak of the square on which the piece stands: those of its capture may have
    /// put it elsewhere than where it went.
    fn follow_mover(&mut self, event: Event) {
        if event == Event::Moved
            && let Some(square) = self.mover.take()
        {
            self.slots[slots::TO.index()] = Bound::Square(square);
        }
    }

    /// Returns the first trigger of an event from that number on.
    fn next_trigger(&self, event: Event, index: usize) -> Option<usize> {
        let triggers = &self.game.triggers;
        (index..triggers.len()).find(|&index| triggers[index].event == event)
    }

    /// Fires the trigger with that number, and puts the rest on the agenda.
    fn fire(&mut self, event: Event, index: usize) -> bool {
        self.follow_mover(event);
        let Some(found) = self.next_trigger(event, index) else { return true };
        self.agenda.push(Work::Fire(event, found + 1));
        self.work += 1;
        let trigger = &self.game.triggers[found];
        let fires = self.truth(&trigger.condition);
        self.budget.blame(trigger.span);
        if fires {
            self.events += 1;
            self.enter(&trigger.body);
        }
        self.events <= MAX_CASCADE
    }

    fn tell_capture(&mut self, victim: Subject, captor: Bound) {
        // What no rule waits for costs nothing.
        if !self.game.triggers.iter().any(|trigger| trigger.event == Event::Captured) {
            return;
        }
        self.work += 1;
        for (slot, bound) in [(slots::VICTIM, Bound::Victim(victim)), (slots::CAPTOR, captor)] {
            let before = std::mem::replace(&mut self.slots[slot.index()], bound);
            self.agenda.push(Work::Restore(slot, before));
        }
        self.raise(Event::Captured);
    }

    fn next_square(&mut self, slot: SlotId, mut squares: Vec<SquareId>, body: &'g [Statement]) {
        if let Some(square) = squares.pop() {
            self.work += 1;
            self.slots[slot.index()] = Bound::Square(square);
            self.agenda.push(Work::ForEach(slot, squares, body));
            self.enter(body);
        }
    }

    fn repeat(&mut self, statement: &'g Statement, left: i32) {
        let StatementKind::Repeat { condition, body, .. } = &statement.kind else { return };
        if left > 0 && self.truth(condition) {
            self.work += 1;
            self.agenda.push(Work::Repeat(statement, left - 1));
            self.enter(body);
        }
    }
}

/// Tells whether a statement, or one inside it, may move a piece.
pub(super) fn moves(statement: &Statement) -> bool {
    statement.any(&|inner| inner.kind.as_move().is_some())
}

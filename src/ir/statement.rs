//! Statements: what a turn is made of, and what events bring about.
//!
//! A list of statements is a small program with choices. Every way of choosing that reaches the end is
//! one turn. Effects happen at once and in order; events they cause are told in [`Trigger`].

use super::effect::Effect;
use super::expression::{Number, Side, Squares, Truth, TypeRef};
use super::ids::{LabelId, SlotId};
use super::sets::TypeSet;
use crate::source::Span;

/// One step of a turn or of an event, with its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it is written.
    pub span: Span,
}

impl Statement {
    /// Returns the lists of statements directly inside it, some of them empty, in the order of the file.
    pub fn blocks(&self) -> impl Iterator<Item = &[Self]> {
        let (first, second, ways): (&[Self], &[Self], &[Alternative]) = match &self.kind {
            StatementKind::Choose(choose) => {
                (&choose.then, choose.otherwise.as_deref().unwrap_or_default(), &[])
            }
            StatementKind::Either { ways, .. } => (&[], &[], ways),
            StatementKind::If { then, otherwise, .. } => (then, otherwise, &[]),
            StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
                (body, &[], &[])
            }
            StatementKind::Move(_)
            | StatementKind::Drop(_)
            | StatementKind::Effect(_)
            | StatementKind::Refuse(_)
            | StatementKind::End(..)
            | StatementKind::Next(_) => (&[], &[], &[]),
        };
        [first, second].into_iter().chain(ways.iter().map(|way| way.body.as_slice()))
    }

    /// Returns the effect, if it is one.
    pub fn effect(&self) -> Option<&Effect> {
        if let StatementKind::Effect(effect) = &self.kind { Some(effect) } else { None }
    }

    /// Tells whether it, or a statement inside it, is wanted. They are nested no deeper than the parser allows.
    pub fn any(&self, wanted: &dyn Fn(&StatementKind) -> bool) -> bool {
        wanted(&self.kind) || self.blocks().flatten().any(|inner| inner.any(wanted))
    }
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// One piece moves; somebody chooses which and how.
    Move(MoveChoice),
    /// A piece from the hand comes onto the board.
    Drop(DropChoice),
    /// Somebody chooses a square, a piece in hand, a type or a number.
    Choose(Choose),
    /// One of several ways to go on.
    Either {
        /// Who chooses.
        by: Side,
        /// The ways.
        ways: Vec<Alternative>,
    },
    /// One or the other.
    If {
        /// What decides.
        condition: Truth,
        /// If it holds.
        then: Vec<Statement>,
        /// If it does not.
        otherwise: Vec<Statement>,
    },
    /// Once for each square that is in the set at the outset, in ascending order (see [`StatementKind::rounds`]).
    ForEach {
        /// The slot that holds the square.
        slot: SlotId,
        /// Which squares.
        over: Squares,
        /// What is done.
        body: Vec<Statement>,
    },
    /// Again and again while something holds, at most so many times.
    Repeat {
        /// At most so many times.
        times: Number,
        /// As long as this holds, judged before each time.
        condition: Truth,
        /// What is done.
        body: Vec<Statement>,
    },
    /// An effect.
    Effect(Effect),
    /// The turn cannot be played this way.
    Refuse(String),
    /// The game is over, unless the turn turns out not to be allowed.
    End(Outcome, String),
    /// The side that has the next turn, instead of the opponent.
    Next(Side),
}

impl StatementKind {
    /// Returns who chooses, if the statement asks for a choice.
    pub fn chooser(&self) -> Option<Side> {
        match self {
            Self::Move(MoveChoice { by, .. })
            | Self::Drop(DropChoice { by, .. })
            | Self::Choose(Choose { by, .. })
            | Self::Either { by, .. } => Some(*by),
            Self::If { .. }
            | Self::ForEach { .. }
            | Self::Repeat { .. }
            | Self::Effect(_)
            | Self::Refuse(_)
            | Self::End(..)
            | Self::Next(_) => None,
        }
    }
    /// Returns the slot, the squares and the body of a `for each` as its author wrote it.
    ///
    /// One in another order than that of the numbers goes through renumbered squares, and inside it is one that leads
    /// from each of them back to the square that is meant.
    pub fn rounds(&self) -> Option<(SlotId, &Squares, &[Statement])> {
        let Self::ForEach { slot, over, body } = self else { return None };
        match (over, body.as_slice()) {
            (Squares::Reach { from, .. }, [Statement { kind: inner, .. }])
                if inner.leads_back() =>
            {
                inner.rounds().map(|(slot, _, body)| (slot, &**from, body))
            }
            _ => Some((*slot, over, body)),
        }
    }

    /// Tells whether it is a `for each` that leads from a renumbered square back to the one that is meant.
    pub fn leads_back(&self) -> bool {
        matches!(self, Self::ForEach { slot, over: Squares::Reach { from, .. }, .. }
            if **from == Squares::Slot(*slot))
    }
}

/// A choice among the moves of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice {
    /// Who chooses.
    pub by: Side,
    /// The pieces that may move.
    pub pieces: Squares,
    /// Which of their moves count (slots `from` and `to` bound, clause and captures known).
    pub only: Truth,
    /// The slot that holds the square of the piece afterwards.
    pub slot: Option<SlotId>,
    /// A word put before the move in its text.
    pub label: Option<LabelId>,
}

/// A choice among drops from a hand.
#[derive(Clone, Debug, PartialEq)]
pub struct DropChoice {
    /// Who chooses.
    pub by: Side,
    /// Whose hand.
    pub hand: Side,
    /// Which types.
    pub types: TypeSet,
    /// On which squares (slot `chosen type` bound); each type's own drop squares count besides.
    pub on: Squares,
    /// The slot that holds the square of the piece afterwards.
    pub slot: Option<SlotId>,
    /// A word put before the drop in its text.
    pub label: Option<LabelId>,
}

/// A choice of a square, a piece in hand, a type or a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Choose {
    /// Who chooses.
    pub by: Side,
    /// The slot that holds what was chosen.
    pub slot: SlotId,
    /// Among what.
    pub among: Candidates,
    /// Whether choosing nothing is allowed though there are candidates.
    pub optional: bool,
    /// A word put before the choice in its text; with one the choice begins a new part of the turn's text.
    pub label: Option<LabelId>,
    /// What is done with it.
    pub then: Vec<Statement>,
    /// What is done if there is no candidate at all; `None` means that the turn cannot be played so.
    pub otherwise: Option<Vec<Statement>>,
}

/// What can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Candidates {
    /// A square of the set, or one of the interchangeable pieces in a hand.
    Squares {
        /// Which squares.
        squares: Squares,
        /// Which types in whose hand.
        hand: Option<(Side, TypeSet)>,
    },
    /// One of the types.
    Types(Vec<TypeRef>),
    /// One of the types that the side has in hand.
    TypesInHand(Side, TypeSet),
    /// A number from the first to the second, at most 256 of them.
    Numbers(Number, Number),
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// A word that begins a new part of the turn's text.
    pub label: Option<LabelId>,
    /// What is done.
    pub body: Vec<Statement>,
}

/// Who owns a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A side.
    Side(Side),
    /// Nobody.
    Neutral,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side wins.
    Wins(Side),
    /// The side loses.
    Loses(Side),
    /// Nobody wins.
    Draw,
}

/// A rule that acts when something has happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// Its name.
    pub name: String,
    /// What it waits for.
    pub event: Event,
    /// What must hold, with the event's slots bound.
    pub condition: Truth,
    /// What it does.
    pub body: Vec<Statement>,
    /// Where it is written.
    pub span: Span,
}

/// Something that happens in a turn.
///
/// The order of one move: its captured pieces leave the board, the mover stands on its new square,
/// [`Captured`](Event::Captured) fires for each captured piece in the order of capture, the clause's own
/// `then` runs, and [`Moved`](Event::Moved) fires. Triggers of one event fire in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A piece was captured. `victim` is the piece as it was, `captor` the square of the piece that did it
    /// (none for an effect), `from` where the captor came from.
    Captured,
    /// A piece was moved by its side: `from`, `to`. A piece that captures without moving has not moved.
    Moved,
    /// A piece was dropped: `to`.
    Dropped,
    /// A turn begins; `own` is about to play it.
    TurnBegins,
    /// All steps of a turn have been played and nothing has been judged yet.
    TurnEnds,
}

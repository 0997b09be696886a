//! Statements: what a turn is made of, and what events bring about.
//!
//! A list of statements is a small program with choices. Every way of choosing that reaches the end is
//! one turn. Effects happen at once and in order; events they cause are told in [`Trigger`].

use super::effect::Effect;
use super::expression::{Number, Side, Squares, Truth, TypeRef};
use super::ids::{LabelId, SlotId};
use super::operand::{Operand, Resolved};
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
    /// Makes a statement that is an effect.
    pub fn done(effect: Effect, span: Span) -> Self {
        Self { kind: StatementKind::Effect(effect), span }
    }

    /// Returns the lists of statements directly inside it, in the order of the file.
    pub fn blocks(&self) -> impl Iterator<Item = &[Self]> {
        self.kind.branches().into_iter().map(|branch| branch.body)
    }

    /// Returns the effect, if it is one.
    pub fn effect(&self) -> Option<&Effect> {
        if let StatementKind::Effect(effect) = &self.kind { Some(effect) } else { None }
    }

    /// Tells whether it is an effect with a role like this.
    pub fn any_operand(&self, wanted: impl Fn(Operand<'_, Resolved>) -> bool) -> bool {
        self.effect().is_some_and(|effect| effect.any_operand(wanted))
    }

    /// Tells whether it, or a statement inside it, is wanted. They are nested no deeper than the parser allows.
    pub fn any(&self, wanted: &dyn Fn(&Self) -> bool) -> bool {
        wanted(self) || self.blocks().flatten().any(|inner| inner.any(wanted))
    }

    /// Returns it and all statements inside it, in the order of the file.
    pub fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        all.extend(self.blocks().flatten().flat_map(Self::all));
        all
    }

    /// Returns how many of those that count can be done one after the other in some statements, at most; what is done again
    /// and again counts twice.
    pub fn most(statements: &[Self], counts: &dyn Fn(&Self) -> bool) -> usize {
        let most_of = |statement: &Self| {
            let inside = statement.blocks().map(|body| Self::most(body, counts)).max();
            let times = if statement.kind.is_repeated() { 2 } else { 1 };
            inside.unwrap_or(0).saturating_mul(times).saturating_add(counts(statement).into())
        };
        statements.iter().map(most_of).fold(0, usize::saturating_add)
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

/// What a statement consists of, each part in its role.
#[derive(Clone, Copy, Debug)]
pub enum StatementPart<'a> {
    /// A side that is named: it chooses, or it wins or loses.
    Side(Side),
    /// One of the pieces on these squares moves, by its ways.
    Movers(&'a Squares),
    /// A piece of one of these types comes onto the board, where its type may be dropped.
    Dropped(TypeSet),
    /// What this side has in hand leaves it.
    FromHand(Side),
    /// What this side has in hand can be chosen.
    OfHand(Side),
    /// Squares that are read.
    Place(&'a Squares),
    /// A type that can be chosen.
    Kind(&'a TypeRef),
    /// A number.
    Amount(&'a Number),
    /// A condition that decides how it goes on.
    Whether(&'a Truth),
    /// An effect.
    Effect(&'a Effect),
    /// What is done in order, if it is done.
    Body(&'a [Statement]),
    /// The turn ends here: it cannot be played so, or the game is over.
    Stop,
    /// The side that has the next turn.
    Next(Side),
}

/// One of the ways in which a statement goes on.
#[derive(Clone, Copy, Debug)]
pub struct Branch<'a> {
    /// What the text of a turn shows of it: a label, and what kind of choice it is.
    pub shows: Option<(Option<LabelId>, ShownKind)>,
    /// Whether somebody may choose it; else the position decides.
    pub is_free: bool,
    /// What is done then.
    pub body: &'a [Statement],
}

impl<'a> Branch<'a> {
    /// A branch that somebody may choose.
    fn chosen(kind: ShownKind, label: Option<LabelId>, body: &'a [Statement]) -> Self {
        Self { shows: kind.with(label, kind), is_free: true, body }
    }

    /// A branch on which the position decides.
    fn decided(body: &'a [Statement]) -> Self {
        Self { shows: None, is_free: false, body }
    }
}

/// What kind of choice it is that a turn's text shows, without what was chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ShownKind {
    /// A move.
    Move,
    /// A drop.
    Drop,
    /// A square.
    Square,
    /// A type, on the board or in hand.
    Type,
    /// A number.
    Number,
    /// A way to go on.
    Way,
}

impl ShownKind {
    /// Returns the choice with its label, if anything of it shows: a way to go on shows by its label alone.
    pub fn with<What>(self, label: Option<LabelId>, what: What) -> Option<(Option<LabelId>, What)> {
        (label.is_some() || self != Self::Way).then_some((label, what))
    }
}

/// What a statement lets somebody choose.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// A move.
    Move(&'a MoveChoice),
    /// A drop.
    Drop(&'a DropChoice),
    /// A square, a piece in hand, a type or a number.
    Choose(&'a Choose),
    /// A way to go on.
    Way(&'a [Alternative]),
}

impl StatementKind {
    /// Makes a statement that does something once for each square of a set.
    pub fn for_each(slot: SlotId, over: Squares, body: Vec<Statement>) -> Self {
        Self::ForEach { slot, over, body }
    }

    /// Calls `each` for every part, in the order of the file.
    pub fn each_part<'a>(&'a self, each: &mut dyn FnMut(StatementPart<'a>)) {
        use StatementPart as Part;
        if let Some(side) = self.chooser() {
            each(Part::Side(side));
        }
        match self {
            Self::Move(choice) => {
                each(Part::Movers(&choice.pieces));
                each(Part::Whether(&choice.only));
            }
            Self::Drop(choice) => {
                each(Part::FromHand(choice.hand));
                each(Part::Dropped(choice.types));
                each(Part::Place(&choice.on));
            }
            Self::Choose(choose) => choose.among.each_part(each),
            Self::If { condition, .. } => each(Part::Whether(condition)),
            Self::ForEach { over, .. } => each(Part::Place(over)),
            Self::Repeat { times, condition, .. } => {
                each(Part::Amount(times));
                each(Part::Whether(condition));
            }
            Self::Effect(effect) => each(Part::Effect(effect)),
            Self::End(outcome, _) => {
                outcome.side().into_iter().for_each(|side| each(Part::Side(side)));
                each(Part::Stop);
            }
            Self::Refuse(_) => each(Part::Stop),
            Self::Next(side) => each(Part::Next(*side)),
            Self::Either { .. } => {}
        }
        for branch in self.branches() {
            each(Part::Body(branch.body));
        }
    }

    /// Returns the ways in which it goes on; a single one without statements if nothing is inside it.
    pub fn branches(&self) -> Vec<Branch<'_>> {
        match self {
            Self::Move(choice) => vec![Branch::chosen(ShownKind::Move, choice.label, &[])],
            Self::Drop(choice) => vec![Branch::chosen(ShownKind::Drop, choice.label, &[])],
            Self::Choose(choose) => choose.branches(),
            Self::Either { ways, .. } => ways
                .iter()
                .map(|way| Branch::chosen(ShownKind::Way, way.label, &way.body))
                .collect(),
            Self::If { then, otherwise, .. } => {
                vec![Branch::decided(then), Branch::decided(otherwise)]
            }
            Self::ForEach { body, .. } | Self::Repeat { body, .. } => {
                vec![Branch::decided(body), Branch::decided(&[])]
            }
            Self::Effect(_) | Self::Refuse(_) | Self::End(..) | Self::Next(_) => {
                vec![Branch::decided(&[])]
            }
        }
    }

    /// Tells whether what is inside it may be done again and again.
    pub fn is_repeated(&self) -> bool {
        matches!(self, Self::ForEach { .. } | Self::Repeat { .. })
    }

    /// Returns what somebody chooses, if it asks for a choice.
    pub fn asks(&self) -> Option<Asked<'_>> {
        Some(match self {
            Self::Move(choice) => Asked::Move(choice),
            Self::Drop(choice) => Asked::Drop(choice),
            Self::Choose(choose) => Asked::Choose(choose),
            Self::Either { ways, .. } => Asked::Way(ways),
            _ => return None,
        })
    }

    /// Returns the choice of a move, if it is one.
    pub fn as_move(&self) -> Option<&MoveChoice> {
        if let Self::Move(choice) = self { Some(choice) } else { None }
    }

    /// Returns the choice of a drop, if it is one.
    pub fn as_drop(&self) -> Option<&DropChoice> {
        if let Self::Drop(choice) = self { Some(choice) } else { None }
    }

    /// Returns the choice of a square, a piece in hand, a type or a number, if it is one.
    pub fn as_choose(&self) -> Option<&Choose> {
        if let Self::Choose(choose) = self { Some(choose) } else { None }
    }

    /// Returns the alternatives, if there are some.
    pub fn ways(&self) -> &[Alternative] {
        if let Self::Either { ways, .. } = self { ways } else { &[] }
    }

    /// Tells whether it asks for something that stands in the turn's text by itself, which a way to go on does not.
    pub fn is_step(&self) -> bool {
        self.asks().is_some_and(|asked| !matches!(asked, Asked::Way(_)))
    }

    /// Returns the word that stands before what it asks for in the turn's text.
    pub fn label(&self) -> Option<LabelId> {
        self.asks().filter(|_| self.is_step()).and_then(|asked| asked.label(0))
    }

    /// Returns the condition on which it depends whether what is inside is done, or done again.
    pub fn condition(&self) -> Option<&Truth> {
        match self {
            Self::If { condition, .. } | Self::Repeat { condition, .. } => Some(condition),
            _ => None,
        }
    }

    /// Returns how it ends the game and for what reason, if it does.
    pub fn end(&self) -> Option<(Outcome, &str)> {
        if let Self::End(outcome, reason) = self { Some((*outcome, reason)) } else { None }
    }

    /// Returns why the turn cannot be played so, if it says that.
    pub fn refusal(&self) -> Option<&str> {
        if let Self::Refuse(reason) = self { Some(reason) } else { None }
    }

    /// Returns who chooses, if the statement asks for a choice.
    pub fn chooser(&self) -> Option<Side> {
        match self {
            Self::Move(MoveChoice { by, .. })
            | Self::Drop(DropChoice { by, .. })
            | Self::Choose(Choose { by, .. })
            | Self::Either { by, .. } => Some(*by),
            _ => None,
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
            if from.as_slot() == Some(*slot))
    }
}

impl Asked<'_> {
    /// Returns the word that is written with what is chosen; of ways to go on, with the one with that number.
    pub fn label(self, way: usize) -> Option<LabelId> {
        match self {
            Self::Move(choice) => choice.label,
            Self::Drop(choice) => choice.label,
            Self::Choose(choose) => choose.label,
            Self::Way(ways) => ways.get(way)?.label,
        }
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

impl Choose {
    fn branches(&self) -> Vec<Branch<'_>> {
        let mut branches = vec![Branch::chosen(self.among.shown(), self.label, &self.then)];
        branches.extend(self.otherwise.as_deref().map(Branch::decided));
        branches.extend(self.optional.then_some(Branch { is_free: true, ..Branch::decided(&[]) }));
        branches
    }
}

impl Candidates {
    /// Tells whether a number is chosen.
    pub fn are_numbers(&self) -> bool {
        self.shown() == ShownKind::Number
    }

    /// Returns what kind of choice a turn's text shows.
    fn shown(&self) -> ShownKind {
        match self {
            Self::Squares { .. } => ShownKind::Square,
            Self::Types(_) | Self::TypesInHand(..) => ShownKind::Type,
            Self::Numbers(..) => ShownKind::Number,
        }
    }

    fn each_part<'a>(&'a self, each: &mut dyn FnMut(StatementPart<'a>)) {
        match self {
            Self::Squares { squares, hand } => {
                each(StatementPart::Place(squares));
                if let Some((side, _)) = hand {
                    each(StatementPart::OfHand(*side));
                }
            }
            Self::Types(types) => types.iter().for_each(|kind| each(StatementPart::Kind(kind))),
            Self::TypesInHand(side, _) => each(StatementPart::OfHand(*side)),
            Self::Numbers(low, high) => {
                each(StatementPart::Amount(low));
                each(StatementPart::Amount(high));
            }
        }
    }
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

impl Outcome {
    /// Returns the side that wins or loses.
    pub fn side(self) -> Option<Side> {
        match self {
            Self::Wins(side) | Self::Loses(side) => Some(side),
            Self::Draw => None,
        }
    }
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

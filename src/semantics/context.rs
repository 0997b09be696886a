//! What is known while a game is analysed: the names, the options, and the game that grows.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::diag::{Sink, codes};
use crate::ir::{
    DirectionId, Game, Id, LabelId, MarkId, PieceTypeId, PropertyId, SideId, SlotId, SquareId,
    Squares, TallyId, TokenId, Truth, VariableId, limits, slots,
};
use crate::source::Span;
use crate::syntax::ast::{Expr, Name};
use crate::syntax::version::NEWEST;

use super::directions::Geometry;
use super::piece::PieceSource;
use super::{Program, Unit};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    /// A side.
    Side(SideId),
    /// A piece type.
    Type(PieceTypeId),
    /// A property of types.
    Property(PropertyId),
    /// A mark.
    Mark(MarkId),
    /// A token.
    Token(TokenId),
    /// A variable.
    Variable(VariableId),
    /// A number of squares or pieces.
    Tally(TallyId),
    /// A define, by its index in [`Context::defines`].
    Define(usize),
    /// An option, by its index in [`Context::options`].
    Option(usize),
    /// A square.
    Square(SquareId),
    /// A named direction.
    Direction(DirectionId),
}

/// A name with what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// What it stands for.
    pub entity: Entity,
    /// Where it is declared.
    pub span: Span,
}

/// A named expression, lowered anew wherever it is used.
#[derive(Clone, Debug)]
pub(crate) struct Define {
    /// Its name.
    pub name: Name,
    /// What it stands for.
    pub expr: Expr,
    /// How it is called, if it is one that is called and has been written out wherever that is so.
    pub call: Option<String>,
    /// Whether it is being lowered right now: asked again, it would never end.
    pub busy: bool,
    /// Whether any rule has asked for it.
    pub used: bool,
}

/// An option and its value.
#[derive(Clone, Debug)]
pub(crate) struct OptionEntry {
    /// Its name.
    pub name: Name,
    /// The value this game is made with.
    pub value: OptionSetting,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OptionSetting {
    /// A number, a switch (0 or 1).
    Number(i64),
    /// One of the option's words.
    Word(String),
    /// Movers: piece names or Betza strings, with a place to point at.
    Movers(Vec<Name>),
}

/// What a name bound inside a rule (`as`, `each`, `some`) holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotKind {
    /// A square.
    Square,
    /// A square, or a piece in hand.
    Chosen,
    /// A piece as it was when it was captured.
    Victim,
    /// A piece type.
    Type,
    /// A number.
    Number,
}

/// A name bound inside a rule.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// The name.
    pub name: String,
    /// The slot that holds it.
    pub slot: SlotId,
    /// What it holds.
    pub kind: SlotKind,
    /// Where the piece types are named among whose pieces it was chosen, if nothing else is said of them.
    pub among_types: Option<Span>,
    /// The direction that it stands for; its slot holds nothing then.
    pub direction: Option<Declared>,
}

impl Local {
    /// Makes a name for what is in a slot.
    pub(crate) fn new(name: &str, slot: SlotId, kind: SlotKind) -> Self {
        Self { name: name.to_owned(), slot, kind, among_types: None, direction: None }
    }
}

/// Which rule is being lowered, for what only some rules may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Place {
    /// A constant: zones, defaults.
    #[default]
    Constant,
    /// A way of moving: `origin` and `target` are bound.
    Clause,
    /// How far a way of moving goes, which is settled before it leads anywhere: `origin` is bound.
    Distance,
    /// Who has a power of a token.
    Bearer,
    /// A statement of the turn.
    Turn,
    /// An event about a capture: `victim`, `captor`, `origin`.
    Capture,
    /// An event about a move: `origin`, `target`.
    Move,
    /// An event about a drop: `target`, `dropped`.
    Drop,
    /// Turn begins or ends.
    TurnEdge,
    /// `forbid` and `prefer`.
    Forbid,
    /// An ending.
    Ending,
    /// A field of position texts, which no side is asked for.
    Field,
    /// A field of position texts that each side has its letters in.
    FieldOfSide,
    /// A line of a test.
    Test,
}

impl Place {
    /// Tells whether no turn is being played.
    pub(crate) fn is_at_rest(self) -> bool {
        matches!(self, Self::Constant | Self::Ending | Self::Field | Self::FieldOfSide | Self::Test)
    }
}

/// In which direction the way of moving goes whose limits are being lowered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Heading {
    /// There is none.
    #[default]
    Unknown,
    /// It is being found out whether the limits ask for it.
    Asked {
        /// Whether they do.
        yes: bool,
    },
    /// These directions, as far as there are any.
    Known {
        /// Against the first step of the way.
        rear: Option<DirectionId>,
        /// Like the last step of the way.
        ahead: Option<DirectionId>,
    },
}

/// Returns all of some things, if each of them is there; each is asked for, so that it can complain.
pub(crate) fn all<T>(parts: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let parts: Vec<Option<T>> = parts.collect();
    parts.into_iter().collect()
}

/// Everything known while a game is analysed.
#[derive(Debug)]
pub(crate) struct Context<'s> {
    /// The game that grows.
    pub game: Game,
    /// The global names.
    pub names: IndexMap<String, Declared>,
    /// `replace X with Y`: X is read as Y.
    pub aliases: IndexMap<String, String>,
    /// Names of what was removed, with the place that says so.
    pub removed: IndexMap<String, Span>,
    /// The defines.
    pub defines: Vec<Define>,
    /// The options.
    pub options: Vec<OptionEntry>,
    /// What the file says about each piece type, in the order of [`Game::types`].
    pub pieces: Vec<PieceSource>,
    /// Where the squares lie, and the directions met so far.
    pub geometry: Geometry,
    /// Names bound inside the rule at hand, innermost last.
    pub locals: Vec<Local>,
    /// The names that meant something in blocks of the rule at hand that are over.
    pub left: HashSet<String>,
    /// The rule at hand.
    pub place: Place,
    /// The direction of the way of moving at hand.
    pub heading: Heading,
    /// The direction of the lines that an expression speaks of, if it says which.
    pub lines_in: Option<DirectionId>,
    /// How many expressions are being lowered inside one another, defines included.
    pub depth: usize,
    /// How many parts what has been lowered so far comes to, defines anew at every use and copies included.
    pub written: usize,
    /// The expression of a rule that is being lowered, in which all others are.
    pub outermost: Span,
    /// Where ways of moving say that a piece may come from the hand.
    pub drops: Vec<Span>,
    /// Where the signs of marks are written.
    pub signs: Vec<Span>,
    /// Where the threat is written.
    pub threat: Option<Span>,
    /// The files.
    pub program: &'s Program,
    /// Where complaints go.
    pub sink: &'s mut Sink,
}

impl<'s> Context<'s> {
    /// Makes the context of a game of which nothing is known yet.
    pub(crate) fn new(program: &'s Program, sink: &'s mut Sink) -> Self {
        let game = Game { slot_count: slots::FIRST_FREE.index(), ..Game::default() };
        Self {
            game,
            names: IndexMap::new(),
            aliases: IndexMap::new(),
            removed: IndexMap::new(),
            defines: Vec::new(),
            options: Vec::new(),
            pieces: Vec::new(),
            geometry: Geometry::default(),
            locals: Vec::new(),
            left: HashSet::new(),
            place: Place::Constant,
            heading: Heading::Unknown,
            lines_in: None,
            depth: 0,
            written: 0,
            outermost: Span::default(),
            drops: Vec::new(),
            signs: Vec::new(),
            threat: None,
            program,
            sink,
        }
    }

    /// Tells whether a place is in a file that is not in the newest version of the language.
    pub(crate) fn is_old(&self, span: Span) -> bool {
        self.unit(span).is_some_and(|unit| unit.file.version != NEWEST)
    }

    /// Returns what is written at a place; in a copy, that which is copied.
    pub(crate) fn written(&self, span: Span) -> &'s str {
        let text =
            self.unit(span).and_then(|unit| unit.text.get(span.start as usize..span.end as usize));
        text.unwrap_or("")
    }

    /// Returns the file in which a place is.
    fn unit(&self, span: Span) -> Option<&'s Unit> {
        self.program.units.iter().find(|unit| unit.file.header.span.source == span.source)
    }

    /// Returns what a global name stands for, aliases followed, or the direction that a loop has given that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Declared> {
        if let Some(local) = self.local(name).filter(|local| local.direction.is_some()) {
            return local.direction.as_ref();
        }
        let name = self.aliases.get(name).map_or(name, String::as_str);
        self.names.get(name)
    }

    /// Returns what a name stands for, as [`Self::find`] does.
    pub(crate) fn entity(&self, name: &str) -> Option<Entity> {
        self.find(name).map(|declared| declared.entity)
    }

    /// Returns the local with that name, the innermost first.
    pub(crate) fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// Binds a name inside the rule at hand to a new slot.
    pub(crate) fn bind(&mut self, name: &str, kind: SlotKind) -> SlotId {
        let slot = SlotId::from_index(self.game.slot_count);
        self.game.slot_count += 1;
        self.locals.push(Local::new(name, slot, kind));
        slot
    }

    /// Lets a name stand for a direction inside the rule at hand.
    pub(crate) fn bind_direction(&mut self, name: &str, direction: Declared) {
        let local = Local::new(name, slots::FROM, SlotKind::Number);
        self.locals.push(Local { direction: Some(direction), ..local });
    }

    /// Notes where a truth is written; `None` if the rules become too large.
    pub(crate) fn note_truth(&mut self, truth: &Truth, span: Span) -> Option<()> {
        self.charge(truth.size(), span)?;
        self.game.phrases.truths.push((truth.clone(), span));
        Some(())
    }

    /// Notes where a set of squares is written; `None` if the rules become too large.
    pub(crate) fn note_set(&mut self, set: &Squares, span: Span) -> Option<()> {
        self.charge(set.size(), span)?;
        self.game.phrases.sets.push((set.clone(), span));
        Some(())
    }

    /// Adds so many parts to what the rules come to; `None` if that is too much, which is told once.
    pub(crate) fn charge(&mut self, parts: usize, span: Span) -> Option<()> {
        let before = self.written;
        self.written = before.saturating_add(parts);
        if self.written <= limits::MAX_EXPRESSIONS {
            return Some(());
        }
        if before <= limits::MAX_EXPRESSIONS {
            let place = if self.depth == 0 { span } else { self.outermost };
            let message = "the rules become too large once everything is written out";
            let help = "a define is written out wherever it is used, and so are the ways that `as` copies: \
                        use fewer of them, or smaller ones";
            self.sink.push(codes::NESTING_TOO_DEEP.at(place, message).help(help));
        }
        None
    }

    /// Returns how many parts there is still room for.
    pub(crate) fn room(&self) -> usize {
        limits::MAX_EXPRESSIONS.saturating_sub(self.written)
    }

    /// Runs something with the locals of now, and forgets those it adds.
    pub(crate) fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.locals.len();
        let result = body(self);
        let left = self.locals.drain(depth..).map(|local| local.name);
        self.left.extend(left);
        result
    }

    /// Returns the number of a label.
    pub(crate) fn label(&mut self, text: &str) -> LabelId {
        let known =
            self.game.labels.enumerate().find(|(_, label)| *label == text).map(|(id, _)| id);
        known.unwrap_or_else(|| self.game.labels.push(text.to_owned()))
    }
}

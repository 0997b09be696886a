//! The game: everything a rules file says, resolved.

use std::sync::Arc;

use super::board::Board;
use super::expression::{Number, Squares, Truth, VariableRef};
use super::ids::{
    BySide, Id, IdVec, LabelId, MarkId, PieceTypeId, PropertyId, SideId, SlotId, SquareId, TallyId,
    TokenId, VariableId,
};
use super::part::{Part, Read};
use super::pattern::Clause;
use super::preference::Preference;
use super::sets::{SquareSet, TypeSet};
use super::statement::{Outcome, Statement, Trigger};
use super::test::GameTest;
use super::weights::Weights;
use super::writing::Writing;
use crate::source::Span;

/// A whole game, total and resolved: no name is left to look up.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// What the page about it says.
    pub about: About,
    /// The board.
    pub board: Board,
    /// The two sides; the first one begins.
    pub sides: BySide<SideInfo>,
    /// The piece types.
    pub types: IdVec<PieceTypeId, PieceType>,
    /// The properties of types.
    pub properties: IdVec<PropertyId, Property>,
    /// The marks.
    pub marks: IdVec<MarkId, Mark>,
    /// The tokens.
    pub tokens: IdVec<TokenId, Token>,
    /// The variables.
    pub variables: IdVec<VariableId, Variable>,
    /// The labels that parts of a turn's text begin with.
    pub labels: IdVec<LabelId, String>,
    /// How many slots the statements use (the fixed ones of [`slots`](super::slots) included).
    pub slot_count: usize,
    /// What a turn is.
    pub turn: Vec<Statement>,
    /// The turn that is imagined where attacks are asked for, if that is not the turn itself.
    pub threat: Option<Vec<Statement>>,
    /// What happens on events, in order.
    pub triggers: Vec<Trigger>,
    /// Turns that are not allowed, judged when the whole turn is over; `own` is the side that played it.
    pub forbids: Vec<Forbid>,
    /// Turns that go before others, so that only they are legal. Judged as [`Forbid`] is, in order.
    pub preferences: Vec<Preference>,
    /// How the game ends, in order of precedence. Judged before each turn; `own` is about to move.
    pub endings: Vec<Ending>,
    /// Whether any rule puts pieces into hands or takes them from there, so that position text tells the hands.
    pub uses_hands: bool,
    /// Whether each piece on the board carries a number. Nothing in the language sets this yet.
    pub numbered_pieces: bool,
    /// The position text's fields after placement and side to move.
    pub fields: Vec<Field>,
    /// The numbers that squares or pieces have.
    pub tallies: IdVec<TallyId, TallyInfo>,
    /// What makes two positions the same.
    pub comparison: Vec<Compared>,
    /// Whether legal turns that lead to the same position are one turn.
    pub turns_by_position: bool,
    /// The position in which the game begins.
    pub start: Start,
    /// The options, with the values this game was made with.
    pub options: Vec<OptionInfo>,
    /// The names of the pieces of advice that the author does not want.
    pub allowed: Vec<String>,
    /// The names for expressions that no rule asked for, with the places where they are declared.
    pub unasked: Vec<(String, Span)>,
    /// The parameters of defines that have the name of something declared, with where they are declared.
    pub hidden: Vec<(String, Span)>,
    /// The defines that speak of `own` where endings ask for them that belong to neither side, with where that is.
    pub whose: Vec<(String, Span)>,
    /// The tests of the file.
    pub tests: Vec<GameTest>,
    /// What was learned about positions by playing, if something was.
    pub weights: Option<Arc<Weights>>,
    /// How turns are written.
    pub writing: Writing,
    /// Where truths and sets are written, for telling people about them.
    pub phrases: Phrases,
    /// The regions of the board that the author speaks of; no rule depends on them.
    pub regions: Vec<Region>,
}

/// A region of the board that the author speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The name of the define that stands for its squares.
    pub name: String,
    /// What the author says about it.
    pub text: String,
    /// The squares, as each side's own; the same for all sides if it is nobody's.
    pub squares: BySide<SquareSet>,
}

/// Where truths and sets of squares are written; the same one may be written in several places.
///
/// What the analysis puts together or simplifies is written nowhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Phrases {
    /// The truths.
    pub truths: Vec<(Truth, Span)>,
    /// The sets of squares.
    pub sets: Vec<(Squares, Span)>,
    /// The names of slots of which something is asked.
    pub slots: Vec<(SlotId, Span)>,
}

impl Phrases {
    /// Returns where a truth is written inside a rule.
    pub fn truth_in(&self, truth: &Truth, rule: Span) -> Option<Span> {
        place_in(&self.truths, truth, rule)
    }

    /// Returns where a set is written inside a rule.
    pub fn set_in(&self, set: &Squares, rule: Span) -> Option<Span> {
        place_in(&self.sets, set, rule)
    }
}

fn place_in<T: PartialEq>(phrases: &[(T, Span)], wanted: &T, rule: Span) -> Option<Span> {
    let mut inside =
        phrases.iter().filter(|(phrase, span)| rule.contains(*span) && phrase == wanted);
    // Of the copies that a family writes out, the one at hand is meant.
    let same = inside.clone().find(|(_, span)| span.copy == rule.copy);
    same.or_else(|| inside.next()).map(|(_, span)| *span)
}

/// What is told about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name.
    pub title: String,
    /// A word to call it by: its file's name.
    pub name: String,
    /// Who invented it, if told.
    pub inventor: Option<String>,
    /// Where its rules are described.
    pub sources: Vec<String>,
    /// A line about it.
    pub summary: Option<String>,
    /// What the game is played for, in a sentence of the author.
    pub aim: Option<String>,
    /// What the author says about the game, paragraph by paragraph.
    pub paragraphs: Vec<String>,
    /// What the author says about declarations.
    pub said: Vec<Said>,
    /// What the names in braces in these texts stand for.
    pub named: Vec<(String, Named)>,
    /// How people are asked for choices, by the labels of these.
    pub asks: Vec<(String, String)>,
    /// Decisions where the source is silent: a number such as `F1` and the text.
    pub rulings: Vec<(String, String)>,
    /// The title of the parent, if there is one.
    pub parent: Option<String>,
}

/// What the author says about a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The kind of declaration: `piece`, `turn`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The text; empty if nothing is to be said.
    pub text: String,
}

/// What a name in braces in an author's text stands for: `{promotes-to}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// Piece types.
    Types(TypeSet),
    /// Fixed squares, as each side's own.
    Squares(BySide<SquareSet>),
}

impl Said {
    /// Returns the names in braces in the text.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let parts = self.text.split('{').skip(1);
        parts.filter_map(|part| part.split_once('}')).map(|(name, _)| name)
    }
}

impl About {
    /// Notes what the author says about a declaration, in place of what was said before.
    pub fn says(&mut self, kind: &str, name: &str, text: &str) {
        self.said.retain(|said| said.kind != kind || said.name != name);
        let [kind, name, text] = [kind, name, text].map(str::to_owned);
        self.said.push(Said { kind, name, text });
    }

    /// Returns what the author says about a declaration.
    pub fn said_of(&self, kind: &str, name: &str) -> Option<&str> {
        let said = self.said.iter().find(|said| said.kind == kind && said.name == name);
        said.map(|said| said.text.as_str())
    }
}

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideInfo {
    /// The name.
    pub name: String,
    /// The letter in position text.
    pub letter: String,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceType {
    /// The name.
    pub name: String,
    /// How each side's piece is written in position text: the first side's in capitals as a rule. The third entry is a
    /// piece of neither side.
    pub symbols: [Option<String>; SideId::OWNERS.len()],
    /// How each side's piece is drawn where that can be, and a piece of neither; no rule depends on it.
    pub pictures: [Option<String>; SideId::OWNERS.len()],
    /// Whether losing it is what the game is about: `royal` in the rules, and check on the screen.
    pub royal: bool,
    /// What the rules say that the computer should take it to be worth, in points; they mean nothing by it themselves.
    pub value: Option<u16>,
    /// Its ways of moving, in order of precedence.
    pub clauses: Vec<Clause>,
    /// Where it may be dropped.
    pub drop_on: Squares,
    /// Its properties, one for each of [`Game::properties`].
    pub properties: Vec<PropertyValue>,
    /// Where it is declared.
    pub span: Span,
}

impl PieceType {
    /// Makes a type of which nothing is known but its name and symbols: it has no ways of moving.
    pub fn new(name: String, symbols: [Option<String>; SideId::OWNERS.len()], span: Span) -> Self {
        let (drop_on, royal, value) = (Squares::vacant(), false, None);
        let (pictures, clauses, properties) = ([None, None, None], Vec::new(), Vec::new());
        Self { name, symbols, pictures, royal, value, clauses, drop_on, properties, span }
    }
}

/// A property that every type has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name.
    pub name: String,
}

/// What a property says of one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyValue {
    /// A number.
    Number(i32),
    /// A type.
    Type(PieceTypeId),
    /// Nothing.
    None,
}

/// A mark that pieces can carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The name.
    pub name: String,
    /// What follows the piece's symbol in position text.
    pub suffix: String,
}

/// An object that a piece can bear, or that lies on a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// The name.
    pub name: String,
    /// Where it is at the start.
    pub start: Option<SquareId>,
    /// Its level at the start.
    pub start_level: i32,
    /// Whether levels mean anything, so that position text has them.
    pub has_levels: bool,
    /// What the rules say that a bearer is worth more to the computer, in points.
    pub value: Option<u16>,
    /// What its bearer can do besides its own moves.
    pub powers: Vec<Power>,
    /// Where it is declared.
    pub span: Span,
}

/// What a token gives its bearer.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// Which bearers have it.
    pub bearer: Squares,
    /// At which levels, if not at all of them.
    pub level: Option<PowerLevel>,
    /// The ways of moving.
    pub clauses: Vec<Clause>,
}

/// At which levels a token has a power from a list: at level `n >= 1` where `(n - 1) mod length = entry`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PowerLevel {
    /// Which entry of the list.
    pub entry: u16,
    /// How long the list is.
    pub length: u16,
}

impl PowerLevel {
    /// Tells whether a level is one of them.
    pub fn has(self, level: i32) -> bool {
        level >= 1
            && self.length > 0
            && (level - 1) % i32::from(self.length) == i32::from(self.entry)
    }
}

/// Something the game remembers.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// Whether each side has its own.
    pub per_side: bool,
    /// What it holds.
    pub kind: VariableKind,
    /// What it holds at the start, for each side (both the same if it is not per side).
    pub start: BySide<VariableValue>,
    /// Whether it is the number of one square, so that it is shown with those of the others.
    pub of_square: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A number that each square has, or that goes with each piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyInfo {
    /// The name.
    pub name: String,
    /// The variable of the first square, which those of the others follow; `None` where pieces have the number.
    pub first: Option<VariableId>,
    /// The least number.
    pub min: i32,
    /// The greatest number.
    pub max: i32,
    /// The number at the start, and that of new pieces.
    pub start: i32,
    /// Where it is declared.
    pub span: Span,
}

impl TallyInfo {
    /// Returns the variable that holds the number of a square, if squares have it.
    pub fn variable(&self, square: SquareId) -> Option<VariableId> {
        let first = self.first?;
        u16::try_from(first.index() + square.index()).ok().map(VariableId)
    }

    /// Returns the number of a piece from what the piece keeps: by how much its number is above that of a new piece.
    pub fn of_piece(&self, kept: i16) -> i32 {
        self.start + i32::from(kept)
    }

    /// Returns a number kept within the range.
    pub fn clamp(&self, number: i32) -> i32 {
        number.clamp(self.min, self.max)
    }
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// A number in the range, ends included.
    Number {
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
    },
    /// A switch: 0 or 1.
    Switch,
    /// One of the words, by its number from 0.
    Words(Vec<String>),
    /// A set of squares.
    Squares,
}

/// The value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableValue {
    /// A number, a switch, the number of a word.
    Number(i32),
    /// Squares.
    Squares(SquareSet),
}

/// A turn that is not allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// Its name.
    pub name: String,
    /// The condition.
    pub condition: Truth,
    /// Whether the condition asks about legal turns: such rules are left out where legal turns are counted for another
    /// rule. It is asked for every turn, so it is known from the beginning.
    pub asks_for_turns: bool,
    /// Whether it asks how often the position after the turn has occurred.
    pub asks_for_record: bool,
    /// What is told to whoever tries it.
    pub reason: String,
    /// Where it is written.
    pub span: Span,
}

impl Forbid {
    /// Makes a rule.
    pub fn new(name: String, condition: Truth, reason: String, span: Span) -> Self {
        let asks_for_turns = Part::from(&condition).reads(Read::Turns);
        let asks_for_record = Part::from(&condition).reads(Read::Occurrences);
        Self { name, condition, asks_for_turns, asks_for_record, reason, span }
    }
}

/// A way the game ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Its name.
    pub name: String,
    /// When.
    pub condition: Truth,
    /// Who wins.
    pub outcome: Outcome,
    /// The reason in words.
    pub reason: String,
    /// Whether it is a matter of the game's record (repetition, move counters): perft ignores it.
    pub by_record: bool,
    /// Where it is written.
    pub span: Span,
}

/// One field of the position text after placement and side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it says.
    pub kind: FieldKind,
}

/// What a field of the position text says.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// Letters, each for a square that is or is not in a variable; `-` for none.
    Letters(Vec<Letter>),
    /// The squares of a variable, one name after the other; `-` for none.
    Squares(VariableRef),
    /// The number in a variable.
    Number(VariableRef),
    /// The number of the turn pair.
    TurnNumber,
    /// Numbers among fixed text, told in the first form; any form is understood.
    Template(Vec<Vec<TemplatePart>>),
    /// Always that text (a field other programs expect).
    Fixed(String),
}

/// One letter of a field. Of several letters for one square, all are understood and the last is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    /// The letter.
    pub text: String,
    /// The variable that has the square or not.
    pub variable: VariableRef,
    /// The square (the first of the set), judged when the pieces stand.
    pub square: Squares,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplatePart {
    /// That text.
    Text(String),
    /// The number in the variable; `minus` is what it is subtracted from, if anything.
    Number {
        /// The variable.
        variable: VariableRef,
        /// Written is this minus the variable.
        minus: Option<i32>,
    },
}

/// Something that is compared in its own way when positions are compared. All else that
/// position text tells is compared as it is, except the turn number, which is not.
#[derive(Clone, Debug, PartialEq)]
pub enum Compared {
    /// The variable does not matter.
    Ignore(VariableId),
    /// Whose turn it is does not matter.
    IgnoreSide,
    /// The variable matters only while the legal turns differ from what they are with its start value.
    WhileUsed(VariableId),
    /// The number matters besides.
    Number(Number),
    /// The number stands for the token's level.
    Level(TokenId, Number),
}

/// The position in which the game begins: pieces, hands and the side to move. Variables and tokens have
/// their own start values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The position text; read with the game's own format.
    pub text: String,
    /// Where it is written.
    pub span: Option<Span>,
}

/// An option with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name.
    pub name: String,
    /// What it can be, in words.
    pub kind: String,
    /// Its default as text.
    pub default: String,
    /// Its value as text.
    pub value: String,
    /// A line about it.
    pub summary: Option<String>,
}

impl Game {
    /// Tells whether the file says that it does not want a piece of advice.
    pub fn allows(&self, advice: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed == advice)
    }

    /// Returns the number that goes with each piece, if pieces have one.
    pub fn piece_tally(&self) -> Option<&TallyInfo> {
        self.tallies.iter().find(|tally| tally.first.is_none())
    }

    /// Tells whether a rule forbids turns by how often the position after them has occurred.
    pub fn forbids_repeats(&self) -> bool {
        self.forbids.iter().any(|rule| rule.asks_for_record)
    }

    /// Returns the most occurrences of a position over which a rule looks back at the turns between them; 0 if none
    /// does.
    pub fn lookback(&self) -> u8 {
        let mut most = 0;
        let endings = self.endings.iter().map(|ending| &ending.condition);
        for condition in endings.chain(self.forbids.iter().map(|rule| &rule.condition)) {
            Part::from(condition).any(&mut |part| {
                if let Part::Reads(Read::Since(times)) = part {
                    most = most.max(times);
                }
                false
            });
        }
        most
    }

    /// Iterates over all ways of moving: those of pieces, then those that tokens give.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        let given = self.powers().flat_map(|(_, _, power)| &power.clauses);
        self.types.iter().flat_map(|kind| &kind.clauses).chain(given)
    }

    /// Iterates over what tokens give to their bearers: the token, the number of the power, and the power.
    pub fn powers(&self) -> impl Iterator<Item = (TokenId, usize, &Power)> {
        self.tokens.enumerate().flat_map(|(token, info)| {
            info.powers.iter().enumerate().map(move |(index, power)| (token, index, power))
        })
    }

    /// Returns the name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        &self.sides[side].name
    }

    /// Returns the types that are royal.
    pub fn royal_types(&self) -> TypeSet {
        self.types.enumerate().filter(|(_, kind)| kind.royal).map(|(id, _)| id).collect()
    }
}

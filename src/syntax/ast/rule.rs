//! Events, endings, fields and tests.

use super::visit::tree;
use super::{Block, Expr, Name, Text};
use crate::source::Span;

tree! {
/// `event promotion: when a Pawn moves to promotion-zone { … }`.
pub struct EventItem {
    /// The name.
    @skip pub name: Name,
    /// `before NAME`: the item of its kind that it comes before.
    @skip pub before: Option<Name>,
    /// What it waits for.
    pub event: EventPattern,
    /// `and …` after it.
    pub condition: Option<Expr>,
    /// What it does.
    pub body: Block,
}

/// What an event waits for.
pub enum EventPattern {
    /// `when SET is captured [by SET]`
    Captured {
        /// Which victims.
        victim: Expr,
        /// Which captors.
        by: Option<Expr>,
    },
    /// `when SET moves [by …] [from SET] [to SET]`
    Moved {
        /// Which pieces (judged where they stand afterwards).
        mover: Expr,
        /// By which way of moving.
        by: Option<MovedBy>,
        /// From where.
        from: Option<Expr>,
        /// To where.
        to: Option<Expr>,
    },
    /// `when SET is dropped [on SET]`
    Dropped {
        /// Which pieces.
        piece: Expr,
        /// Where.
        on: Option<Expr>,
    },
    /// `when a turn begins`
    TurnBegins,
    /// `when a turn ends`
    TurnEnds,
}

/// Which way of moving: `by double-step`, `by a power`, `by power of Ring`, `by a drop`.
pub enum MovedBy {
    /// The clause of that name.
    Named(@skip Name),
    /// `a power`
    AnyPower,
    /// `power of Ring`
    PowerOf(Name),
    /// `a drop`
    Drop,
}

/// `prefer capture: "reason" when …`, `prefer majority: "reason" most …`.
pub struct PreferItem {
    /// The name.
    @skip pub name: Name,
    /// `before NAME`: the item of its kind that it comes before.
    @skip pub before: Option<Name>,
    /// The reason in words.
    pub reason: Option<Text>,
    /// Which turns go before others.
    pub goal: GoalItem,
}

/// Which turns go before others.
pub enum GoalItem {
    /// `when TRUTH`
    When(Expr),
    /// `most NUMBER`
    Most(Expr),
    /// `least NUMBER`
    Least(Expr),
}
}

impl GoalItem {
    /// Returns what is said of a turn.
    pub fn expr(&self) -> &Expr {
        match self {
            Self::When(expr) | Self::Most(expr) | Self::Least(expr) => expr,
        }
    }
}

tree! {
/// `forbid check: "reason" when …`.
pub struct RuleItem {
    /// The name.
    @skip pub name: Name,
    /// `before NAME`: the item of its kind that it comes before.
    @skip pub before: Option<Name>,
    /// The reason in words.
    pub reason: Option<Text>,
    /// When.
    pub condition: Expr,
}

/// `ending mate: own loses "checkmate" when …`.
pub struct EndingItem {
    /// The name.
    @skip pub name: Name,
    /// `before NAME`: the item of its kind that it comes before.
    @skip pub before: Option<Name>,
    /// Whether it is `record`.
    pub by_record: bool,
    /// Who wins.
    pub outcome: OutcomeItem,
    /// The reason in words.
    pub reason: Text,
    /// When.
    pub condition: Expr,
}

/// `own wins`, `White loses`, `draw`.
pub enum OutcomeItem {
    /// `SIDE wins`
    Wins(Expr),
    /// `SIDE loses`
    Loses(Expr),
    /// `a side wins`, `a side loses`: asked of both, with `own` being that side.
    ASide {
        /// Whether it wins.
        wins: bool,
    },
    /// `side to move wins`, `side to move loses`, `side to move draws`: in endings, with `own` being that side.
    SideToMove(Fate),
    /// `draw`
    Draw,
}
}

/// What becomes of a side when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// Nobody wins.
    Draws,
}

tree! {
/// `field castling: letters …`.
pub struct FieldItem {
    /// The name.
    @skip pub name: Name,
    /// `before NAME`: the item of its kind that it comes before.
    @skip pub before: Option<Name>,
    /// What it says.
    pub kind: FieldType,
}

/// What a field of the position text says.
pub enum FieldType {
    /// `letters "K" = h1 in rights, …`
    Letters {
        /// `per side letters`: those of the first side are told, in capitals.
        per_side: bool,
        /// The letters.
        letters: Vec<LetterItem>,
    },
    /// `squares ep`
    Squares(Expr),
    /// `number clock`
    Number(Expr),
    /// `turn number`
    TurnNumber,
    /// `form "{left of White}+{left of Black}"`, several for more forms that are understood.
    Forms(Vec<Vec<FormPart>>),
    /// `text "-"`
    Fixed(Text),
}

/// One letter of a `letters` field.
pub struct LetterItem {
    /// The letter.
    pub letter: Text,
    /// Whether it is the letter of the first file, and each square has that of its own: `"A"..`
    pub by_file: bool,
    /// The square, or the squares.
    pub square: Expr,
    /// The variable.
    pub variable: Name,
}

/// A part of a form.
pub enum FormPart {
    /// Text that stands for itself.
    Text(Text),
    /// `variable`, `variable of White`, `3 - variable of White`.
    Number {
        /// The variable.
        variable: Expr,
        /// What it is subtracted from.
        minus: Option<i64>,
        /// Its place.
        span: Span,
    },
}

/// What counts when positions are compared.
pub enum CompareItem {
    /// `compare ignoring clock`
    Ignoring(Name),
    /// `compare ignoring side to move`
    IgnoringSide(Span),
    /// `compare turns by position`
    TurnsByPosition(Span),
    /// `compare ep while used`
    WhileUsed(Name),
    /// `compare number EXPR`
    Number(Expr),
    /// `compare level of Ring as EXPR`
    Level(Name, Expr),
}

/// `test "…" cites F1 with powers = Queen { … }`.
pub struct TestItem {
    /// What it shows.
    pub title: Text,
    /// The rulings it is about.
    @skip pub cites: Vec<Name>,
    /// Options it sets, values as written.
    @skip pub options: Vec<(Name, Text)>,
    /// Its lines.
    pub lines: Vec<TestLine>,
}

/// One line of a test.
pub struct TestLine {
    /// What it says.
    pub kind: TestLineKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a test says.
pub enum TestLineKind {
    /// `position "…"`
    Position(Text),
    /// `play e2e4 e7e5`
    Play(Vec<Text>),
    /// `legal e2e4`
    Legal(Vec<Text>),
    /// `illegal e2e4`
    Illegal(Vec<Text>),
    /// `turns 20`
    Turns(u64),
    /// `perft 3 8902`
    Perft(u32, u64),
    /// `result White "reason"` / `result draw`
    Result(@skip Name, Option<Text>),
    /// `ongoing`
    Ongoing,
    /// `expect TRUTH`
    Expect(Expr),
    /// `becomes "…"`
    Becomes(Text),
}
}

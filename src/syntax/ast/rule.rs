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
    @skip pub before: Option<Name> = before,
    /// What it waits for.
    pub event: EventPattern,
    /// `and …` after it.
    pub condition: Option<Expr> = expression,
    /// What it does.
    pub body: Block,
}

/// What an event waits for.
pub enum EventPattern by happening {
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
    Named(@skip Name) => label,
    /// `a power`
    AnyPower = any_power,
    /// `power of Ring`
    PowerOf(Name) = power_of,
    /// `a drop`
    Drop = by_drop,
}

/// `prefer capture: "reason" when …`, `prefer majority: "reason" most …`.
pub struct PreferItem {
    /// The name.
    @skip pub name: Name,
    /// `before NAME`: the item of its kind that it comes before.
    @skip pub before: Option<Name> = before,
    /// The reason in words.
    pub reason: Option<Text> = string,
    /// Which turns go before others.
    pub goal: GoalItem,
}

/// Which turns go before others.
pub enum GoalItem {
    /// `when TRUTH`
    When(Expr) => expression,
    /// `most NUMBER`
    Most(Expr) = most,
    /// `least NUMBER`
    Least(Expr) = least,
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
    @skip pub before: Option<Name> = before,
    /// The reason in words.
    pub reason: Option<Text> = string,
    /// When.
    pub condition: Expr,
}

/// `ending mate: own loses "checkmate" when …`.
pub struct EndingItem {
    /// Whether it is `record`.
    pub by_record: bool,
    /// The name.
    @skip pub name: Name,
    /// `before NAME`: the item of its kind that it comes before.
    @skip pub before: Option<Name> = before,
    /// Who wins.
    pub outcome: OutcomeItem,
    /// The reason in words.
    pub reason: Text,
    /// When.
    pub condition: Expr,
}

/// `own wins`, `White loses`, `draw`.
pub enum OutcomeItem by outcome {
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
    @skip pub before: Option<Name> = before,
    /// What it says.
    pub kind: FieldType,
}

/// What a field of the position text says.
pub enum FieldType {
    /// `letters "K" = h1 in rights, …`
    Letters {
        /// `per side letters`: those of the first side are told, in capitals.
        per_side: bool = per_side,
        /// The letters.
        letters: Vec<LetterItem>,
    } = letters,
    /// `squares ep`
    Squares(Expr) = field_squares,
    /// `number clock`
    Number(Expr) = field_number,
    /// `turn number`
    TurnNumber = turn_number,
    /// `form "{left of White}+{left of Black}"`, several for more forms that are understood.
    Forms(Vec<Vec<FormPart>>) = forms,
    /// `text "-"`
    Fixed(Text) = fixed,
}

/// One letter of a `letters` field.
pub struct LetterItem {
    /// The letter.
    pub letter: Text,
    /// Whether it is the letter of the first file, and each square has that of its own: `"A"..`
    pub by_file: bool = by_file,
    /// The square, or the squares.
    pub square: Expr,
    /// The variable.
    pub variable: Name,
}

/// A part of a form.
pub enum FormPart {
    /// Text that stands for itself.
    Text(Text) => string,
    /// `variable`, `variable of White`, `3 - variable of White`.
    Number {
        /// What it is subtracted from.
        minus: Option<i64> = integer,
        /// The variable.
        variable: Expr,
        /// Its place.
        span: Span,
    } = form_number,
}

/// What counts when positions are compared.
pub enum CompareItem {
    /// `compare ignoring clock`
    Ignoring(Name) => name,
    /// `compare ignoring side to move`
    IgnoringSide(Span) => side_to_move,
    /// `compare turns by position`
    TurnsByPosition(Span) => compare_turns,
    /// `compare ep while used`
    WhileUsed(Name) = while_used,
    /// `compare number EXPR`
    Number(Expr) = compare_number,
    /// `compare level of Ring as EXPR`
    Level(Name, Expr) = compare_level,
}

/// `test "…" cites F1 with powers = Queen { … }`.
pub struct TestItem {
    /// What it shows.
    pub title: Text,
    /// The rulings it is about.
    @skip pub cites: Vec<Name> [cites],
    /// Options it sets, values as written.
    @skip pub options: Vec<(Name, Text)> [with_options],
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
    Position(Text) = position,
    /// `play e2e4 e7e5`
    Play(Vec<Text>) = play,
    /// `legal e2e4`
    Legal(Vec<Text>) = legal,
    /// `illegal e2e4`
    Illegal(Vec<Text>) = illegal,
    /// `turns 20`
    Turns(u64) = turns,
    /// `perft 3 8902`
    Perft(u32, u64) = perft,
    /// `result White "reason"` / `result draw`
    Result(@skip Name, Option<Text>) = result,
    /// `ongoing`
    Ongoing = ongoing,
    /// `expect TRUTH`
    Expect(Expr) = expect,
    /// `becomes "…"`
    Becomes(Text) = becomes,
}
}

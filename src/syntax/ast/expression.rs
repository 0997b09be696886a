//! Expressions.

use super::visit::tree;
use super::{MovedBy, Name, Pattern, SquareRange};
use crate::diag::worded;
use crate::source::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

impl Expr {
    /// Makes the expression that is nothing but a name.
    pub fn name(text: &str, span: Span) -> Self {
        Self { kind: ExprKind::Name(Name { text: text.to_owned(), span }), span }
    }
}

tree! {
/// What held at each turn since a position was there before.
pub struct Held {
    /// What.
    pub condition: Expr,
    /// Whose turns; those of both sides if that is not said.
    pub whose: Option<Expr>,
}

/// The expressions of the language, sets of squares, numbers and truths alike.
pub enum ExprKind {
    /// `3`
    Number(i64) => number | negative,
    /// `Pawn`, `own`, `e4`, `clock`, `empty`, `none`
    Name(@skip Name) => name | switched_on,
    /// `{a1..h2 e4}`
    SquareSet(Vec<SquareRange>) = square_set,
    /// `rank 2`
    Rank(i64) = rank,
    /// `file c`
    File(@skip Name) = file_term,
    /// `own Pawn`: one word after another.
    Chain(Vec<Expr>),
    /// `A in B`, `A on B`: in both.
    In(Box<Expr>, Box<Expr>),
    /// `A except B`, `except B`.
    Except(Option<Box<Expr>>, Box<Expr>),
    /// `bearing Ring`
    Bearing(Name) = bearing,
    /// `marked spent`
    Marked(Name) = marked,
    /// `WORD of A`: `level of Ring`, `type of victim`, `forward of target`, `own hand`, `clock of White`.
    Of(Name, Box<Expr>) = of,
    /// `count A`
    Count(Box<Expr>),
    /// `between(A, B)`, `reach(A, pattern)`: a function.
    Call(@skip Name, Vec<Argument>) = call,
    /// `turn number`
    TurnNumber = turn_number,
    /// `captures this turn`
    CapturesThisTurn = captures_this_turn,
    /// `A + B`, `A = B`, …
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `A and B`, `A or B`
    Logic(LogicOperator, Vec<Expr>),
    /// `not A`
    Not(Box<Expr>),
    /// `any A`
    Any(Box<Expr>),
    /// `no A`
    No(Box<Expr>),
    /// `A is [not] [in|on] B`
    Is {
        /// What.
        subject: Box<Expr>,
        /// With `not`.
        negated: bool,
        /// In what.
        predicate: Box<Expr>,
    },
    /// `A is [not] attacked [by SIDE]`
    Attacked {
        /// Which pieces.
        subject: Box<Expr>,
        /// With `not`.
        negated: bool,
        /// By whom.
        by: Option<Box<Expr>>,
    },
    /// `A is safe on B`
    Safe(Box<Expr>, Box<Expr>),
    /// `SIDE can move`, `SIDE cannot move`, `SIDE can move so that TRUTH`
    CanMove {
        /// Who.
        side: Box<Expr>,
        /// `cannot`
        negated: bool,
        /// `so that TRUTH`: only turns after which it holds count.
        that: Option<Box<Expr>>,
    },
    /// `some s in A: COND`, `every s in A: COND`
    Quantified {
        /// `every` instead of `some`.
        every: bool,
        /// The name.
        @given name: Name,
        /// The set (a chain).
        over: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
    } = quantified,
    /// `some direction d in orthogonal: COND`, `every direction d in north, east: COND`
    QuantifiedDirection {
        /// `every` instead of `some`.
        every: bool,
        /// The name.
        @given name: Name,
        /// The directions, as words of the language and names.
        directions: Vec<Name> [directions],
        /// The condition.
        condition: Box<Expr>,
    } = some_direction,
    /// `moved by double-step`, `moved by a power`
    MovedBy(MovedBy) = moved_by_term,
    /// `repeated 3 times`, `repeated 4 times while COND at each own turn`
    Repeated {
        /// How often: a number.
        times: Box<Expr>,
        /// What held meanwhile.
        held: Option<Box<Held>>,
    } = repeated,
    /// `A if COND else B`, numbers only
    Conditional {
        /// If it holds.
        then: Box<Expr>,
        /// What decides.
        condition: Box<Expr>,
        /// If not.
        otherwise: Box<Expr>,
    },
}

/// An argument of a function.
pub enum Argument {
    /// An expression.
    Expr(Expr) => expression,
    /// A way over the board: `by slide diagonally over enemy`.
    Pattern(Pattern) => pattern | words,
}
}

/// `and` or `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicOperator {
    /// `and`
    And,
    /// `or`
    Or,
}

worded! {
/// Operators between two numbers (and `=` between other things).
pub enum BinaryOperator {
    /// The sum.
    Add = "+",
    /// The difference.
    Subtract = "-",
    /// The product.
    Multiply = "*",
    /// The quotient.
    Divide = "/",
    /// What is left over.
    Remainder = "mod",
    /// They are the same.
    Equal = "=",
    /// They are not the same.
    Different = "!=",
    /// The first is less.
    Less = "<",
    /// The first is not greater.
    LessOrEqual = "<=",
    /// The first is greater.
    Greater = ">",
    /// The first is not less.
    GreaterOrEqual = ">=",
}
}

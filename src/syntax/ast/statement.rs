//! Statements.

use super::visit::tree;
use super::{Argument, EffectItem, Expr, Name, OutcomeItem, Text};
use crate::source::Span;

/// Statements in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// The place, braces included.
    pub span: Span,
}

tree! {
/// One statement.
pub struct Stmt {
    /// What it says.
    pub kind: StmtKind,
    /// Its place.
    pub span: Span,
}

/// The statements of the language.
pub enum StmtKind {
    /// `move ["label"] [SET] [only TRUTH] [as name]`
    Move {
        /// The label.
        label: Option<Text>,
        /// Which pieces; own pieces unless told.
        pieces: Option<Expr>,
        /// Which moves count.
        only: Option<Expr>,
        /// A name for the piece afterwards.
        @given name: Option<Name>,
    },
    /// `drop ["label"] [TYPES] [on SET] [as name]`
    Drop {
        /// The label.
        label: Option<Text>,
        /// Which types; all unless told.
        types: Option<Expr>,
        /// Where.
        on: Option<Expr>,
        /// A name for the piece afterwards.
        @given name: Option<Name>,
    },
    /// `choose ["label"] [by SIDE] WHAT as name [or nothing] { … } otherwise { … }`
    Choose(ChooseItem),
    /// `either ["label"] { … } or ["label"] { … }`
    Either(Vec<(Option<Text>, Block)>),
    /// `if TRUTH { … } else { … }`
    If {
        /// What decides.
        condition: Expr,
        /// If it holds.
        then: Block,
        /// If not; an `else if` is a block with one statement.
        otherwise: Option<Block>,
    },
    /// `for each name in SET, SET [from [SIDE] first|last] { … }`
    ForEach {
        /// The name.
        @given name: Name,
        /// The sets, one after the other.
        over: Vec<Expr>,
        /// `from last`, `from White first`: the order, where it is not that of the mover.
        order: Option<Expr>,
        /// What is done.
        body: Block,
    },
    /// `for each direction name in DIRECTIONS { … }`
    ForEachDirection {
        /// The name.
        @given name: Name,
        /// The directions, as words of the language and names.
        directions: Vec<Name>,
        /// What is done.
        body: Block,
    },
    /// `repeat up to N [while TRUTH] { … }`
    Repeat {
        /// At most so many times.
        times: Expr,
        /// As long as this holds.
        condition: Option<Expr>,
        /// What is done.
        body: Block,
    },
    /// Something changes.
    Effect(EffectItem),
    /// `own wins "reason"`, `White loses "reason"`, `draw "reason"`
    End(OutcomeItem, Text),
    /// `next White`: who has the next turn.
    Next(Expr),
    /// `refuse "reason"`
    Refuse(Text),
    /// `hand-over(ring, captor)`: the statements of a define.
    Call(@skip Name, Vec<Argument>),
}

/// `sac: choose own except royal, in hand as it { … } otherwise { … }`.
pub struct ChooseItem {
    /// The label.
    pub label: Option<Text>,
    /// `by SIDE`: who chooses; the side to move unless told.
    pub by: Option<Expr>,
    /// Among what.
    pub among: Among,
    /// Its name.
    @given pub name: Name,
    /// `or nothing`: the choice may be left out.
    pub optional: bool,
    /// What is done.
    pub body: Block,
    /// What is done if there is no candidate.
    pub otherwise: Option<Block>,
}

/// What can be chosen.
pub enum Among {
    /// `SET [, in hand]` or `in hand`: squares, and types in the hand of the side to move.
    Squares {
        /// The squares.
        squares: Option<Expr>,
        /// Whether pieces in hand can be chosen too.
        hand: bool,
    },
    /// `type among TYPES`
    Types(Expr),
    /// `type in hand [among TYPES]`
    TypesInHand(Option<Expr>),
    /// `number from A to B`
    Numbers(Expr, Expr),
}
}

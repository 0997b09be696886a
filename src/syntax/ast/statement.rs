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
pub enum StmtKind else effect {
    /// `move ["label"] [SET] [only TRUTH] [as name]`
    Move {
        /// The label.
        label: Option<Text> = labelled | string,
        /// Which pieces; own pieces unless told.
        pieces: Option<Expr> = set,
        /// Which moves count.
        only: Option<Expr> = only,
        /// A name for the piece afterwards.
        @given name: Option<Name> = binding,
    } = move_statement,
    /// `drop ["label"] [TYPES] [on SET] [as name]`
    Drop {
        /// The label.
        label: Option<Text> = labelled | string,
        /// Which types; all unless told.
        types: Option<Expr> = types,
        /// Where.
        on: Option<Expr> = on,
        /// A name for the piece afterwards.
        @given name: Option<Name> = binding,
    } = drop_statement,
    /// `choose ["label"] [by SIDE] WHAT as name [or nothing] { … } otherwise { … }`
    Choose(ChooseItem) => choose,
    /// `either ["label"] { … } or ["label"] { … }`
    Either(Vec<(Option<Text>, Block)>) => either using either,
    /// `if TRUTH { … } else { … }`
    If {
        /// What decides.
        condition: Expr,
        /// If it holds.
        then: Block,
        /// If not; an `else if` is a block with one statement.
        otherwise: Option<Block>,
    } => if_statement using if_statement,
    /// `for each name in SET, SET [from [SIDE] first|last] { … }`
    ForEach {
        /// The name.
        @given name: Name = name,
        /// The sets, one after the other.
        over: Vec<Expr> = set,
        /// `from last`, `from White first`: the order, where it is not that of the mover.
        order: Option<Expr> = order,
        /// What is done.
        body: Block,
    } = for_each,
    /// `for each direction name in DIRECTIONS { … }`
    ForEachDirection {
        /// The name.
        @given name: Name = name,
        /// The directions, as words of the language and names.
        directions: Vec<Name> [directions],
        /// What is done.
        body: Block,
    } = for_each_direction,
    /// `repeat up to N [while TRUTH] { … }`
    Repeat {
        /// At most so many times.
        times: Expr,
        /// As long as this holds.
        condition: Option<Expr> = expression,
        /// What is done.
        body: Block,
    } = repeat,
    /// Something changes.
    Effect(EffectItem),
    /// `own wins "reason"`, `White loses "reason"`, `draw "reason"`
    End(OutcomeItem, Text) = end,
    /// `next White`: who has the next turn.
    Next(Expr) = next,
    /// `refuse "reason"`
    Refuse(Text) = refuse,
    /// `hand-over(ring, captor)`: the statements of a define.
    Call(@skip Name, Vec<Argument>) => call_statement using call_statement,
}

/// `sac: choose own except royal, in hand as it { … } otherwise { … }`.
pub struct ChooseItem {
    /// The label.
    pub label: Option<Text> = labelled | string,
    /// `by SIDE`: who chooses; the side to move unless told.
    pub by: Option<Expr> = chooser,
    /// Among what.
    pub among: Among,
    /// Its name.
    @given pub name: Name = binding,
    /// `or nothing`: the choice may be left out.
    pub optional: bool = or_nothing,
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
        squares: Option<Expr> = set,
        /// Whether pieces in hand can be chosen too.
        hand: bool = in_hand,
    } = among_squares | among_hand,
    /// `type among TYPES`
    Types(Expr) = among_types,
    /// `type in hand [among TYPES]`
    TypesInHand(Option<Expr>) = among_types_in_hand,
    /// `number from A to B`
    Numbers(Expr, Expr) = among_numbers,
}
}

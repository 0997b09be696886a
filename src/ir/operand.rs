//! What effects are made of: words, and operands that each have a role.
//!
//! Whatever asks of an effect what it reads, what it changes, how it is written or what it consists of asks this of its
//! operands (see [`Effect::each_operand`](super::Effect::each_operand)). So a new effect that is made of known roles has
//! answers to all these questions, and a new role does not compile until each of them is answered.

use super::expression::{Number, Side, Squares, Truth, TypeRef, VariableRef};
use super::ids::{MarkId, SlotId, TallyId, TokenId};
use super::statement::Owner;

/// The kinds of expressions of which effects are made: those of the rules as they are written, or those of a compiled program.
pub trait Terms {
    /// A set of squares.
    type Squares;
    /// A piece type.
    type Type;
    /// A number.
    type Number;
    /// A condition.
    type Truth;
    /// A side.
    type Side: Copy;
    /// Who owns a piece.
    type Owner: Copy;
    /// A variable of squares, or a switch.
    type Variable: Copy;
    /// A variable of numbers, with its range.
    type NumberVariable: Copy;
}

/// The expressions of the IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved;

impl Terms for Resolved {
    type Squares = Squares;
    type Type = TypeRef;
    type Number = Number;
    type Truth = Truth;
    type Side = Side;
    type Owner = Owner;
    type Variable = VariableRef;
    type NumberVariable = VariableRef;
}

/// A part of an effect: a word of its sentence, or an operand in its role.
#[derive(Debug)]
pub enum Operand<'a, T: Terms> {
    /// A word between operands.
    Word(&'static str),
    /// The pieces on these squares are captured: events fire, and they leave the board.
    Captured(&'a T::Squares),
    /// The pieces on these squares leave the board.
    Removed(&'a T::Squares),
    /// What this slot holds leaves the hand, if it is a piece in a hand.
    Held(SlotId),
    /// New pieces of the type and the owner come to the empty ones of these squares.
    Filled(&'a T::Squares),
    /// The piece on the first of these squares goes away, to the square that is [entered](Self::Entered).
    Left(&'a T::Squares),
    /// The piece that goes comes to the first of these squares.
    Entered(&'a T::Squares),
    /// What is on the first of these squares goes to another square of this role, and something else comes from one.
    Exchanged(&'a T::Squares),
    /// The pieces on these squares become the type.
    Retyped(&'a T::Squares),
    /// The pieces on these squares get the owner.
    Converted(&'a T::Squares),
    /// The pieces on these squares get a mark or lose it.
    WithMark(&'a T::Squares),
    /// The mark that pieces get or lose.
    Mark(MarkId),
    /// The token that comes somewhere else.
    Token(TokenId),
    /// The token whose level changes.
    LevelOf(TokenId),
    /// The side whose hand changes.
    HandOf(&'a T::Side),
    /// The variable of squares that is assigned.
    AssignedSquares(&'a T::Variable),
    /// The switch that is assigned.
    AssignedSwitch(&'a T::Variable),
    /// The variable of numbers that is assigned.
    AssignedNumber(&'a T::NumberVariable),
    /// The number that squares have, which is assigned.
    TallyOfSquares(TallyId),
    /// The number that pieces have, which is assigned.
    TallyOfPieces(TallyId),
    /// Squares that are only read.
    Place(&'a T::Squares),
    /// A type.
    Kind(&'a T::Type),
    /// An owner.
    NewOwner(&'a T::Owner),
    /// A number.
    Amount(&'a T::Number),
    /// A condition.
    Whether(&'a T::Truth),
}

impl<T: Terms> Clone for Operand<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Terms> Copy for Operand<'_, T> {}

impl<'a, T: Terms> Operand<'a, T> {
    /// Returns the set of squares, whatever its role.
    pub fn squares(self) -> Option<&'a T::Squares> {
        match self {
            Self::Captured(set)
            | Self::Removed(set)
            | Self::Filled(set)
            | Self::Left(set)
            | Self::Entered(set)
            | Self::Exchanged(set)
            | Self::Retyped(set)
            | Self::Converted(set)
            | Self::WithMark(set)
            | Self::Place(set) => Some(set),
            _ => None,
        }
    }

    /// Tells what kind of change it says.
    pub fn change(self) -> Change {
        match self {
            Self::Word(_)
            | Self::Place(_)
            | Self::Kind(_)
            | Self::NewOwner(_)
            | Self::Amount(_)
            | Self::Whether(_) => Change::Nothing,
            Self::Captured(_)
            | Self::Removed(_)
            | Self::Filled(_)
            | Self::Left(_)
            | Self::Entered(_)
            | Self::Exchanged(_)
            | Self::Retyped(_)
            | Self::Converted(_) => Change::Board,
            Self::Held(_)
            | Self::WithMark(_)
            | Self::Mark(_)
            | Self::Token(_)
            | Self::LevelOf(_)
            | Self::TallyOfPieces(_)
            | Self::HandOf(_) => Change::Beside,
            Self::AssignedSquares(_)
            | Self::AssignedSwitch(_)
            | Self::AssignedNumber(_)
            | Self::TallyOfSquares(_) => Change::Variable,
        }
    }
}

/// Where a change happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nowhere.
    Nothing,
    /// In a variable.
    Variable,
    /// In marks, tokens and hands.
    Beside,
    /// In pieces on the board: which they are, where they stand, whose they are.
    Board,
}

/// Turns expressions of one kind into another.
pub trait Translate<T: Terms, U: Terms> {
    /// Translates a set of squares.
    fn squares(&mut self, squares: &T::Squares) -> U::Squares;
    /// Translates a piece type.
    fn kind(&mut self, kind: &T::Type) -> U::Type;
    /// Translates a number.
    fn number(&mut self, number: &T::Number) -> U::Number;
    /// Translates a condition.
    fn truth(&mut self, truth: &T::Truth) -> U::Truth;
    /// Translates a side.
    fn side(&mut self, side: T::Side) -> U::Side;
    /// Translates an owner.
    fn owner(&mut self, owner: T::Owner) -> U::Owner;
    /// Translates a variable of squares, or a switch.
    fn variable(&mut self, variable: T::Variable) -> U::Variable;
    /// Translates a variable of numbers.
    fn number_variable(&mut self, variable: T::NumberVariable) -> U::NumberVariable;
}

//! A turn: what was chosen, step by step.

use std::fmt;

use super::too_much::TooMuch;

use crate::ir::{Clause, Game, LabelId, PieceTypeId, SideId, SquareId, TokenId};

/// A whole turn: the choices that lead through the game's turn statements, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    /// The choices.
    pub steps: Vec<Step>,
}

/// One choice of a turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The side that chose.
    pub by: SideId,
    /// The label of the statement that asked for it.
    pub label: Option<LabelId>,
    /// What was chosen.
    pub choice: Choice,
}

/// What can be chosen at one point of a turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A move of a piece on the board.
    Move(MoveMade),
    /// A piece of that type comes from the hand of the side onto the square.
    Drop {
        /// Whose hand it comes from.
        hand: SideId,
        /// The type.
        kind: PieceTypeId,
        /// The square.
        to: SquareId,
    },
    /// A square.
    Square(SquareId),
    /// A piece in hand.
    Hand(SideId, PieceTypeId),
    /// A type.
    Type(PieceTypeId),
    /// A number.
    Number(i32),
    /// One of the ways of an `either`, by its number from 0.
    Alternative(usize),
    /// Nothing, where that is allowed.
    Nothing,
}

impl Choice {
    /// Tells whether it is a move that captures.
    pub fn captures(&self) -> bool {
        matches!(self, Self::Move(made) if !made.takes.is_empty())
    }
}

/// A move of one piece, with all that its clause decides before anything moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveMade {
    /// Where it starts.
    pub from: SquareId,
    /// Where it ends.
    pub to: SquareId,
    /// The squares on the way that are part of its name.
    pub via: Vec<SquareId>,
    /// The squares whose pieces it captures, in order; `to` comes last if it is among them.
    pub takes: Vec<SquareId>,
    /// Whether it changes places with the piece on `to`.
    pub swaps: bool,
    /// Which clause it is.
    pub clause: ClauseRef,
}

impl Turn {
    /// Returns about how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.steps.iter().map(Step::bytes).sum::<usize>()
    }
}

impl Step {
    fn bytes(&self) -> usize {
        size_of::<Self>() - size_of::<Choice>() + self.choice.bytes()
    }
}

impl Choice {
    /// Returns about how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Move(made) => size_of::<Self>() + made.via.capacity() + made.takes.capacity(),
            _ => size_of::<Self>(),
        }
    }
}

/// A clause, by where it is in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClauseRef {
    /// A clause of a piece type, by its number.
    Own(PieceTypeId, usize),
    /// A clause of a token's power: the token, the number of the power, the number of the clause.
    Power(TokenId, usize, usize),
}

impl ClauseRef {
    /// Returns the clause of a game, or `None` if the reference is one of another game.
    pub fn clause(self, game: &Game) -> Option<&Clause> {
        match self {
            Self::Own(kind, number) => game.types.get(kind)?.clauses.get(number),
            Self::Power(token, power, number) => {
                game.tokens.get(token)?.powers.get(power)?.clauses.get(number)
            }
        }
    }
}

/// Why the steps of a turn cannot be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// The choice with that number, from 0, is not one of those there are at that point.
    NoSuchChoice(usize),
    /// The turn has more choices than there is something to choose, or fewer.
    WrongLength,
    /// The rule with that name forbids it.
    Forbidden(String),
    /// Whether it can be played is more than can be worked out.
    TooMuch(TooMuch),
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchChoice(number) => {
                write!(f, "step {} of the turn is not possible here", number + 1)
            }
            Self::WrongLength => f.write_str("the turn is too short or too long"),
            Self::Forbidden(reason) => f.write_str(reason),
            Self::TooMuch(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for Unplayable {}

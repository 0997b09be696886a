//! Why something cannot be played.

use std::fmt;

use crate::notation::{PositionError, TurnError};
use crate::state::{GameResult, TooMuch, Unplayable};

/// Why a turn could not be played, or a game not begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The text of the position to begin with is not one of this game.
    Position(PositionError),
    /// The game is over.
    Over(GameResult),
    /// No legal turn, or more than one, is written so.
    Turn(TurnError),
    /// The steps are those of no legal turn.
    Unplayable(Unplayable),
    /// Finding the legal turns takes more than may be spent.
    TooMuch(TooMuch),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Over(result) => write!(f, "the game is over: {}", result.reason),
            Self::Turn(error) => error.fmt(f),
            Self::Unplayable(error) => error.fmt(f),
            Self::TooMuch(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<TooMuch> for PlayError {
    fn from(limit: TooMuch) -> Self {
        Self::TooMuch(limit)
    }
}

impl From<Unplayable> for PlayError {
    fn from(error: Unplayable) -> Self {
        match error {
            Unplayable::TooMuch(limit) => Self::TooMuch(limit),
            error => Self::Unplayable(error),
        }
    }
}

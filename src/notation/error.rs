//! What can be wrong with a text.

use std::error::Error;
use std::fmt;

/// Why a position text could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The field: `placement`, `hands`, `side to move`, or the name of a declared field.
    pub field: String,
    /// The byte offset in the text.
    pub at: usize,
    /// The character's number in the text, counted from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl PositionError {
    /// Makes the error for a byte offset in a text.
    pub(super) fn new(text: &str, field: &str, at: usize, message: impl Into<String>) -> Self {
        let column = text.char_indices().take_while(|(start, _)| *start < at).count() + 1;
        Self { field: field.to_owned(), at, column, message: message.into() }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position text, {}, character {}: {}", self.field, self.column, self.message)
    }
}

impl Error for PositionError {}

/// Why a text names no turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// It is not the text of any turn on this board.
    Unreadable {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It can be read, but no such turn is legal.
    NotLegal {
        /// The text.
        text: String,
        /// Legal turns that look like it, the closest first.
        closest: Vec<String>,
    },
    /// It could mean several turns.
    Ambiguous {
        /// The text.
        text: String,
        /// What it could mean.
        candidates: Vec<String>,
    },
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { text, reason } => write!(f, "`{text}` is not a turn: {reason}"),
            Self::NotLegal { text, closest } if closest.is_empty() => {
                write!(f, "`{text}` is not legal here")
            }
            Self::NotLegal { text, closest } => {
                write!(f, "`{text}` is not legal here; similar turns are {}", quoted(closest))
            }
            Self::Ambiguous { text, candidates } => {
                write!(f, "`{text}` could be {}", quoted(candidates))
            }
        }
    }
}

impl Error for TurnError {}

fn quoted(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    quoted.join(", ")
}

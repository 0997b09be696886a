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
        Self { field: shown(field), at, column, message: visible(&message.into()) }
    }
}

/// The most characters of a text that a message repeats.
const MAX_SHOWN: usize = 80;

/// Returns a text that somebody wrote as messages repeat it: its beginning, with what cannot be seen told by numbers.
pub fn shown(text: &str) -> String {
    let visible = visible(text);
    match visible.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", visible.get(..end).unwrap_or_default()),
        None => visible,
    }
}

/// Returns a text with what steers terminals told by numbers.
fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() {
            visible.extend(char.escape_unicode());
        } else {
            visible.push(char);
        }
    }
    visible
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
    /// It is how other programs or people write one of these legal turns.
    Foreign {
        /// The text.
        text: String,
        /// How the turns that it can mean are written here; at least one.
        meant: Vec<String>,
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
            Self::Unreadable { text, reason } => {
                write!(f, "`{}` is not a turn: {reason}", shown(text))
            }
            Self::NotLegal { text, closest } if closest.is_empty() => {
                write!(f, "`{}` is not legal here", shown(text))
            }
            Self::NotLegal { text, closest } => {
                let similar = quoted(closest);
                write!(f, "`{}` is not legal here; similar turns are {similar}", shown(text))
            }
            Self::Foreign { text, meant } => {
                write!(f, "`{}` has to be written {} here", shown(text), any_of(meant))
            }
            Self::Ambiguous { text, candidates } => {
                write!(f, "`{}` could be {}", shown(text), quoted(candidates))
            }
        }
    }
}

impl Error for TurnError {}

fn quoted(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    quoted.join(", ")
}

fn any_of(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => format!("`{only}`"),
        [rest @ .., last] => format!("{} or `{last}`", quoted(rest)),
    }
}

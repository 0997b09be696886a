//! PGN, the text in which people exchange games: read leniently, written strictly.
//!
//! [`Reader`] reads one game after the other from a stream and holds no more than one of them. What is said about turns is
//! kept as it was: comments, glyphs, variations, lines of other programs. Nothing here knows what a turn means.
//!
//! The format is that of the PGN standard (Steven J. Edwards, 1994), sections 4 to 10: its import format, and what programs
//! write besides.

mod bytes;
mod limits;
mod read;
mod tags;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

pub use limits::{MAX_COMMENT, MAX_GAME, MAX_NESTING, MAX_TAGS, MAX_TOKEN};
pub use read::Reader;

/// The text of a result that is not known.
pub const UNKNOWN_RESULT: &str = "*";

/// A game as it stands in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line in which it begins, from 1.
    pub line: u64,
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The turns with all that stands between them.
    pub items: Vec<Item>,
}

/// Something that stands in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line in which it begins, from 1; 0 if it was not read.
    pub line: u64,
    /// What it is.
    pub kind: ItemKind,
}

/// What stands in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A turn as it was written, with the number before it, if there is one.
    Turn(Option<Number>, String),
    /// A comment in braces.
    Comment(String),
    /// A comment to the end of the line.
    LineComment(String),
    /// A line for one program, without the `%` with which it begins.
    Escape(String),
    /// A numeric annotation glyph, without the `$`.
    Nag(u16),
    /// A sign that stands by itself: `!?`, `+-`.
    Glyph(String),
    /// A variation begins: it takes the place of the turn before.
    Begin,
    /// A variation ends.
    End,
    /// How the game ended.
    Result(String),
}

/// The number before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The number.
    pub number: u32,
    /// Whether three points follow it: the turn is not the first one of that number.
    pub goes_on: bool,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The number of the game, from 1.
    pub game: u64,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
    /// Whether nothing that follows can be read.
    pub is_last: bool,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.message)
    }
}

impl std::error::Error for PgnError {}

impl PgnGame {
    /// Returns the value of a tag, whatever the capitals of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in the place of one of that name.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Returns how the game ended, as its text says, and its tag if that says nothing.
    pub fn result(&self) -> &str {
        let told = self.items.iter().rev().find_map(|item| match &item.kind {
            ItemKind::Result(result) => Some(result.as_str()),
            _ => None,
        });
        told.or_else(|| self.tag("Result")).unwrap_or(UNKNOWN_RESULT)
    }

    /// Tells whether the text says how the game ended: if it does not, the file may have been cut off.
    pub fn has_end(&self) -> bool {
        self.items.iter().any(|item| matches!(item.kind, ItemKind::Result(_)))
    }

    /// Iterates over the turns that were played, with their lines: variations are left out.
    pub fn turns(&self) -> impl Iterator<Item = (u64, &str)> {
        let mut depth = 0_usize;
        self.items.iter().filter_map(move |item| match &item.kind {
            ItemKind::Begin => {
                depth += 1;
                None
            }
            ItemKind::End => {
                depth = depth.saturating_sub(1);
                None
            }
            ItemKind::Turn(_, text) if depth == 0 => Some((item.line, text.as_str())),
            _ => None,
        })
    }
}

impl PgnGame {
    /// Writes the turns that were played with their numbers, and nothing else: `1. e4 e5 2. Nf3`.
    pub fn turns_text(&self) -> String {
        let words = self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Turn(Some(number), text) => {
                let points = if number.goes_on { "..." } else { "." };
                Some(format!("{}{points} {text}", number.number))
            }
            ItemKind::Turn(None, text) => Some(text.clone()),
            _ => None,
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

impl From<ItemKind> for Item {
    fn from(kind: ItemKind) -> Self {
        Self { line: 0, kind }
    }
}

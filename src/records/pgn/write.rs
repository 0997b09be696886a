//! Writing games.

use std::fmt;

use super::{Item, ItemKind, PgnGame, UNKNOWN_RESULT};

/// The longest line that is written, in characters, where nothing longer stands between two blanks.
const WIDTH: usize = 79;

/// The tags that come first, in that order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The text of the game in the order of the standard, with the empty line at its end. Tags that are not told are left out.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = |name: &str| ROSTER.iter().any(|known| known.eq_ignore_ascii_case(name));
        let known = ROSTER.iter().flat_map(|name| {
            self.tags.iter().filter(move |(other, _)| name.eq_ignore_ascii_case(other))
        });
        for (name, value) in known.chain(self.tags.iter().filter(|(name, _)| !first(name))) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value = value.replace(['\n', '\r'], " ");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut lines = Lines { f, column: 0, glued: false };
        for item in &self.items {
            lines.item(item)?;
        }
        if !self.has_end() {
            let told = self.tag("Result").filter(|told| super::read::is_result(told));
            lines.word(told.unwrap_or(UNKNOWN_RESULT))?;
        }
        if lines.column > 0 {
            writeln!(f)?;
        }
        writeln!(f)
    }
}

/// The lines that are being filled.
struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// How many characters the line has.
    column: usize,
    /// Whether the next word follows without a blank.
    glued: bool,
}

impl Lines<'_, '_> {
    fn item(&mut self, item: &Item) -> fmt::Result {
        match &item.kind {
            ItemKind::Turn(number, text) => {
                if let Some(number) = number {
                    let points = if number.goes_on { "..." } else { "." };
                    self.word(&format!("{}{points}", number.number))?;
                }
                // A turn may be of several words: a sign of en passant.
                text.split_whitespace().try_for_each(|word| self.word(word))
            }
            ItemKind::Comment(text) => self.word(&format!("{{{}}}", text.replace('}', ")"))),
            ItemKind::LineComment(text) => {
                self.word(&format!(";{text}"))?;
                self.end_line()
            }
            ItemKind::Escape(text) => {
                self.end_line()?;
                self.word(&format!("%{text}"))?;
                self.end_line()
            }
            ItemKind::Nag(number) => self.word(&format!("${number}")),
            ItemKind::Glyph(text) | ItemKind::Result(text) => self.word(text),
            ItemKind::Begin => {
                self.word("(")?;
                self.glued = true;
                Ok(())
            }
            ItemKind::End => {
                self.glued = true;
                self.word(")")
            }
        }
    }

    /// Writes a word, in a line of its own if the line would become too long.
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.lines().next().unwrap_or_default().chars().count();
        let glued = std::mem::take(&mut self.glued);
        if self.column > 0 && !glued {
            if self.column + 1 + length > WIDTH {
                self.end_line()?;
            } else {
                self.f.write_str(" ")?;
                self.column += 1;
            }
        }
        self.f.write_str(word)?;
        let last = word.rsplit(['\n', '\r']).next().unwrap_or_default();
        let whole = last.len() == word.len();
        self.column = if whole { self.column } else { 0 } + last.chars().count();
        Ok(())
    }

    fn end_line(&mut self) -> fmt::Result {
        self.glued = false;
        if self.column == 0 {
            return Ok(());
        }
        self.column = 0;
        writeln!(self.f)
    }
}

//! The IR as text: a stable, readable dump, and the same for single expressions.
//!
//! Everything is told by its name. The text looks like the language where that is possible, with
//! all zones resolved to squares; it is for reading and for snapshots and is never parsed.

mod effect;
mod expression;
mod game;
mod hash;
mod pattern;
mod statement;
#[cfg(test)]
mod tests;

pub use effect::effect_text;
pub use expression::{Writer, slot_text, text_of};
pub use game::dump;
pub use hash::{hash, short};
pub use pattern::clause_lines;
pub use statement::{event_text, outcome_text, statement_lines};

/// Lines of text at growing indentation.
#[derive(Default)]
struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// Adds a line.
    fn add(&mut self, line: impl AsRef<str>) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Adds lines that are made elsewhere.
    fn all(&mut self, lines: &[String]) {
        for line in lines {
            self.add(line);
        }
    }

    /// Adds what belongs to the line before it.
    fn inside(&mut self, add: impl FnOnce(&mut Self)) {
        self.depth += 1;
        add(self);
        self.depth -= 1;
    }
}

/// Moves lines one step to the right.
fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}

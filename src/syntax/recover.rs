//! Cutting a text into items, so that each mistake is found and not the first only.

/// The words that items begin with.
const ITEM_WORDS: &[&str] = &[
    "board", "compare", "define", "ending", "event", "extend", "field", "forbid", "game", "if",
    "inventor", "mark", "module", "option", "piece", "prefer", "property", "record", "remove",
    "replace", "rules", "ruling", "setup", "sides", "source", "summary", "test", "token", "turn",
    "use", "variable",
];

/// Tells whether a line, read from its first column, looks like the beginning of an item.
pub(super) fn begins_item(line: &str) -> bool {
    ITEM_WORDS.contains(&first_word(line))
}

/// The word at the very beginning of a text; empty if there is none.
fn first_word(text: &str) -> &str {
    let end = text
        .find(|char: char| !(char.is_ascii_alphanumeric() || char == '_' || char == '-'))
        .unwrap_or(text.len());
    text.get(..end).unwrap_or("")
}

use super::ast::File;
use super::build::{self, Excerpt, Refusal};
use crate::diag::Sink;
use crate::source::SourceId;

/// Reports a refusal.
pub(super) fn or_report<T>(read: Result<Option<T>, Refusal>, sink: &mut Sink) -> Option<T> {
    match read {
        Ok(built) => built,
        Err((_, found)) => {
            sink.push(found);
            None
        }
    }
}

/// Reads a file; where the whole does not follow the grammar, item by item.
pub(super) fn file(source: SourceId, text: &str, sink: &mut Sink) -> Option<File> {
    or_report(build::file(Excerpt { source, base: 0, text }, sink), sink)
}

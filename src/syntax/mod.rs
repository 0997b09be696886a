//! From text to a typed tree.
//!
//! ```
//! use fairyring::{diag::Sink, source::SourceId, syntax};
//!
//! let mut sink = Sink::new();
//! let file = syntax::parse(SourceId(0), "rules 1\ngame \"Tiny\"\nboard 3x3\n", &mut sink);
//! assert_eq!(file.map(|file| file.items.len()), Some(1));
//! assert!(sink.is_empty());
//! ```

pub mod ast;
mod brackets;
mod build;
mod expected;
pub mod format;
mod parser;
mod recover;
mod scan;
#[cfg(test)]
mod tests;
pub(crate) mod version;

use crate::diag::Sink;
use crate::source::SourceId;
use build::Excerpt;
pub(crate) use parser::looks_like_a_square;

/// Reads a file.
///
/// Whatever is wrong goes into the sink. The tree may lack the parts that could not be read; there is
/// none if nothing useful came out.
pub fn parse(source: SourceId, text: &str, sink: &mut Sink) -> Option<ast::File> {
    let scanned = scan::scan(source, text, sink)?;
    recover::file(source, &scanned, sink)
}

/// All words of the language.
pub(crate) fn all_words() -> &'static [String] {
    static WORDS: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(expected::all_words);
    &WORDS
}

/// Reads the value of an option that lists movers: names of pieces or Betza texts between commas.
///
/// An entry may be put in double quotes, to hold a comma.
pub fn parse_movers(source: SourceId, text: &str, sink: &mut Sink) -> Option<Vec<ast::Name>> {
    let scanned = scan::scan(source, text, sink)?;
    let excerpt = Excerpt { source, base: 0, text: &scanned };
    recover::or_report(build::movers(excerpt, sink), sink)
}

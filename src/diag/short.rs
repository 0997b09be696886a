//! The one-line form, for editors, for searching and for programs without a terminal.

use crate::source::SourceMap;

use super::Diagnostic;

/// Writes a diagnostic as `file:line:column: error[E0101]: message`, without a line break.
///
/// The place is left out if there is none. Control characters, which a hostile file could bring
/// into a message, become spaces.
pub fn one_line(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let head = format!("{}[{}]", diagnostic.severity, diagnostic.code);
    let span = diagnostic.primary.span;
    let line = if span.is_none() {
        format!("{head}: {}", diagnostic.message)
    } else {
        let place = sources.line_column(span);
        format!("{}:{place}: {head}: {}", sources.shown_name(span.source), diagnostic.message)
    };
    line.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::super::codes;
    use super::*;
    use crate::source::Span;

    #[test]
    fn names_file_line_and_column() {
        let mut sources = SourceMap::new();
        let id = sources.add("games/tiny.rules", "a\n  b\n");
        let found = Diagnostic::error(codes::UNKNOWN_NAME, Span::new(id, 4, 5), "no piece `b`");
        assert_eq!(one_line(&found, &sources), "games/tiny.rules:2:3: error[E0101]: no piece `b`");
    }

    #[test]
    fn stays_on_one_line_without_a_place() {
        let found = Diagnostic::warning(codes::DUPLICATE_CLAUSE, Span::NONE, "a\n\u{1b}b");
        assert_eq!(one_line(&found, &SourceMap::new()), "warning[E0111]: a  b");
    }
}

//! The one-line form, for editors, for searching and for programs without a terminal; and the same with what helps.

use crate::source::SourceMap;

use super::{Diagnostic, Suggestion};

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

/// Writes a diagnostic as [`one_line`] does, and below it a line for each help and each change that may mend it.
pub fn with_help(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut text = one_line(diagnostic, sources);
    let changes = diagnostic.suggestions.iter().map(change);
    for help in diagnostic.help.iter().cloned().chain(changes) {
        text.push_str("\n  help: ");
        text.push_str(&help.replace(char::is_control, " "));
    }
    text
}

/// Tells a change in words.
fn change(change: &Suggestion) -> String {
    let Suggestion { message, replacement, .. } = change;
    let put = replacement.trim();
    if put.is_empty() || message.contains(put) {
        return message.clone();
    }
    format!("{message}: `{put}`")
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
        let found = codes::UNKNOWN_NAME.at(Span::new(id, 4, 5), "no piece `b`");
        assert_eq!(one_line(&found, &sources), "games/tiny.rules:2:3: error[E0101]: no piece `b`");
    }

    #[test]
    fn what_helps_is_told_below() {
        let mut sources = SourceMap::new();
        let span = Span::new(sources.add("tiny.rules", "Hors h"), 0, 4);
        let found = codes::UNKNOWN_NAME
            .at(span, "no piece `Hors`")
            .help("declare it")
            .did_you_mean(Some("Horse"))
            .suggest(Span::new(span.source, 5, 6), "\"H\"", "write the capital letter")
            .suggest(Span::new(span.source, 4, 6), "", "leave it out");
        let told = "tiny.rules:1:1: error[E0101]: no piece `Hors`\n  help: declare it\n  help: did you mean `Horse`?\n  \
                    help: write the capital letter: `\"H\"`\n  help: leave it out";
        assert_eq!(with_help(&found, &sources), told);
    }

    #[test]
    fn stays_on_one_line_without_a_place() {
        let found = codes::NO_ENDING.at(Span::NONE, "a\n\u{1b}b");
        assert_eq!(one_line(&found, &SourceMap::new()), "warning[W1028]: a  b");
    }
}

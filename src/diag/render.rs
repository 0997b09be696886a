//! Diagnostics for people at a terminal: the source text with marks, notes, help and changes.

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet, Title,
};

use crate::source::{SourceId, SourceMap};

use super::{Diagnostic, Label, Severity, Suggestion};

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text alone, for files and tests.
    Plain,
    /// Text with ANSI colour codes, for terminals.
    Coloured,
}

/// How many columns two marks on one line may be apart to be shown together.
const MAX_APART: usize = 100;

/// Renders one diagnostic, without a line break at the end.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let mut report = vec![main_group(diagnostic, sources)];
    let changes = diagnostic.suggestions.iter().filter(|change| !change.span.is_none());
    report.extend(changes.map(|change| change_group(change, sources)));
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    // Source lines end with spaces now and then, and so would the output.
    let text = renderer.render(&report);
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Renders all diagnostics, with an empty line between them and a line break at the end.
pub fn render_all<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
    style: Style,
) -> String {
    let texts: Vec<String> =
        diagnostics.into_iter().map(|found| render(found, sources, style) + "\n").collect();
    texts.join("\n")
}

/// The message, the marked source of every file concerned, the notes and the help.
fn main_group<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Group<'a> {
    let mut group = Group::with_title(title(diagnostic));
    for source in files_concerned(diagnostic) {
        group = group.element(marked_source(diagnostic, sources, source));
    }
    let far = diagnostic.secondary.iter().filter(|label| is_far(label, diagnostic, sources));
    let far = far.map(|label| {
        let place = sources.line_column(label.span);
        Level::NOTE
            .message(format!("{} (line {}, column {})", label.text, place.line, place.column))
    });
    group = group.elements(far);
    let notes = diagnostic.notes.iter().map(|text| Level::NOTE.message(text.as_str()));
    // A change without a place, say to a command line, can only be told.
    let told = diagnostic.suggestions.iter().filter(|change| change.span.is_none());
    let help = diagnostic.help.iter().chain(told.map(|change| &change.message));
    let help = help.map(|text| Level::HELP.message(text.as_str()));
    group.elements(notes).elements(help)
}

/// Tells whether another place is on the same line as the primary one and so far away that they
/// cannot be shown together; it is told in a note.
fn is_far(label: &Label, diagnostic: &Diagnostic, sources: &SourceMap) -> bool {
    let (here, there) = (diagnostic.primary.span, label.span);
    if here.is_none() || here.source != there.source {
        return false;
    }
    let (one, other) = (sources.line_column(here), sources.line_column(there));
    one.line == other.line && one.column.abs_diff(other.column) > MAX_APART
}

fn title(diagnostic: &Diagnostic) -> Title<'_> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str())
}

/// The files that have marks, that of the primary place first.
fn files_concerned(diagnostic: &Diagnostic) -> Vec<SourceId> {
    let mut files = Vec::new();
    for label in std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary) {
        if !label.span.is_none() && !files.contains(&label.span.source) {
            files.push(label.span.source);
        }
    }
    files
}

/// The part of one file that has marks, with the marks.
fn marked_source<'a>(
    diagnostic: &'a Diagnostic,
    sources: &'a SourceMap,
    file: SourceId,
) -> Snippet<'a, Annotation<'a>> {
    let here: Vec<&Label> = diagnostic
        .secondary
        .iter()
        .filter(|at| at.span.source == file && !is_far(at, diagnostic, sources))
        .collect();
    let primary = (diagnostic.primary.span.source == file).then_some(&diagnostic.primary);
    let ranges = here.iter().copied().chain(primary).map(|label| sources.range(label.span));
    let window = Window::around(sources, file, ranges);
    let mut snippet = window.snippet();
    for (label, kind) in primary
        .map(|label| (label, AnnotationKind::Primary))
        .into_iter()
        .chain(here.into_iter().map(|label| (label, AnnotationKind::Context)))
    {
        let text = (!label.text.is_empty()).then_some(label.text.as_str());
        snippet =
            snippet.annotation(kind.span(window.shift(sources.range(label.span))).label(text));
    }
    snippet
}

/// A suggested change, shown as the lines before and after it.
fn change_group<'a>(change: &'a Suggestion, sources: &'a SourceMap) -> Group<'a> {
    let range = sources.range(change.span);
    let window = Window::around(sources, change.span.source, [range.clone()]);
    let patch = Patch::new(window.shift(range), &change.replacement);
    Level::HELP.secondary_title(&change.message).element(window.snippet().patch(patch))
}

/// The whole lines of a file that are shown.
///
/// The rest is not handed to the renderer, whose time grows with the text it gets.
struct Window<'a> {
    name: String,
    text: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> Window<'a> {
    fn around(
        sources: &'a SourceMap,
        file: SourceId,
        ranges: impl IntoIterator<Item = std::ops::Range<usize>>,
    ) -> Self {
        let all = sources.text(file);
        let (mut start, mut end) = (all.len(), 0);
        for range in ranges {
            (start, end) = (start.min(range.start), end.max(range.end));
        }
        let before = &all[..start];
        let offset = before.rfind('\n').map_or(0, |at| at + 1);
        let end = all[end..].find('\n').map_or(all.len(), |at| end + at + 1);
        let line = before.matches('\n').count() + 1;
        Self { name: sources.shown_name(file), text: &all[offset..end], offset, line }
    }

    fn shift(&self, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
        range.start - self.offset..range.end - self.offset
    }

    fn snippet<T: Clone>(&self) -> Snippet<'a, T> {
        Snippet::source(self.text).path(self.name.clone()).line_start(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::super::codes;
    use super::*;
    use crate::source::Span;

    const TEXT: &str = "game \"Tiny\" : chess\n\npiece Wall \"W\"\npiece Hörse \"H\" { moves N }\n\nplace Hors on a1\n";

    fn sources() -> (SourceMap, SourceId) {
        let mut sources = SourceMap::new();
        let id = sources.add("tiny.rules", TEXT);
        (sources, id)
    }

    fn span_of(id: SourceId, word: &str) -> Span {
        let start = u32::try_from(TEXT.find(word).unwrap()).unwrap();
        Span::new(id, start, start + u32::try_from(word.len()).unwrap())
    }

    fn plain(found: &Diagnostic, sources: &SourceMap) -> String {
        render(found, sources, Style::Plain)
    }

    #[test]
    fn shows_marks_notes_help_and_changes() {
        let (sources, id) = sources();
        let found = codes::UNKNOWN_NAME
            .at(span_of(id, "Hors"), "there is no piece `Hors`")
            .label("not declared")
            .secondary(span_of(id, "Hörse"), "a similar name is declared here")
            .note("names are the same only if all letters are")
            .help("declare the piece or change the name")
            .suggest(span_of(id, "Hors"), "Hörse", "did you mean `Hörse`?");
        insta::assert_snapshot!(plain(&found, &sources), @r#"
        error[E0101]: there is no piece `Hors`
         --> tiny.rules:6:7
          |
        4 | piece Hörse "H" { moves N }
          |       ----- a similar name is declared here
        5 |
        6 | place Hors on a1
          |       ^^^^ not declared
          |
          = note: names are the same only if all letters are
          = help: declare the piece or change the name
        help: did you mean `Hörse`?
          |
        6 - place Hors on a1
        6 + place Hörse on a1
          |
        "#);
    }

    #[test]
    fn shows_other_files_below() {
        let (mut sources, id) = sources();
        let other = sources.add("parent.rules", "first\nsecond\n");
        let found = codes::NO_ENDING
            .at(span_of(id, "Wall"), "unused")
            .secondary(Span::new(other, 6, 12), "taken from here");
        insta::assert_snapshot!(plain(&found, &sources), @r#"
        warning[W1028]: unused
         --> tiny.rules:3:7
          |
        3 | piece Wall "W"
          |       ^^^^
          |
         ::: parent.rules:2:1
          |
        2 | second
          | ------ taken from here
        "#);
    }

    #[test]
    fn shows_the_end_of_a_file() {
        let (mut sources, id) = sources();
        let end = sources.whole(id).after();
        let found = codes::SYNTAX.at(end, "expected `}`").label("the file ends");
        insta::assert_snapshot!(plain(&found, &sources), @r"
        error[E0001]: expected `}`
         --> tiny.rules:7:1
          |
        7 |
          | ^ the file ends
        ");
        let empty = Span::point(sources.add("empty.rules", ""), 0);
        let found = codes::EMPTY_FILE.at(empty, "the file is empty");
        insta::assert_snapshot!(plain(&found, &sources), @r"
        error[E0005]: the file is empty
         --> empty.rules:1:1
          |
        1 |
          | ^
        ");
    }

    #[test]
    fn does_without_a_place() {
        let found = codes::UNKNOWN_OPTION.at(Span::NONE, "no option `x`").suggest(
            Span::NONE,
            "y",
            "did you mean `y`?",
        );
        insta::assert_snapshot!(plain(&found, &SourceMap::new()), @r"
        error[E0702]: no option `x`
         |
         = help: did you mean `y`?
        ");
    }

    #[test]
    fn no_place_is_too_odd() {
        for text in ["", "\n", "a", "ä", "a\r\nb\r\n", "\t♞\n\n", "a\u{1b}[31m\0b\n\n"] {
            let mut sources = SourceMap::new();
            let id = sources.add("odd.rules", text);
            for start in 0..10 {
                for end in start..10 {
                    let span = Span::new(id, start, end);
                    let found = codes::SYNTAX
                        .at(span, "odd")
                        .label("here")
                        .secondary(span, "there")
                        .suggest(span, "new", "change")
                        .suggest(span, "", "delete");
                    assert!(plain(&found, &sources).starts_with("error[E0001]: odd"));
                }
            }
        }
    }

    #[test]
    fn colours_are_used_only_on_demand() {
        let (sources, id) = sources();
        let found = codes::SYNTAX.at(span_of(id, "Wall"), "oh");
        assert!(!plain(&found, &sources).contains('\u{1b}'));
        assert!(render(&found, &sources, Style::Coloured).contains('\u{1b}'));
    }

    #[test]
    fn several_are_set_apart() {
        let found = codes::SYNTAX.at(Span::NONE, "oh");
        let all = render_all([&found, &found], &SourceMap::new(), Style::Plain);
        assert_eq!(all, "error[E0001]: oh\n\nerror[E0001]: oh\n");
    }
}

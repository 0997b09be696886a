//! One mistake where a declaration is misspelt and every use is right.

use crate::diag::{Diagnostic, Sink, codes};
use crate::source::{SourceId, SourceMap, Span};

/// In how many places a name has to be used before its declaration counts as the slip.
const LEAST_USES: usize = 2;

/// Puts a single error at a declaration in place of those at its uses, where the name that is declared is used nowhere
/// and the unknown name that is like it several times.
pub(super) fn at_declarations(found: Sink, sources: &SourceMap, sink: &mut Sink) {
    let found = found.into_vec();
    let mut slips: Vec<(String, String)> = Vec::new();
    for diagnostic in &found {
        if let Some(slip) = slip(diagnostic, sources)
            && !slips.contains(&slip)
            && is_declaration(&slip, diagnostic.primary.span.source, sources)
        {
            slips.push(slip);
        }
    }
    let mut told: Vec<&(String, String)> = Vec::new();
    for diagnostic in found {
        let slip =
            slip(&diagnostic, sources).and_then(|slip| slips.iter().find(|other| **other == slip));
        match slip {
            None => sink.push(diagnostic),
            Some(slip) if told.contains(&slip) => {}
            Some(slip) => {
                told.push(slip);
                sink.push(declared(slip, diagnostic.primary.span, sources));
            }
        }
    }
}

/// The unknown name and the declared one that is offered in its place.
fn slip(found: &Diagnostic, sources: &SourceMap) -> Option<(String, String)> {
    let [suggestion] = found.suggestions.as_slice() else { return None };
    let is_unknown = found.code == codes::UNKNOWN_NAME && suggestion.span == found.primary.span;
    let name = sources.slice(found.primary.span);
    is_unknown.then(|| (name.to_owned(), suggestion.replacement.clone()))
}

/// Tells whether a file has the second name once, where it is declared, and the first several times.
fn is_declaration(
    (used, declared): &(String, String),
    file: SourceId,
    sources: &SourceMap,
) -> bool {
    let text = sources.text(file);
    let is_head = declaration(declared, file, sources).is_some();
    is_head && places(text, declared).len() == 1 && places(text, used).len() >= LEAST_USES
}

/// Where a file declares a name.
fn declaration(name: &str, file: SourceId, sources: &SourceMap) -> Option<Span> {
    const HEADS: [&str; 7] = ["piece", "define", "variable", "token", "mark", "option", "property"];
    let text = sources.text(file);
    let at = *places(text, name).first()?;
    let before = text.get(..at)?.trim_end_matches([' ', '\t']);
    let is_head = HEADS.iter().any(|head| before.ends_with(head));
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    is_head.then(|| Span::new(file, place(at), place(at + name.len())))
}

fn declared(slip: &(String, String), first_use: Span, sources: &SourceMap) -> Diagnostic {
    let (used, declared) = slip;
    let span = declaration(declared, first_use.source, sources).unwrap_or(first_use);
    let message = format!("`{declared}` is declared here and used nowhere, but `{used}` is");
    let found = Diagnostic::error(codes::UNKNOWN_NAME, span, message);
    found.secondary(first_use, format!("`{used}` is not declared")).suggest(
        span,
        used.clone(),
        format!("did you mean `{used}`?"),
    )
}

/// Where a name stands in a text as a word of its own, outside of comments and texts in quotes.
fn places(text: &str, name: &str) -> Vec<usize> {
    let is_word = |char: char| char.is_ascii_alphanumeric() || "-_".contains(char);
    let mut start = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        for (at, _) in line.match_indices(name) {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            let quoted = before.matches('"').count() % 2 == 1;
            let commented = !quoted && before.contains('#');
            if !quoted && !commented && !before.ends_with(is_word) && !after.starts_with(is_word) {
                found.push(start + at);
            }
        }
        start += line.len();
    }
    found
}

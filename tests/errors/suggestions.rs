//! Suggestions: what a program may put into the file by itself is no mistake again.

use fairyring::diag::{Diagnostic, Suggestion};
use fairyring::source::SourceMap;

use super::cases::{self, Block, Section};
use super::{Said, advised};

/// Where the cases are.
const FOLDER: &str = "tests/cases/errors";

/// Puts changes into a text, the last one first so that the places stay right.
fn applied(text: &str, sources: &SourceMap, changes: &[&Suggestion]) -> String {
    let mut changes = changes.to_vec();
    changes.sort_by_key(|change| std::cmp::Reverse(change.span.start));
    let mut text = text.to_owned();
    for change in changes {
        text.replace_range(sources.range(change.span), &change.replacement);
    }
    text
}

/// The ways of following the suggestions of a diagnostic: those for one place are alternatives, and those for several
/// places belong together unless they say otherwise.
fn ways(found: &Diagnostic) -> Vec<Vec<&Suggestion>> {
    let all: Vec<&Suggestion> = found.suggestions.iter().collect();
    let apart = all
        .windows(2)
        .all(|pair| pair[0].span.end < pair[1].span.start || pair[1].span.end < pair[0].span.start);
    let together = apart && !all.iter().any(|change| change.is_alternative());
    if together && all.len() > 1 {
        vec![all]
    } else {
        all.into_iter().map(|one| vec![one]).collect()
    }
}

/// The errors of a file that are on some of its lines, in words.
fn errors_on(said: &Said, lines: &std::ops::RangeInclusive<usize>) -> Vec<String> {
    let Some(file) = said.sources.ids().next() else { return Vec::new() };
    let on_lines = |found: &&Diagnostic| {
        let span = found.primary.span;
        span.source == file && lines.contains(&said.sources.line_column(span).line)
    };
    said.diagnostics
        .iter()
        .filter(|found| found.is_error())
        .filter(on_lines)
        .map(|found| found.message.clone())
        .collect()
}

fn rules_of(section: &Section) -> Option<&Block> {
    let is_case = |info: &str| info.starts_with("rules") && !info.contains("file=");
    section.blocks.iter().find(|block| is_case(&block.info))
}

#[test]
fn no_suggestion_is_itself_a_mistake() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for document in cases::documents(FOLDER) {
        for section in document.sections.iter().filter(|one| one.block("text").is_some()) {
            let Some(block) = rules_of(section) else { continue };
            let said = advised(section, block);
            let Some(file) = said.sources.ids().next() else { continue };
            let text = said.sources.text(file).to_owned();
            for way in said.diagnostics.iter().flat_map(ways) {
                if way.iter().any(|change| change.span.source != file) {
                    continue;
                }
                tried += 1;
                let mended = applied(&text, &said.sources, &way);
                let lines = |change: &&Suggestion| said.sources.line_column(change.span).line;
                let first = way.iter().map(lines).min().unwrap_or(1);
                let put: usize =
                    way.iter().map(|change| change.replacement.matches('\n').count()).sum();
                let last = way.iter().map(lines).max().unwrap_or(1) + put;
                let whole = Block { info: "rules whole".to_owned(), text: mended.clone() };
                let after = advised(section, &whole);
                let before = errors_on(&said, &(1..=usize::MAX));
                let new: Vec<String> = errors_on(&after, &(first..=last))
                    .into_iter()
                    .filter(|message| !before.contains(message) || before.len() == 1)
                    .collect();
                if !new.is_empty() {
                    let place = format!("{}:{}: {}", document.path, section.line, section.title);
                    wrong.push(format!("{place}\n{mended}{}\n", new.join("\n")));
                }
            }
        }
    }
    assert!(tried > 150, "only {tried} suggestions were tried");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

//! All messages are reworded, and nothing else changes.

use super::*;
use crate::bundled;
use crate::diag::reworded::with_other_words;
use crate::source::Span;

/// What is left of a diagnostic without its words: code, place, other places, and what is to be put where.
type Wordless = (&'static str, Span, Vec<Span>, Vec<(Span, String, bool)>);

fn found(files: &MemoryFiles) -> Vec<Wordless> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let _game = load("case", files, &[], &mut sources, &mut sink);
    let wordless = |one: crate::diag::Diagnostic| {
        let changes = one.suggestions.iter();
        let changes =
            changes.map(|put| (put.span, put.replacement.clone(), put.is_alternative())).collect();
        let others = one.secondary.iter().map(|label| label.span).collect();
        (one.code.as_str(), one.primary.span, others, changes)
    };
    sink.into_vec().into_iter().map(wordless).collect()
}

/// The rules of the cases in a document, each with the files that it comes with.
fn cases(text: &str) -> Vec<MemoryFiles> {
    let mut cases = Vec::new();
    for section in text.split("\n#") {
        let mut files = MemoryFiles::new();
        for (name, text) in bundled::files() {
            files.insert(name.to_owned(), text.to_owned());
        }
        let mut own = None;
        for block in section.split("\n```rules").skip(1) {
            let Some((info, body)) = block.split_once('\n') else { continue };
            let body = body.split("\n```").next().unwrap_or("");
            match info.trim().strip_prefix("file=") {
                Some(name) => files.insert(name.to_owned(), body.to_owned()),
                None if body.starts_with("rules ") => own = Some(body.to_owned()),
                None => own = Some(format!("rules 1\ngame \"Case\" from chess\n{body}")),
            }
        }
        if let Some(own) = own {
            files.insert("case.rules".to_owned(), own);
            cases.push(files);
        }
    }
    cases
}

#[test]
fn nothing_depends_on_the_words_of_messages() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/errors");
    let (mut compared, mut offered) = (0, 0);
    for entry in std::fs::read_dir(root).unwrap().flatten() {
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        for files in cases(&text) {
            let as_it_is = found(&files);
            let reworded = with_other_words(|| found(&files));
            assert_eq!(as_it_is, reworded, "{}", files.read("case.rules").unwrap().unwrap());
            compared += as_it_is.len();
            offered += as_it_is.iter().map(|one| one.3.len()).sum::<usize>();
        }
    }
    assert!(compared > 600 && offered > 200, "{compared} {offered}");
}

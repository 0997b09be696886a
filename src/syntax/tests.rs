//! Tests of the way from text to tree and back.

use std::fs;
use std::path::Path;

use super::ast::File;
use super::*;
use crate::diag::short;
use crate::source::SourceMap;

/// Every file below `games/`, with its name.
fn games() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut found = Vec::new();
    for folder in [root.clone(), root.join("lib")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rules") {
                let name = path.strip_prefix(&root).unwrap().display().to_string();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

/// The messages about a text, one a line.
fn messages(text: &str) -> String {
    let mut sources = SourceMap::new();
    let id = sources.add("t", text);
    let mut sink = Sink::new();
    let _file = parse(id, text, &mut sink);
    let lines: Vec<String> =
        sink.into_vec().iter().map(|found| short::one_line(found, &sources)).collect();
    lines.join("\n")
}

#[track_caller]
fn parsed(text: &str) -> File {
    let mut sink = Sink::new();
    let file = parse(SourceId(0), text, &mut sink);
    assert!(sink.is_empty(), "{text}\n{}", messages(text));
    file.unwrap()
}

#[test]
fn every_game_is_read() {
    for (name, text) in games() {
        let found = messages(&text);
        assert_eq!(found, "", "in {name}");
    }
}

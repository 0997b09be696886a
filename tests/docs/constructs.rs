//! Every construct that the grammar can build is shown in an example of the reference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fairyring::diag::Sink;
use fairyring::source::SourceMap;
use fairyring::syntax;

use super::blocks::{blocks, documents};

/// Returns the examples of the reference as trees in writing.
fn trees() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language");
    let pages: Vec<PathBuf> =
        documents().into_iter().filter(|path| path.starts_with(&folder)).collect();
    let mut trees = String::new();
    for block in pages.iter().flat_map(|path| blocks(path)) {
        let Some(rules) = block.rules() else { continue };
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let id = sources.add("shown.rules".to_owned(), rules.text.clone());
        if let Some(file) = syntax::parse(id, &rules.text, &mut sink) {
            writeln!(trees, "{file:?}").expect("a text");
        }
    }
    trees
}

/// Returns the alternatives of the enums of the tree: the enum and the alternative.
fn alternatives() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/syntax/ast");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a text");
        let mut inside: Option<String> = None;
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("pub enum ") {
                inside = rest.split_whitespace().next().map(str::to_owned);
            } else if line == "}" {
                inside = None;
            } else if let (Some(name), Some(rest)) = (&inside, line.strip_prefix("    ")) {
                let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
                if word.starts_with(|c: char| c.is_ascii_uppercase()) {
                    found.push((name.clone(), word));
                }
            }
        }
    }
    found
}

#[test]
fn every_construct_is_shown_in_the_reference() {
    let trees = trees();
    let words: BTreeSet<&str> =
        trees.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let alternatives = alternatives();
    assert!(alternatives.len() > 150, "only {} were found", alternatives.len());
    let missing: Vec<&(String, String)> = alternatives
        .iter()
        .filter(|(name, word)| match name.as_str() {
            "RemoveKind" => !trees.contains(&format!("Remove({word}")),
            _ => !words.contains(word.as_str()),
        })
        .collect();
    assert!(missing.is_empty(), "constructs without an example in docs/language: {missing:?}");
}

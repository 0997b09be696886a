//! The rules files that the documents show: they load, and the tests in them pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fairyring::author::run_tests;
use fairyring::diag::{Severity, Sink, short};
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::source::{MemoryFiles, SourceMap};

/// How deep folders are looked through.
const DEPTH: usize = 4;

/// A block of a document: where it begins and what it says.
struct Block {
    place: String,
    text: String,
}

/// Collects the documents below a folder.
fn documents(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && depth > 0 {
            documents(&path, depth - 1, into);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            into.push(path);
        }
    }
}

/// Returns what a fence begins with, if its block shows rules.
fn opening(line: &str) -> Option<&'static str> {
    match line.trim() {
        "```rules" => Some(""),
        "```rules,fragment" => Some("rules 1\ngame \"Example\" from chess\n"),
        _ => None,
    }
}

/// Takes the blocks out of a document.
fn blocks(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).expect("a text");
    let (mut found, mut open): (Vec<Block>, Option<Block>) = (Vec::new(), None);
    for (number, line) in text.lines().enumerate() {
        match open.take() {
            Some(block) if line.trim() == "```" => found.push(block),
            Some(mut block) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            None => {
                let place = format!("{}:{}", path.display(), number + 1);
                open = opening(line).map(|start| Block { place, text: start.to_owned() });
            }
        }
    }
    assert!(open.is_none(), "{}: a block does not end", path.display());
    found
}

/// Loads a block; returns the errors if there are any.
fn load(block: &Block, options: &[(String, String)]) -> Result<Arc<Game>, String> {
    let mut files: MemoryFiles = crate::games::files();
    files.insert("shown.rules".to_owned(), block.text.clone());
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("shown", &files, options, &mut sources, &mut sink);
    let errors: Vec<String> = sink
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| short::one_line(found, &sources))
        .collect();
    match game {
        Some(game) if errors.is_empty() => Ok(Arc::new(game)),
        _ => Err(errors.join("\n")),
    }
}

/// Loads a block and runs its tests; returns what is wrong.
fn complaints(block: &Block) -> Vec<String> {
    let game = match load(block, &[]) {
        Ok(game) => game,
        Err(errors) => return vec![format!("{}:\n{errors}", block.place)],
    };
    let reload = |options: &[(String, String)]| load(block, options).ok();
    let failed = run_tests(&game, &reload).into_iter().filter_map(|report| {
        let failure = report.failure?;
        let (place, test) = (&block.place, report.name);
        Some(format!("{place}: {test}: {}\n    at {}", failure.message, failure.position))
    });
    failed.collect()
}

#[test]
fn every_rules_block_loads_and_passes_its_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("README.md")];
    documents(&root.join("docs"), DEPTH, &mut paths);
    let blocks: Vec<Block> = paths.iter().flat_map(|path| blocks(path)).collect();
    assert!(blocks.len() > 5, "only {} blocks were found", blocks.len());
    let wrong: Vec<String> = blocks.iter().flat_map(complaints).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

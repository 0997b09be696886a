//! The documents tell the truth: what they show is loaded, tested, run and compared.
//!
//! | block | what is done with it |
//! |---|---|
//! | `rules` | it loads, and the tests in it pass |
//! | `rules,fragment` | the same, as a change of chess |
//! | `rules,file=NAME` | the same; later blocks of the page may build on it by that name |
//! | `rules,error,…` | it is wrong: something must be told about it |
//! | `console` | each `$ command` is run in a folder with the page's files, see [`console`] |

mod blocks;
#[cfg(feature = "cli")]
mod console;
mod constructs;
mod links;
mod modules;
mod words;

use std::path::Path;
use std::sync::Arc;

use fairyring::author::run_tests;
use fairyring::diag::{Severity, Sink, short};
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::source::{MemoryFiles, SourceMap};

use blocks::{blocks, documents};

/// What a block without a name is called.
const NAME: &str = "shown";

/// Loads a file; returns the errors if there are any.
fn load(
    name: &str,
    files: &MemoryFiles,
    options: &[(String, String)],
) -> Result<Arc<Game>, String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, files, options, &mut sources, &mut sink);
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

/// Loads a file and runs its tests; returns what is wrong.
fn complaints(name: &str, files: &MemoryFiles) -> Vec<String> {
    let game = match load(name, files, &[]) {
        Ok(game) => game,
        Err(errors) => return vec![errors],
    };
    let reload = |options: &[(String, String)]| load(name, files, options).ok();
    let failed = run_tests(&game, &reload).into_iter().filter_map(|report| {
        let failure = report.failure?;
        Some(format!("{}: {}\n    at {}", report.name, failure.message, failure.position))
    });
    failed.collect()
}

/// Tries the rules of a page; returns how many blocks there are and what is wrong.
fn try_page(path: &Path) -> (usize, Vec<String>) {
    let mut files = crate::games::files();
    let (mut count, mut wrong) = (0, Vec::new());
    for block in blocks(path) {
        let Some(rules) = block.rules() else { continue };
        count += 1;
        let name = rules.file.unwrap_or(NAME).trim_end_matches(".rules");
        files.insert(format!("{name}.rules"), rules.text.clone());
        if rules.text.contains("\nmodule \"") {
            continue;
        }
        let found = complaints(name, &files);
        let place = format!("{}:{}", path.display(), block.first);
        match (rules.is_wrong, found.is_empty()) {
            (true, true) => wrong.push(format!("{place}: nothing is wrong with it")),
            (false, false) => wrong.push(format!("{place}:\n{}", found.join("\n"))),
            _ => {}
        }
    }
    (count, wrong)
}

#[test]
fn every_rules_block_loads_and_passes_its_tests() {
    let (counts, wrong): (Vec<usize>, Vec<Vec<String>>) =
        documents().iter().map(|path| try_page(path)).unzip();
    let count: usize = counts.iter().sum();
    assert!(count > 5, "only {count} blocks were found");
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_tutorial_shows_the_example_files_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = blocks(&root.join("docs/tutorial.md"));
    let mut count = 0;
    for entry in std::fs::read_dir(root.join("examples/rules")).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let info = format!("rules,file={name}");
        let text = std::fs::read_to_string(entry.path()).expect("a text");
        assert!(shown.iter().any(|block| block.info == info && block.text == text), "{name}");
        count += 1;
    }
    assert!(count > 2, "only {count} files were found");
}

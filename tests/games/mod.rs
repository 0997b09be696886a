//! The games that come with the program: their rulings, their counts and many games at random.

mod advice;
mod counts;
mod ends;
mod forced;
mod in_file;
mod movers;
mod pages;
pub(crate) mod random;
mod searched;
mod spoken;
mod stranger;
mod written;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use fairyring::diag::Sink;
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::source::{MemoryFiles, SourceMap};

/// The bundled games, the common ancestor first.
const GAMES: [&str; 6] = ["chess", "fellowship", "one-ring", "ruddigore", "mono", "magic-ring"];

/// Tells whether the long tests were asked for.
pub(crate) fn deep() -> bool {
    std::env::var_os("FAIRYRING_DEEP").is_some_and(|value| value == "1")
}

/// Tells whether everything is to be tested, as `.ci/run` does; what takes long is else tested on a sample.
pub(crate) fn long() -> bool {
    std::env::var_os("FAIRYRING_LONG").is_some_and(|value| value == "1")
}

/// Returns all of many things if everything is to be tested, else every seventh.
pub(crate) fn sample<T>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    all.into_iter().step_by(if long() { 1 } else { 7 }).collect()
}

/// Reads `games/` and `games/lib/`.
pub(crate) fn files() -> MemoryFiles {
    files_of(&["", "lib/"])
}

/// The files in folders below that of the games.
fn files_of(folders: &[&str]) -> MemoryFiles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files = MemoryFiles::new();
    for folder in folders {
        for entry in fs::read_dir(root.join(folder)).expect("a folder").flatten() {
            let name = format!("{folder}{}", entry.file_name().to_string_lossy());
            if entry.path().extension().is_some_and(|ending| ending == "rules") {
                files.insert(name, fs::read_to_string(entry.path()).expect("a text"));
            }
        }
    }
    files
}

/// Loads a bundled game; panics with the diagnostics if there are any, warnings too.
fn load(name: &str, options: &[(String, String)]) -> Arc<Game> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, &files(), options, &mut sources, &mut sink);
    let said: Vec<String> = sink
        .iter()
        .map(|diagnostic| fairyring::diag::short::one_line(diagnostic, &sources))
        .collect();
    assert!(said.is_empty(), "{name}:\n{}", said.join("\n"));
    Arc::new(game.expect("a game where there is no error"))
}

/// Reads the rows of a table in `tests/cases`, without comments and the heading.
fn rows(table: &str) -> Vec<Vec<String>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .skip(1)
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// Reads `powers=Knight`, several joined by `;`, or `-`.
fn options(text: &str) -> Vec<(String, String)> {
    text.split(';')
        .filter_map(|option| option.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

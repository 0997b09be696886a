//! Games that somebody wrote who had nothing but the pages, with the tests they wrote for them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use fairyring::author::run_tests;
use fairyring::author::why::why;
use fairyring::diag::{Sink, short};
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::{MemoryFiles, SourceMap};

/// Loads a game and says what is wrong with it.
fn load(
    name: &str,
    files: &MemoryFiles,
    options: &[(String, String)],
) -> Result<(Arc<Game>, SourceMap), String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, files, options, &mut sources, &mut sink);
    let said: Vec<String> = sink.iter().map(|found| short::one_line(found, &sources)).collect();
    game.map(|game| (Arc::new(game), sources)).ok_or_else(|| said.join("\n"))
}

#[test]
fn they_are_played_as_they_were_meant() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/stranger");
    let (mut tests, mut wrong) = (0, Vec::new());
    let bundled = super::files_of(&["", "lib/", "variants/"]);
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let mut files = bundled.clone();
        let text = fs::read_to_string(entry.path()).expect("a text");
        files.insert("written.rules".to_owned(), text);
        let (game, sources) = match load("written", &files, &[]) {
            Ok(loaded) => loaded,
            Err(said) => {
                wrong.push(format!("{}: {said}", entry.path().display()));
                continue;
            }
        };
        let reload = |options: &[(String, String)]| {
            load("written", &files, options).ok().map(|(game, _)| game)
        };
        let reports = run_tests(&game, &reload);
        tests += reports.len();
        for report in &reports {
            let told = report.failure.as_ref().map(|failure| failure.told(&sources));
            wrong.extend(told.map(|told| format!("{}: {told}", report.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tests >= 40, "only {tests} tests");
}

/// Asked about a turn that needs one more choice, the program names those that are legal, or says that none is.
#[test]
fn only_what_is_legal_is_said_to_be_possible() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/stranger/limited.rules");
    let mut files = super::files();
    files.insert("written.rules".to_owned(), fs::read_to_string(path).expect("a text"));
    let (game, sources) = load("written", &files, &[]).expect("a game");
    let told = |position: &str| -> Vec<String> {
        let session = Session::from_position(Arc::clone(&game), position).expect("a position");
        why(&session, &sources, "a7a8").unwrap().notes.into_iter().map(|note| note.text).collect()
    };
    let some = told("7k/P7/8/8/8/8/8/RNBQKB1R w - - 0 1");
    assert_eq!(some, ["possible here: `a7a8n`"]);
    let none = told("7k/P7/8/8/8/8/8/RNBQKBNR w - - 0 1");
    assert_eq!(
        none,
        ["nothing that can be chosen here makes a legal turn", "`a7a8q`: there are enough of them"]
    );
}

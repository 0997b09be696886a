//! Advice: none about the files that come with the program, and none that cries wolf.

use std::fs;
use std::path::Path;

use fairyring::author::lint;
use fairyring::diag::{Diagnostic, Sink, short};
use fairyring::pipeline;
use fairyring::source::{MemoryFiles, SourceMap};

/// Returns the advice about a game, a line each.
fn advice(name: &str, files: &MemoryFiles) -> Vec<String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, files, &[], &mut sources, &mut sink).expect("a game");
    let found = lint::advice(&game, &sources);
    found.iter().map(|found: &Diagnostic| short::one_line(found, &sources)).collect()
}

#[test]
fn bundled_games_need_no_advice() {
    let files = super::files();
    for name in super::GAMES {
        assert_eq!(advice(name, &files), Vec::<String>::new());
    }
}

#[test]
fn variants_need_no_advice_or_refuse_it() {
    let mut files = super::files();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/variants");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = format!("variants/{}", entry.file_name().to_string_lossy());
        if entry.path().extension().is_some_and(|ending| ending == "rules") {
            files.insert(name.clone(), fs::read_to_string(entry.path()).expect("a text"));
            names.push(name);
        }
    }
    let found: Vec<String> = names.iter().flat_map(|name| advice(name, &files)).collect();
    assert!(names.len() > 250 && found.is_empty(), "{}", found.join("\n"));
}

/// Returns the advice about changes of chess.
fn about(rules: &str) -> Vec<String> {
    let mut files = super::files();
    files.insert("mine.rules".to_owned(), format!("rules 1\ngame \"Mine\" from chess\n{rules}"));
    advice("mine", &files)
}

#[test]
fn refused_advice_is_not_given() {
    let odd = "replace setup \"rnbqkbnr/ppppp1pp/8/7Q/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"\n";
    assert_eq!(about(odd).len(), 1);
    assert!(about(&format!("allow start-in-check\n{odd}")).is_empty());
    assert_eq!(about(&format!("allow unlike-sides\n{odd}")).len(), 1);
}

#[test]
fn near_misses_get_no_advice() {
    let fine = [
        "ending lone: own loses \"alone\" when count own piece = 1",
        "replace setup \"rnb1kbnr/pppppppp/8/7q/7Q/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"",
        "piece Camel \"L\" { moves L }\nreplace define promotes-to = Queen or Camel",
        "ending full: draw \"a full board\" when count any piece = 64",
        "variable losses: 0..9 = 0\nevent loss: when own Knight is captured { set losses to losses + 1 }",
        "extend Knight { moves W }",
        "replace setup \"rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1\"",
    ];
    for rules in fine {
        assert_eq!(about(rules), Vec::<String>::new(), "{rules}");
    }
}

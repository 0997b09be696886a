//! Advice: none about the files that come with the program, and none that cries wolf.

use std::fs;
use std::path::Path;

use fairyring::author::lint;
use fairyring::diag::{Diagnostic, Sink, short};
use fairyring::pipeline;
use fairyring::source::{MemoryFiles, SourceMap};
use fairyring::state::Allowance;

/// Returns the advice about a game, a line each.
fn advice(name: &str, files: &MemoryFiles) -> Vec<String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, files, &[], &mut sources, &mut sink).expect("a game");
    let game = std::sync::Arc::new(game);
    let found = lint::advice(&game, &sources, &Allowance::UNLIMITED);
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
    let found: Vec<String> =
        super::sample(&names).into_iter().flat_map(|name| advice(name, &files)).collect();
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
        "ending full: draw \"nobody is left\" when count any piece = 2",
        "variable losses: 0..9 = 0\nevent loss: when enemy Knight is captured { set losses to losses + 1 }
         ending lost before stalemate: own loses \"nine knights\" when losses = 9",
        "extend Knight { moves W }",
        "replace setup \"rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1\"",
    ];
    for rules in fine {
        assert_eq!(about(rules), Vec::<String>::new(), "{rules}");
    }
}

/// Rules that look much like those that advice is given about, and are right.
#[test]
fn near_misses_of_what_rules_never_come_to_get_no_advice() {
    let fine = [
        // Pawns do come to these squares, backwards or not.
        "replace define promotion-zone = own rank 7",
        "extend Pawn { moves bmW }\nforbid cowards: \"not so far\" when any own Pawn on own rank 1",
        "extend Pawn { charge: moves fmnD from own rank 3 }",
        "use drops captures-to-hand\nextend Rook { drops on {a1 h1} in empty }",
        "ending raid before stalemate: enemy wins \"far\" when any enemy Bishop on enemy rank 8",
        // Without new pieces, or with a mark that is asked for, it ends.
        "event revenge: when a Pawn is captured { capture own Pawn }",
        "event hydra: when a Knight is captured { capture own Bishop }
         event heads: when a Bishop is captured { place Knight on empty own rank 1; capture own Knight }",
        "event revenge: when a Pawn is captured by a piece { place Pawn on own rank 3; capture own Pawn }",
        "variable angry: switch = off
         event calm: when a turn begins { set angry to off }
         event revenge: when a Pawn is captured and not angry {
             set angry to on; place Pawn on own rank 3; capture own Pawn
         }",
        // There is something in the hand, or another way to go on.
        "use captures-to-hand\nreplace turn { either { drop } or { move } }",
        "event dice: when own Rook moves {
             choose number from 1 to 6 as points { if points > 5 { remove target } }
         }",
        "event relief: when own Rook moves {
             choose own Pawn in neighbours of target as helper { remove helper } otherwise { }
         }",
        "variable haunted: squares = {d1 d8}
         event echo: when own Knight moves {
             choose own Queen in haunted as ghost { set haunted to ghost }
         }",
        "variable score: 0..9 = 0\nfield score: number score
         event gain: when enemy Pawn is captured { set score to score + 1 }
         replace setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 0\"",
        "mark tired \"'\"\nevent tiring: when a Rook moves { mark target as tired }
         forbid tired: \"tired\" when any own Rook is marked tired and turn number > 90",
        "option speed: 1..3 = 1\nending fast before stalemate: draw \"too long\" when turn number > 100 * speed",
        "define centre = {d4 e4 d5 e5}\nending hill before stalemate: enemy wins \"hill\" when any enemy King on centre",
        // A rule about one side says so, and squares that both reach are for both.
        "event arrival: when White Pawn moves to rank 8 { remove target }",
        "event hole: when own Pawn moves to rank 5 { remove target }",
        "extend Rook { moves F }",
        "replace setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"",
    ];
    for rules in fine {
        assert_eq!(about(rules), Vec::<String>::new(), "{rules}");
    }
}

#[test]
fn every_piece_of_advice_says_what_it_was_told_from() {
    let mut files = super::files();
    let rules = "rules 1\ngame \"Mine\" from chess\ndefine centre = {d4 e4}\n";
    files.insert("mine.rules".to_owned(), rules.to_owned());
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("mine", &files, &[], &mut sources, &mut sink).expect("a game");
    let found = lint::advice(&std::sync::Arc::new(game), &sources, &Allowance::UNLIMITED);
    assert_eq!(found.len(), 1);
    assert!(found.iter().all(|found| found.notes.iter().any(|note| note.starts_with("told "))));
}

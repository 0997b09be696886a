//! Whatever is wrong is told with its place: exit code 1, no panic, and soon.

use std::fmt::Write as _;
use std::time::Duration;

use super::{Ran, fairyring, folder, project_file, write};

/// The longest time that an answer may take: a second for the program, and some for a busy machine.
const SOON: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 4 });

#[track_caller]
fn refused(arguments: &[&str]) -> Ran {
    let ran = fairyring(arguments).expect(1);
    assert!(ran.err.contains("error"), "{ran:?}");
    assert!(ran.took < SOON, "{arguments:?} took {:?}", ran.took);
    ran
}

/// Every command that takes a game must refuse this text as a rules file.
#[track_caller]
fn refused_file(name: &str, text: impl AsRef<[u8]>) -> Ran {
    let path = write(&folder(&format!("bad-{name}")), "game.rules", text);
    refused(&["check", &path]);
    refused(&["perft", &path, "1"]);
    refused(&["moves", &path])
}

#[test]
fn truncated_files() {
    let text = project_file("games/fellowship.rules");
    let folder = folder("truncated");
    for part in 1..40 {
        let mut end = text.len() * part / 40;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let path = write(&folder, "game.rules", &text[..end]);
        let ran = fairyring(&["moves", &path]);
        // Cut off between two items, a file may still be whole.
        assert!(matches!(ran.code, Some(0 | 1)) && !ran.err.contains("panicked"), "{end}: {ran:?}");
        assert!(ran.took < SOON, "{end}: {:?}", ran.took);
    }
    let open = text.find("{\n").unwrap() + 2;
    let ran = refused_file("truncated", &text[..open]);
    assert!(ran.err.contains("game.rules:"), "{}", ran.err);
}

#[test]
fn empty_files() {
    refused_file("empty", "");
    refused_file("blank", "\n\n   # nothing\n");
    refused_file("header", "rules 1\n");
    refused_file("boardless", "rules 1\ngame \"X\"\n");
}

#[test]
fn binary_junk() {
    let mut state = 1_u32;
    let junk: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    })
    .take(100_000)
    .collect();
    let ran = refused_file("junk", junk);
    assert!(ran.err.contains("UTF-8"), "{}", ran.err);
    refused_file("zeros", [0; 5000]);
}

#[test]
fn ten_megabytes() {
    let line = "# a line that says nothing at all\n";
    let ran = refused_file("huge", line.repeat(10_000_000 / line.len()));
    assert!(ran.err.contains("too large") || ran.err.contains("larger"), "{}", ran.err);
    // As large as it may be, and nonsense.
    refused_file("large", "x ".repeat(400_000));
    refused_file("long-line", format!("rules 1\ngame \"X\"\npiece {}", "y".repeat(900_000)));
}

#[test]
fn nested_brackets() {
    let head = "rules 1\ngame \"X\" from chess\n";
    for (name, open, close) in [("round", "(", ")"), ("curly", "{", "}"), ("not", "not ", "")] {
        let deep = format!(
            "{head}ending e: draw \"x\" when {}own King{}\n",
            open.repeat(10_000),
            close.repeat(10_000)
        );
        refused_file(&format!("nested-{name}"), deep);
    }
    let blocks = format!("{head}turn {}move{}\n", "either { ".repeat(10_000), " }".repeat(10_000));
    refused_file("nested-blocks", blocks);
    refused_file("only-brackets", "(".repeat(10_000));
}

#[test]
fn parents_that_include_themselves() {
    let folder = folder("cycle");
    let own = write(&folder, "own.rules", "rules 1\ngame \"Own\" from own\n");
    let ran = refused(&["moves", &own]);
    assert!(ran.err.contains("own.rules:2"), "{}", ran.err);
    let first = write(&folder, "first.rules", "rules 1\ngame \"First\" from second\n");
    write(&folder, "second.rules", "rules 1\ngame \"Second\" from first\n");
    refused(&["moves", &first]);
    write(&folder, "lib/loop.rules", "rules 1\nmodule \"Loop\"\nuse loop\n");
    let user = write(&folder, "user.rules", "rules 1\ngame \"User\" from chess\nuse loop\n");
    refused(&["moves", &user]);
    let lost = write(&folder, "lost.rules", "rules 1\ngame \"Lost\" from ches\n");
    let ran = refused(&["moves", &lost]);
    assert!(ran.err.contains("lost.rules:2") && ran.err.contains("chess"), "{}", ran.err);
}

#[test]
fn long_chains_of_parents() {
    let folder = folder("chain");
    for number in 0..300 {
        let text = format!("rules 1\ngame \"G\" from g{}\n", number + 1);
        write(&folder, &format!("g{number}.rules"), text);
    }
    let path = folder.join("g0.rules");
    refused(&["moves", path.to_str().unwrap()]);
}

#[test]
fn wrong_positions() {
    for position in [
        "",
        "x",
        "8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/8/8 w - - 0 1",
        "9/8/8/8/8/8/8/8 w - - 0 1",
        "99999999999999999999/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 no:such",
        "KEWL2lwek w 1",
        "rzbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        if position == "8/8/8/8/8/8/8/8" {
            // It says too little to be called wrong, but nothing may break.
            assert!(
                !fairyring(&["moves", "chess", "--position", position]).err.contains("panicked")
            );
            continue;
        }
        refused(&["moves", "chess", "--position", position]);
    }
    let many = format!("{} w - - 0 1", vec!["QQQQQQQQQQ"; 500].join("/"));
    refused(&["apply", "chess", "--position", &many]);
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    refused(&["moves", "one-ring", "--position", chess]);
    refused(&["moves", "mono", "--position", chess]);
    refused(&["play", "mono", "--position", chess]);
    refused(&["show", "mono", "--position", chess]);
    refused(&["ir", "mono", "--position", chess]);
}

#[test]
fn wrong_turns() {
    let ran = refused(&["apply", "chess", "e2e4", "e2e5"]);
    assert!(ran.err.contains("turn 2") && ran.err.contains("e2e5"), "{}", ran.err);
    let ran = refused(&["apply", "chess", "e2e5"]);
    assert!(ran.err.contains("e2e4"), "near matches: {}", ran.err);
    refused(&["apply", "chess", "1-2"]);
    refused(&["apply", "mono", "e2e4"]);
    refused(&["apply", "chess", ""]);
    refused(&["apply", "chess", &"e".repeat(100_000)]);
    refused(&["apply", "chess", "é2é4"]);
}

#[test]
fn what_is_repeated_of_a_text_is_short_and_can_be_seen() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let long = "x".repeat(60_000);
    for rest in [long.clone(), format!("w KQkq - 0 1 {long}"), format!("w KQkq - 0 1 {long}:3")] {
        let ran = refused(&["moves", "chess", "--position", &format!("{board} {rest}")]);
        assert!(ran.err.len() < 1000, "{} bytes", ran.err.len());
    }
    let colour = "e2\u{1b}[31me4";
    for arguments in [["apply", "chess", colour], ["moves", "chess", "--position=8/\u{1b}[31m"]] {
        let ran = refused(&arguments);
        assert!(!ran.err.contains('\u{1b}') && ran.err.contains("\\u{1b}"), "{}", ran.err);
    }
    let why = fairyring(&["why", "chess", colour]).expect(1);
    assert!(!why.out.contains('\u{1b}'), "{}", why.out);
}

#[test]
fn what_is_no_turn_is_no_question() {
    fairyring(&["why", "chess", "zz"]).expect(1);
    fairyring(&["why", "chess", "zz", "--json"]).expect(1);
    fairyring(&["why", "chess", "e2e5"]).expect(0);
}

#[test]
fn numbers_of_turns_that_are_too_large() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
    for number in ["99999999999999999999", "1 turn-number:99999999999999999999"] {
        let ran = refused(&["moves", "chess", "--position", &format!("{board} {number}")]);
        assert!(ran.err.contains("no turn has so large a number"), "{}", ran.err);
    }
}

#[test]
fn modules_that_cannot_be_used() {
    let folder = folder("bad-modules");
    let own = write(&folder, "own.rules", "rules 1\nmodule \"Own\"\nuse own\n");
    assert!(refused(&["check", &own]).err.contains("E0105"));
    let lost = write(&folder, "lost.rules", "rules 1\nmodule \"Lost\"\nuse no-such-module\n");
    assert!(refused(&["check", &lost]).err.contains("E0104"));
    let fine = write(&folder, "fine.rules", "rules 1\nmodule \"Fine\"\nuse royalty\n");
    let ran = fairyring(&["check", &fine]).expect(0);
    assert!(ran.out.contains("its names are checked in the games that use it"), "{}", ran.out);
}

#[test]
fn wrong_options() {
    let ran = refused(&["moves", "magic-ring", "--set", "power=Queen"]);
    assert!(ran.err.contains("powers"), "{}", ran.err);
    refused(&["moves", "chess", "--set", "no-such-option=1"]);
    refused(&["moves", "magic-ring", "--set", "powers=Quean"]);
    refused(&["moves", "magic-ring", "--set", "powers="]);
    refused(&["moves", "magic-ring", "--set", "powers=,,,,"]);
    refused(&["moves", "magic-ring", "--set", "powers=\"N"]);
    refused(&["moves", "magic-ring", "--set", &format!("powers={}", "N,".repeat(20_000))]);
}

#[test]
fn wrong_files() {
    let folder = folder("wrong-files");
    let ran = refused(&["moves", "no-such-game"]);
    assert!(ran.err.contains("no-such-game"), "{}", ran.err);
    assert!(refused(&["moves", "fellowshp"]).err.contains("fellowship"));
    refused(&["moves", "no/such/file.rules"]);
    refused(&["moves", folder.to_str().unwrap()]);
    refused(&["check", folder.to_str().unwrap()]);
    refused(&["check", "missing.rules"]);
    refused(&["moves", ""]);
    refused(&["play", "--resume", "missing.game"]);
    let path = write(&folder, "saved.game", "fairyring game 1\ngame chess\nplay e2e5\n");
    assert!(refused(&["play", "--resume", &path]).err.contains("line 3"));
}

/// Many mistakes at once are all told, within reason.
#[test]
fn very_many_mistakes() {
    let mut text = "rules 1\ngame \"X\" from chess\n".to_owned();
    for number in 0..5000 {
        writeln!(text, "piece Q{number} \"Q\" {{ moves unknown-{number} }}").unwrap();
    }
    let ran = refused_file("mistakes", text);
    assert!(ran.err.len() < 1_000_000, "{} bytes", ran.err.len());
}

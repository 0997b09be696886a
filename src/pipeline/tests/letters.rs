//! Betza's notation in games: what its letters ask of the rules, and counts by other programs.

use std::sync::Arc;

use super::{ALONE, Games, PLAY, complaints, goals, loaded, try_load};
use crate::session::Session;
use crate::source::{FileError, Files, MemoryFiles};

/// Files of a test, with the bundled ones behind them.
struct Shelf(MemoryFiles);

impl Files for Shelf {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        match self.0.read(name)? {
            Some(text) => Ok(Some(text)),
            None => Games.read(name),
        }
    }
}

#[track_caller]
fn session(text: &str, position: Option<&str>) -> Session {
    let files = Shelf(MemoryFiles::new().with("it.rules", text));
    let game = Arc::new(try_load("it", &files, &[]).unwrap_or_else(|lines| panic!("{lines}")));
    match position {
        Some(position) => Session::from_position(game, position).unwrap(),
        None => Session::new(game).unwrap(),
    }
}

/// Chess without a word about how pieces move but letters.
const LETTERS: &str = r#"rules 1
game "Letters"
board 8x8
sides White "w", Black "b"
piece Pawn "P" { moves fmWfceFifmnD }
piece Knight "N" { moves N }
piece Bishop "B" { moves B }
piece Rook "R" { moves R }
piece Queen "Q" { moves Q }
piece King "K" { royal; moves KisO2 }
turn { move }
use royalty initial
variable en-passant: squares = none
define en-passant-victim = backward of target
event double-stepped: when a Pawn moves by double-step { set en-passant to backward of target }
event en-passant-over: when a turn ends and not moved by double-step { set en-passant to none }
replace define initial-squares = rank 1 or rank 2 or rank 7 or rank 8
use promotion
setup "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
"#;

/// The counts are those every program agrees on (chessprogramming.org, Perft Results, positions 1 to 3).
#[test]
fn chess_in_letters_is_chess() {
    let known: [(&str, &[u64]); 3] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", &[20, 400, 8902]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w", &[48, 2039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w", &[14, 191, 2812]),
    ];
    for (position, counts) in known {
        let session = session(LETTERS, Some(position));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(session.perft(depth).unwrap(), *count, "{position}, depth {depth}");
        }
    }
}

#[test]
fn who_has_moved_stays_moved() {
    let mut session = session(LETTERS, Some("4k2r/8/8/8/8/8/7P/R3K2R w"));
    let can =
        |session: &Session, turn: &str| session.turn_texts().unwrap().iter().any(|one| one == turn);
    assert!(can(&session, "e1g1") && can(&session, "e1c1") && can(&session, "h2h4"));
    for turn in ["h1g1", "e8e7", "g1h1", "e7e8"] {
        session.play_text(turn).unwrap();
    }
    assert!(!can(&session, "e1g1"), "the rook has moved");
    assert!(can(&session, "e1c1"));
    session.play_text("h2h3").unwrap();
    assert!(!can(&session, "e8g8"), "the king has moved");
    session.play_text("h8h7").unwrap();
    assert!(!can(&session, "h3h5"), "the pawn has moved");
    session.play_text("e1c1").unwrap();
    assert!(session.position_text().starts_with("4k3/7r/8/8/8/7P/8/2KR3R b"));
}

#[test]
fn what_has_not_moved_can_be_said_by_the_game() {
    let items = "define unmoved = own rank 3\npiece X \"X\" { moves ifD }\n";
    let at = |setup: &str| {
        let game = loaded(&format!("{items}setup \"{setup} w\""));
        Session::new(Arc::new(game)).unwrap().turn_texts().unwrap()
    };
    assert_eq!(at("5/5/2X2/5/5"), ["c3c5"]);
    assert_eq!(at("5/5/5/2X2/5"), Vec::<String>::new());
}

#[test]
fn letters_that_need_more_say_what() {
    let about = [
        ("WifD", "error[E0301]: `i` needs to know which pieces have not moved"),
        ("WceF", "error[E0301]: `e` needs to know which square has just been passed"),
        ("KO2", "error[E0301]: `O` needs to know which pieces may be castled with"),
        ("K@", "error[E0301]: pieces of this kind come from the hand, but no turn has a `drop`"),
    ];
    let setup = "setup \"5/5/2X2/5/5 w\"";
    for (text, message) in about {
        let found = complaints(&format!("piece X \"X\" {{ moves {text} }}\n{setup}"));
        assert_eq!(found, [message], "{text}");
    }
    let found = |items: &str| complaints(&format!("{items}\n{setup}")).join("; ");
    let half = "define en-passant = none\npiece X \"X\" { moves WceF }";
    assert!(found(half).contains("what is captured by going to a square"));
    let wrong = "define unmoved = 3\npiece X \"X\" { moves iW }";
    assert!(found(wrong).contains("a set of squares is wanted here"), "{}", found(wrong));
    let reach = "define unmoved = everywhere\nforbid f: \"\" when any reach(c3, by iW)\n";
    assert!(complaints(&format!("{PLAY}{reach}"))[0].contains("only a way over the board"));
}

#[test]
fn drops_come_from_the_hand() {
    let text = "rules 1\ngame \"D\"\nboard 3x1\nsides White \"w\", Black \"b\"\n\
                piece X \"X\" { moves W@ }\nturn { either { move } or { drop } }\n\
                setup \"X2[X] w\"";
    let mut turns = session(text, None).turn_texts().unwrap();
    turns.sort();
    assert_eq!(turns, ["X@b1", "X@c1", "a1b1"]);
}

#[test]
fn letters_that_say_what_happens_at_the_end() {
    let pieces = |text: &str, setup: &str| {
        let items = format!(
            "piece X \"X\" {{ moves {text} }}\npiece Y \"Y\" {{ }}\npiece Z \"Z\" {{ royal }}\n\
             setup \"{setup} w\""
        );
        let mut session = Session::new(Arc::new(loaded(&items))).unwrap();
        let turns = session.turn_texts().unwrap();
        session.play_text(&turns[0]).unwrap();
        (turns, session.position_text())
    };
    assert_eq!(pieces("kW", "5/2z2/1yX2/5/5").0, ["c3c4"]);
    assert_eq!(pieces("tcW", "5/2z2/1yX2/5/5").0, ["c3b3"]);
    assert_eq!(pieces("mkW", "5/2y2/1YX2/5/5").0, ["c3c2", "c3d3"]);
    let swapped = (vec!["c3b3".to_owned()], "5/2y2/1XY2/5/5 b".to_owned());
    assert_eq!(pieces("udW", "5/2y2/1YX2/5/5"), swapped);
    let swapped = (vec!["c3c4".to_owned()], "5/2X2/1Yy2/5/5 b".to_owned());
    assert_eq!(pieces("ucW", "5/2y2/1YX2/5/5"), swapped);
}

#[test]
fn letters_that_go_far() {
    assert_eq!(goals("moves mU", "5/2y2/1YX2/5/5").split(' ').count(), 22);
    assert_eq!(goals("moves cU", "y4/2y2/1YX2/5/5"), "a5 c4");
    // Round the sides of the board: from the first file to the left onto the last.
    let around = |text: &str| {
        let items = format!("piece X \"X\" {{ moves {text} }}\nsetup \"5/5/X4/5/5 w\"");
        Session::new(Arc::new(loaded(&items))).unwrap().turn_texts().unwrap()
    };
    assert_eq!(around("olR2"), ["a3d3", "a3e3"]);
    assert_eq!(around("lR2"), Vec::<String>::new());
    assert_eq!(around("olfN"), ["a3e5"]);
    // A hop over pieces of its own side only.
    assert_eq!(goals("moves tpafW", "5/2y2/1YX2/5/5"), "a3");
    assert_eq!(goals("moves pafW", "5/2y2/1YX2/5/5"), "a3 c5");
    assert_eq!(goals("moves W", ALONE), "b3 c2 c4 d3");
}

/// A way that depends on more than the board is not copied.
#[test]
fn copies_leave_out_what_letters_ask_for() {
    let items = "define unmoved = everywhere\npiece X \"X\" { moves as Y }\n\
                 piece Y \"Y\" { moves fWifD }\nsetup \"5/5/2X2/5/5 w\"";
    assert_eq!(Session::new(Arc::new(loaded(items))).unwrap().turn_texts().unwrap(), ["c3c4"]);
}

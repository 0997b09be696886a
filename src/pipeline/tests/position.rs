//! What can stand in position text, where files are looked for, and what else is easily misused.

use std::sync::Arc;

use super::{PLAY, complaints, loaded, try_load};
use crate::session::Session;
use crate::source::MemoryFiles;

#[test]
fn signs_that_cannot_be_read_back_are_refused() {
    let found = |items: &str| complaints(&format!("{PLAY}{items}")).join("; ");
    for sign in ["", "1", "1'", "/", " ", "' '", "a", "*", "+", "(", "'''"] {
        let mark = format!("mark tired \"{sign}\"");
        assert!(found(&mark).contains("E0302"), "{sign}: {}", found(&mark));
    }
    assert!(found("mark worn \"'\"\nmark torn \"'\"").contains("is already that of"));
    assert!(found("mark worn \"'\"\nmark torn \"'~\"").contains("begins alike"));
    assert!(found("mark worn \"!~\"\npiece Bang \"!\" \"?\" { }").contains("E0303"));
    assert_eq!(found("mark worn \"'\"\nmark torn \"~\""), "");
    assert!(found("variable turn-number: 0..9 = 0").contains("E0107"));
}

#[test]
fn fields_that_cannot_be_read_back_are_refused() {
    let found = |items: &str| complaints(&format!("{PLAY}{items}")).join("; ");
    assert!(found("field f: text \"a b\"").contains("cannot stand in a field"));
    assert!(found("field f: text \"a:b\"").contains("cannot stand in a field"));
    let counts = "variable n: 0..9 = 0\nvariable m: 0..9 = 0\n";
    for form in ["(n, m)", "(n, \"0\", m)", "(n, \" \", m)", "(\":\", n)"] {
        assert!(found(&format!("{counts}field f: form {form}")).contains("E0302"), "{form}");
    }
    assert_eq!(found(&format!("{counts}field f: form (n, \"+\", m)")), "");
    let rights = "variable v: squares = rank 1\n";
    let letters = |letters: &str| found(&format!("{rights}field f: letters {letters}"));
    assert!(letters("\"K\" = a1 in v, \"K\" = b1 in v").contains("E0303"));
    assert!(letters("\"K\" = a1 in v, \"KQ\" = b1 in v").contains("E0303"));
    assert!(letters("\"-\" = a1 in v").contains("E0302"));
    assert!(letters("\"\" = a1 in v").contains("E0302"));
    assert_eq!(letters("\"K\" = a1 in v, \"A\" = a1 in v"), "");
}

/// What no rule about signs foresees is found by reading the start position once more.
#[test]
fn the_start_position_is_what_its_text_tells() {
    // Two texts that look like the form of a field: the second field would be read as the first.
    let items = "variable n: 0..9 = 3\nfield f: text \"+4\"\nfield g: form (\"+\", n)";
    let found = complaints(&format!("{PLAY}{items}"));
    assert!(found.join("; ").contains("E0601"), "{found:?}");
}

#[test]
fn files_are_found_near_first() {
    let game = |title: &str, rest: &str| format!("rules 1\ngame \"{title}\" {rest}\n");
    let module = |ending: &str| {
        format!("rules 1\nmodule \"M\"\nending it: draw \"{ending}\" when turn number > 1\n")
    };
    let rest = "\nboard 5x5\nsides White \"w\", Black \"b\"\nturn { move }\n\
                piece X \"X\" { moves W }\nsetup \"5/5/2X2/5/5 w\"\nuse m";
    let mut files = MemoryFiles::new().with("games/own/g.rules", game("G", rest));
    let mut found = |name: &str, text: &str| {
        files.insert(name, module(text));
        try_load("games/own/g.rules", &files, &[]).map(|game| game.endings[0].reason.clone())
    };
    assert!(found("other/m.rules", "elsewhere").is_err());
    assert_eq!(found("lib/m.rules", "bundled"), Ok("bundled".to_owned()));
    assert_eq!(found("m.rules", "bundled too"), Ok("bundled too".to_owned()));
    assert_eq!(found("games/lib/m.rules", "above"), Ok("above".to_owned()));
    assert_eq!(found("games/m.rules", "right above"), Ok("right above".to_owned()));
    assert_eq!(found("games/own/lib/m.rules", "below"), Ok("below".to_owned()));
    assert_eq!(found("games/own/m.rules", "beside"), Ok("beside".to_owned()));
}

#[test]
fn switches_are_set_to_their_words() {
    let items = "variable s: switch = on\nvariable t: switch = off\n\
                 event a: when a turn begins and s is on { set s to off; set t to on }\n\
                 event b: when a turn begins and t = on { set t to s is off and t is not off }\n";
    let mut session = Session::new(Arc::new(loaded(&format!("{PLAY}{items}")))).unwrap();
    session.play_text("c3c4").unwrap();
    assert_eq!(session.position_text(), "5/2X2/5/5/5 b s:off t:on");
}

#[test]
fn threats_and_onward_are_told_when_misused() {
    let found = |items: &str| complaints(&format!("{PLAY}{items}")).join("; ");
    assert!(found("threat { }").contains("the threat has no `move`"));
    assert!(found("threat { draw \"x\" }").contains("the threat has no `move`"));
    assert!(found("threat { move }\nthreat { move }").contains("E0103"));
    assert!(found("replace threat { move }").contains("E0106"));
    assert_eq!(found("threat { either { move } or { move own } }"), "");
    let piece = |clause: &str| found(&format!("piece Z \"Z\" {{ moves {clause} }}"));
    assert!(piece("step onward").contains("the first leg cannot go `onward`"));
    assert_eq!(piece("slide diagonally onto enemy taking then step onward onto empty"), "");
    assert_eq!(piece("step north then step onward then slide onward"), "");
}

/// Two moves a turn: without a threat both are looked at, with one only a single move is.
#[test]
fn a_threat_is_imagined_instead_of_the_turn() {
    let attacked = |threat: &str, setup: &str| {
        let text = format!(
            "rules 1\ngame \"T\"\nboard 5x1\nsides White \"w\", Black \"b\"\n\
             piece King \"K\" {{ royal }}\npiece Wazir \"W\" {{ moves W }}\n\
             turn {{ move; move }}\n{threat}\nsetup \"{setup} w\"\n"
        );
        let game = try_load("t", &MemoryFiles::new().with("t.rules", text), &[]).unwrap();
        Session::new(Arc::new(game)).unwrap().checked().unwrap().len()
    };
    assert_eq!(attacked("", "K1w2"), 1);
    assert_eq!(attacked("threat { move }", "K1w2"), 0);
    assert_eq!(attacked("threat { move }", "Kw3"), 1);
}

/// Who attacks if nobody is named: the opponent of those whose pieces are asked about.
#[test]
fn pieces_are_attacked_by_their_opponents() {
    let holds = |condition: &str| {
        let text = format!(
            "rules 1\ngame \"A\"\nboard 3x3\nsides White \"w\", Black \"b\"\n\
             piece King \"K\" {{ royal; moves K }}\npiece Rook \"R\" {{ moves R }}\nturn {{ move }}\n\
             ending it: draw \"yes\" when {condition}\nsetup \"k1R/3/2K w\"\n"
        );
        let game = try_load("a", &MemoryFiles::new().with("a.rules", text), &[]).unwrap();
        Session::new(Arc::new(game)).unwrap().result().unwrap().is_some()
    };
    assert!(holds("enemy royal is attacked") && holds("any enemy royal is attacked by own"));
    assert!(holds("Black royal is attacked") && holds("enemy (King or Rook) is attacked"));
    assert!(!holds("own royal is attacked") && !holds("White royal is attacked"));
    assert!(!holds("enemy royal is attacked by enemy"));
}

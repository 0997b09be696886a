//! `fairyring ir --facts`: by what means turns are found and judged, and what prevents faster ones.

use super::{fairyring, folder, write};

#[track_caller]
fn tells(game: &str, wanted: &[&str]) {
    let ran = fairyring(&["ir", "--facts", game]).expect(0);
    for line in wanted {
        assert!(ran.lines().contains(line), "{game} lacks `{line}`:\n{}", ran.out);
    }
}

#[test]
fn facts_name_what_must_be_tried() {
    tells(
        "chess",
        &[
            "White: move tables for 11 of 11 move rules",
            "White: legality of royal pieces (`check`) is decided from attack tables and the squares that a move changes; 1 \
             move rules are verified by playing",
            "Black: verified by playing: Pawn `en-passant`: it changes more than the squares it leaves and enters",
        ],
    );
    tells("variants/amazons", &["White: verified by playing: Amazon 1: event `arrow` may act"]);
    tells(
        "variants/checkers",
        &[
            "White: attacks are found by playing whole turns: the turn has not just one move",
            "White: no move table: Man `jump`, King `jump`: it takes pieces on the way",
        ],
    );
}

#[test]
fn facts_name_the_rule_that_makes_every_turn_be_tried() {
    let text = "rules 1\ngame \"Odd\" from chess\nforbid crowd: when count own on rank 4 > 2\n";
    let file = write(&folder("facts"), "odd.rules", text);
    tells(
        &file,
        &[
            "White: legality is decided by playing every turn: `crowd` is about something else than attacks",
        ],
    );
    let text = "rules 1\ngame \"Odd\" from chess\nevent gift: when a turn begins { change own Pawn on own rank 4 into Rook }\n";
    let file = write(&folder("facts-of-turns"), "gift.rules", text);
    tells(
        &file,
        &[
            "White: attacks are found by playing whole turns: event `gift` may change at the beginning of a turn what is \
             captured",
            "White: legality is decided by playing every turn: what the other side attacks is not told from tables",
        ],
    );
}

#[test]
fn choices_before_the_move_are_named() {
    let text = "rules 1\ngame \"Marked\" from chess\nmark seen \"'\"\n\
        replace turn { choose own as one { mark one as seen }; move }\n";
    let file = write(&folder("choices"), "marked.rules", text);
    let told = fairyring(&["ir", &file, "--facts"]).expect(0).out;
    assert!(told.contains("attacks are found by playing whole turns"), "{told}");
    let named: Vec<&str> =
        told.lines().filter(|line| line.contains("chosen before a move: choose")).collect();
    assert_eq!(named.len(), 2, "one for each side: {told}");
    let cured = text.to_owned() + "threat { move }\n";
    let file = write(&folder("choices"), "cured.rules", cured);
    let told = fairyring(&["ir", &file, "--facts"]).expect(0).out;
    assert!(!told.contains("whole turn") && !told.contains("chosen before"), "{told}");
}

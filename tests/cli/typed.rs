//! What is typed at the table besides a turn: numbers as in records, comments, and choices with names of commands.

use super::{folder, with_input, write};

const TWO: [&str; 5] = ["--human", "White", "--human", "Black", "--no-save"];

/// Plays at a table for two; what is said is put into one line.
fn said(game: &str, input: &str) -> String {
    let arguments = [&["play", game], &TWO[..]].concat();
    with_input(&arguments, input).expect(0).out.replace('\n', " ")
}

/// Returns the turns that were played.
fn played(out: &str) -> Vec<&str> {
    let ends = out.split(" plays ").skip(1);
    let turns = ends.map(|rest| rest.split(['.', ' ']).next().unwrap_or(""));
    turns.filter(|turn| !turn.starts_with('“')).collect()
}

#[test]
fn a_number_that_belongs_to_another_turn_plays_nothing() {
    // White can take on e5, but what is typed is Black's turn.
    let out = said("chess", "d4\ne5\n1... e5\n2... e5\n2…e5\n...e5\n17. e4\n1. e4\n2. e4\n2. d5\n");
    assert_eq!(played(&out), ["d2d4", "e7e5", "e2e4"], "{out}");
    for told in [
        "`1...` stands before another turn: this is turn 2, and White is to move. Type `e5` alone to play it now.",
        "`2...` stands before a turn of Black: this is turn 2, and White is to move.",
        "`...` stands before a turn of Black",
        "`17.` stands before another turn: this is turn 2",
        "`2.` stands before a turn of White: this is turn 2, and Black is to move. Type `d5` alone to play it now.",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
}

#[test]
fn numbers_that_fit_and_comments_are_left_out() {
    let out = said(
        "chess",
        "1. e4!\n1...e5 {a reply}\n2.Nf3 $1\n2... Nc6 ; the usual\n3. Bb5?! (3. Bc4)\n...a6\n4. Ba4 Nf6 {x}\n",
    );
    assert_eq!(played(&out), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], "{out}");
    assert!(out.contains("These are 2 turns: type one at a time, Ba4 first."), "{out}");
}

/// A game in which `1.` stands before turns of the second side.
#[test]
fn whoever_begins_has_the_number_with_one_dot() {
    let out = said("go9", "1. d3\n1... c3\n");
    assert_eq!(played(&out).len(), 2, "{out}");
}

/// A game whose choices are called as commands are.
const NAMES: &str = r#"rules 2
game "Names"
board 4x4
sides White "w", Black "b"
piece Pawn "P" { moves W }
variable kind-of-turn: 0..2 = 0
turn { move; either back: { set kind-of-turn to 0 } or board: { set kind-of-turn to 1 } or flip: { set kind-of-turn to 2 } }
ending stuck: side to move loses "no move" when own cannot move
setup "ppp1/4/4/PPP1 w"
"#;

#[test]
fn a_choice_goes_before_a_command_of_its_name() {
    let path = write(&folder("names"), "names.rules", NAMES);
    let out = said(&path, "a1a2\nback\na4a3\n/back\na4a3\nflip\n/moves\nquit\n");
    assert!(out.contains("(`board` is a choice here; `/board` is the command.)"), "{out}");
    assert_eq!(played(&out), ["a1a2,back", "a4a3,flip"], "{out}");
}

/// A game whose choices are refused one inside another.
const CHOICES: &str = r#"rules 2
game "Choices"
board 5x5
sides White "w", Black "b"
piece Pawn "P" { }
piece Rock "R" { }
turn {
    choose own Pawn as walker {
        either step: {
            choose empty on neighbours of walker as spot {
                if spot is on rank 3 { refuse "the middle is closed" }
                relocate walker to spot
            }
        }
        or bid: { choose number from 1 to 3 as n { if n = 2 { refuse "two is unlucky" }; remove walker } }
        or { choose empty on neighbours of walker as here {
            if here is on rank 3 { refuse "no rock in the middle" }
            place Rock for neutral on here
        } }
    }
}
ending stuck: side to move loses "no move" when own cannot move
setup "ppp2/5/5/PPP2/5 w"
"#;

#[test]
fn what_refuses_a_choice_is_told_however_it_is_typed() {
    let path = write(&folder("choices"), "choices.rules", CHOICES);
    for typed in ["a2a3", "a2,a3", "a2\na3"] {
        let out = said(&path, &format!("{typed}\n"));
        assert!(out.contains("No rock in the middle."), "{typed}: {out}");
    }
    for typed in ["a2,step:a3", "a2\nstep a3", "a2\nstep:a3"] {
        let out = said(&path, &format!("{typed}\n"));
        assert!(out.contains("The middle is closed."), "{typed}: {out}");
    }
    for typed in ["a2,bid:2", "a2\nbid 2", "a2\nbid\n2", "a2\n2"] {
        let out = said(&path, &format!("{typed}\n"));
        assert!(out.contains("Two is unlucky."), "{typed}: {out}");
        assert_eq!(played(&out), [""; 0], "{typed}: {out}");
    }
    let out = said(&path, "a2\nbid 1\n");
    assert_eq!(played(&out), ["a2,bid:=1"], "{out}");
}

//! Games at the terminal, typed through a pipe.

use super::{folder, run_in, with_input};

#[test]
fn a_game_is_played_and_left() {
    let ran = with_input(&["play", "chess", "--seed", "1"], "e2e4\nquit\n").expect(0);
    assert!(ran.out.contains("White plays e2e4"), "{}", ran.out);
    assert!(ran.out.contains("Black plays "), "{}", ran.out);
    assert!(ran.out.contains("Turn 2, White to move."), "{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    with_input(&["play", "chess"], "").expect(0);
    with_input(&["play", "fellowship"], "e2e4").expect(0);
}

#[test]
fn the_computer_plays_both_sides() {
    let arguments = ["play", "mono", "--computer", "White", "--computer", "black", "--seed", "7"];
    let first = with_input(&arguments, "").expect(0);
    assert!(first.out.contains("wins: ") || first.out.contains("drawn: "), "{}", first.out);
    assert_eq!(with_input(&arguments, "").expect(0).out, first.out, "the same seed, another game");
}

#[test]
fn two_people_mate() {
    let arguments = ["play", "chess", "--human", "White", "--human", "Black"];
    let input = "f2f3\ne7e5\ng2g4\nd8h4\nmoves\ne2e4\nundo\nquit\n";
    let out = with_input(&arguments, input).expect(0).out;
    assert!(out.contains("Black wins: checkmate."), "{out}");
    assert!(out.contains("game over>"), "{out}");
    let again = out.split("The game is over.").nth(1).unwrap();
    assert!(again.contains("Black to move."), "{out}");
}

#[test]
fn the_second_side_is_human() {
    let out = with_input(&["play", "chess", "--human", "Black"], "quit\n").expect(0).out;
    assert!(out.contains("White plays "), "{out}");
    assert!(out.contains("Black> "), "{out}");
}

#[test]
fn wrong_sides_are_wrong_usage() {
    with_input(&["play", "chess", "--human", "Red"], "").expect(2);
    with_input(&["play", "chess", "--human", "White", "--computer", "w"], "").expect(2);
}

#[test]
fn beginnings_are_completed() {
    let arguments = ["play", "chess", "--human", "White", "--human", "Black"];
    let out = with_input(&arguments, "e2\ne4\ng8\nf6\nzz\nquit\n").expect(0).out;
    assert!(out.contains("Choose:\n  e2e3  e2e4"), "{out}");
    assert!(out.contains("White e2> "), "{out}");
    assert!(out.contains("White plays e2e4"), "{out}");
    assert!(out.contains("Black plays g8f6"), "{out}");
    assert!(out.contains("`zz`"), "{out}");
}

#[test]
fn steps_are_asked_for_one_by_one() {
    let arguments = ["play", "fellowship", "--human", "White", "--human", "Black"];
    let input = "g2g4\nd7d5\nh2h3\nc8g4\na2\nb2b3\nquit\n";
    let out = with_input(&arguments, input).expect(0).out;
    assert!(out.contains("Choose:\n  bestow:a2"), "{out}");
    assert!(out.contains("White bestow:a2,> "), "{out}");
    assert!(out.contains("White plays bestow:a2,b2b3"), "{out}");
    assert!(out.contains("Ring: borne by White Pawn on a2"), "{out}");
}

#[test]
fn help_hint_moves_position() {
    let out = with_input(&["play", "chess"], "help\nhint\nmoves e\nposition\nboard\nquit\n");
    let out = out.expect(0).out;
    for part in ["resign", "beginner", "  e2e3  e2e4\n", "RNBQKBNR w KQkq - 0 1"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn resigning_ends_the_game() {
    let out = with_input(&["play", "chess"], "resign\nquit\n").expect(0).out;
    assert!(out.contains("Black wins: White has resigned."), "{out}");
}

#[test]
fn undo_takes_back_both_turns() {
    let out = with_input(&["play", "chess"], "undo\ne2e4\nundo\nposition\nquit\n").expect(0).out;
    assert!(out.contains("There is nothing to take back."), "{out}");
    assert!(out.contains("RNBQKBNR w KQkq - 0 1"), "{out}");
}

#[test]
fn games_are_saved_and_resumed() {
    let folder = folder("saved");
    let arguments =
        ["play", "magic-ring", "--set", "powers=Knight", "--human", "w", "--human", "b"];
    let input =
        "e2e4\ne7e5\nsave my game.txt\nd2d4\nsave my game.txt\nload my game.txt\nposition\nquit\n";
    let out = run_in(&folder, &arguments, input).expect(0).out;
    assert!(out.contains("Saved to my game.txt.\n"), "{out}");
    assert!(out.contains("in place of the older game"), "{out}");
    let resume = ["play", "--resume", "my game.txt", "--human", "w", "--human", "b"];
    let resumed = run_in(&folder, &resume, "position\nquit\n").expect(0);
    let position = |text: &str| {
        let line = text.lines().find(|line| line.contains("powers:Knight")).unwrap();
        line.trim_start_matches(|letter| letter != 'r').to_owned()
    };
    assert_eq!(position(&resumed.out), position(&out));
    std::fs::write(folder.join("notes"), "not a game").unwrap();
    let out = run_in(&folder, &["play", "chess"], "save notes\nload notes\nsave a/b/c\nquit\n");
    let out = out.expect(0).out;
    assert_eq!(std::fs::read_to_string(folder.join("notes")).unwrap(), "not a game");
    assert_eq!(out.matches("Not saved").count(), 2, "{out}");
    assert!(out.contains("Not loaded"), "{out}");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn any_input_is_answered() {
    let input =
        "\n\u{0}\u{1}\nä\n,\n:\n@\nsave\nload\nload /\nmoves \u{1F600}\nundo\nback\nhistory\n";
    for game in ["fellowship", "mono", "ruddigore"] {
        with_input(&["play", game], &format!("{input}{}\n", "x".repeat(200_000))).expect(0);
    }
}

//! `why` and `trace`, on the command line and at the table.

use super::{fairyring, with_input};

#[test]
fn a_refusal_names_the_rule_the_file_and_the_line() {
    let ran = fairyring(&["why", "chess", "a1a3"]).expect(0);
    let lines = ran.lines();
    assert!(lines[0].starts_with("`a1a3` is not legal: ") && lines[0].contains("blocked"));
    assert!(lines[1].trim().starts_with("piece Rook, chess.rules:"), "{lines:?}");
    assert!(lines[2].contains("moves R"), "{lines:?}");
}

#[test]
fn turns_can_be_played_before_the_question() {
    let mate = ["why", "chess", "--after", "f2f3 e7e5 g2g4 d8h4"];
    let ran = fairyring(&mate).expect(0);
    assert!(ran.out.contains("Black wins, checkmate") && ran.out.contains("ending checkmate"));
    let ran = fairyring(&["why", "chess", "--after", "e2e5"]).expect(1);
    assert!(ran.err.contains("e2e5"), "{ran:?}");
    fairyring(&["why", "chess", "--position", "nonsense", "e2e4"]).expect(1);
}

#[test]
fn turns_before_a_question_are_written_as_in_records() {
    let after = |turns: &[&str]| -> String {
        let each = turns.iter().flat_map(|turns| ["--after", *turns]);
        let words: Vec<&str> = ["why", "chess"].into_iter().chain(each).chain(["Qh5"]).collect();
        fairyring(&words).expect(0).out
    };
    for turns in [&["e4 e5"][..], &["1. e4 e5"], &["1.e4", "1...e5"], &["e2e4", "e7e5"]] {
        assert!(after(turns).starts_with("`Qh5` (`d1h5`) is legal"), "{turns:?}");
    }
    let numbered = fairyring(&["why", "chess", "1.Nf3"]).expect(0);
    assert!(numbered.out.starts_with("`Nf3` (`g1f3`) is legal"), "{}", numbered.out);
    assert!(fairyring(&["trace", "chess", "1.Nf3"]).expect(0).out.contains("g1f3"));
    let mate = ["mate", "chess", "--after", "1. f3 e5 2. g4", "--in", "1"];
    assert!(fairyring(&mate).expect(0).out.contains("d8h4"), "a mate after turns of a record");
    let position = fairyring(&["apply", "chess", "1. e4 e5", "2.", "Nf3"]).expect(0).out;
    let same = fairyring(&["apply", "chess", "--position", "startpos", "e2e4", "e7e5", "g1f3"]);
    assert_eq!(position, same.expect(0).out);
}

#[test]
fn answers_are_there_as_json() {
    let ran = fairyring(&["why", "chess", "Nf6"]).expect(0);
    let expected =
        "`Nf6` is not legal: none of White's knights can go to f6: they are on b1 and g1\n";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    let ran = fairyring(&["why", "chess", "exd5"]).expect(0);
    assert!(ran.out.contains("White Pawn on e2 has no way of moving from e2 to d5"), "{}", ran.out);
    let two = ["why", "chess", "--after", "g1f3 a7a6 d2d3 a6a5", "Nd2"];
    assert!(fairyring(&two).expect(0).out.contains("it can mean b1d2 or f3d2"));
    let ran = fairyring(&["why", "chess", "e7e5", "--json"]).expect(0);
    for part in ["\"verdict\": \"refused\"", "\"kind\": \"not-yours\"", "\"file\": \"chess.rules\""]
    {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let ran = fairyring(&["trace", "chess", "e2e4", "--json"]).expect(0);
    for part in ["\"kind\": \"choice\"", "\"changes\"", "e4: empty → White Pawn"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn a_turn_is_followed_or_explained() {
    let ran = fairyring(&["trace", "chess", "e2e4"]).expect(0);
    assert!(ran.out.contains("[event double-stepped, lib/en-passant.rules:"), "{}", ran.out);
    assert!(ran.out.contains("    en-passant: none → e3"), "{}", ran.out);
    let ran = fairyring(&["trace", "chess", "e2e5"]).expect(1);
    assert!(ran.out.contains("`e2e5` is not legal"), "{ran:?}");
}

#[test]
fn questions_are_answered_at_the_table() {
    let typed = "why e2e5\nwhy\ntrace e2e4\ntrace\nresign\ny\nwhy\nquit\n";
    let ran = with_input(&["play", "chess", "--seed", "1"], typed).expect(0);
    for part in [
        "`e2e5` is not legal: White Pawn on e2",
        "who has 20 legal turns",
        "e4: empty → White Pawn",
        "Which turn? Type `trace TURN`.",
        "The game is over: White has resigned.",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn anything_may_be_asked() {
    let long = "e2e4,".repeat(10_000);
    for turn in ["", " ", ",", ":", "@", "=", "-", "ß", "e2e4e2e4e2e4", long.as_str()] {
        let ran = fairyring(&["why", "chess", turn]);
        // What is no turn is wrong input.
        assert!(matches!(ran.code, Some(0 | 1)) && ran.err.is_empty(), "{turn}: {ran:?}");
        assert!(ran.out.contains("is not legal"), "{turn}: {ran:?}");
    }
}

#[test]
fn a_condition_that_looks_back_tells_when_it_did_not_hold() {
    let start = ["why", "shogi", "--position", "8k/9/9/9/9/9/9/9/R3K4[] w - - 0 1", "--after"];
    let asked = |turns: &str| fairyring(&[&start[..], &[turns]].concat()).expect(0).out;
    let all = asked("a1a9 i9i8 a9a8 i8i9 a8a9 i9i8 a9a8 i8i9 a8a9 i9i8 a9a8 i8i9 a8a9");
    assert!(all.contains("Gote wins, perpetual check"), "{all}");
    let but_one = asked("a1a9 i9i8 a9a8 i8i9 a8a9 i9i8 a9a1 i8i9 a1a9 i9i8 a9a8 i8i9 a8a9");
    let told = "does not hold: the position has occurred 4 times; it did not hold 6 turns ago";
    assert!(but_one.contains("fourth repetition") && but_one.contains(told), "{but_one}");
}

//! Forced ends and puzzles.

use std::fs;

use serde_json::Value;

use super::{fairyring, folder};

const TWO: &str = "4K3/6p1/8/4Q3/4N2k/8/8/5r2 w - - 0 1";

#[test]
fn all_first_turns_are_told_with_all_defences() {
    let told = fairyring(&["mate", "chess", "--in", "2", "--position", TWO]).expect(0).out;
    for line in [
        "White forces a win within 2 turns: 2 of 32 first turns do.",
        "e5g3: wins within 2 turns",
        "    1... h4h5  2 g3g5 (checkmate)",
        "e5g5: wins within 2 turns",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    let json =
        fairyring(&["mate", "chess", "--in", "2", "--json", "--position", TWO]).expect(0).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["turns"], &json["refuted"]), (&2.into(), &1.into()));
    assert_eq!(json["first"].as_array().unwrap().len(), 2);
    let reply = &json["first"][0]["then"]["replies"][0];
    assert_eq!(reply["then"]["then"]["over"], "checkmate");
}

#[test]
fn no_forced_end_is_said_plainly() {
    let told = fairyring(&["mate", "chess", "--in", "2"]).expect(0).out;
    assert_eq!(told, "White cannot force a win within 2 turns.\n");
    let told = fairyring(&["mate", "chess", "--in", "30", "--seconds", "1"]).expect(0).out;
    assert!(told.starts_with("No forced win was found in time; there is none within "), "{told}");
}

#[test]
fn ends_of_every_kind_are_forced() {
    // No piece left wins; a king on the hill; the turn of the other side is its own loss.
    let asked: [(&str, &str, &str); 3] = [
        ("suicide", "8/8/8/p7/8/1P6/8/8 w - - 0 1", "1"),
        ("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", "1"),
        ("breakthrough", "8/P7/8/8/8/8/7p/8 w - - 0 1", "1"),
    ];
    for (game, position, turns) in asked {
        let told = fairyring(&["mate", game, "--in", turns, "--position", position]).expect(0).out;
        assert!(told.starts_with("White forces a win within 1 turn: "), "{game}: {told}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for turns in ["0", "100", "1000000000", "x"] {
        let ran = fairyring(&["mate", "chess", "--in", turns]).expect(2);
        assert!(ran.err.contains("--in"), "{}", ran.err);
    }
    let ran = fairyring(&["mate", "chess", "--position", "nonsense"]).expect(1);
    assert!(ran.err.contains("position text"), "{}", ran.err);
    let ran = fairyring(&["mate", "no-such-game"]).expect(1);
    assert!(ran.err.contains("no-such-game"), "{}", ran.err);
    let over = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let ran = fairyring(&["mate", "chess", "--position", over]).expect(1);
    assert!(ran.err.contains("the game is over: checkmate"), "{}", ran.err);
    let ran = fairyring(&["mate", "chess", "--after", "e2e5"]).expect(1);
    assert!(ran.err.contains("turn 1"), "{}", ran.err);
    for wrong in [["--games", "0"], ["--most", "100"], ["--count", "0"]] {
        fairyring(&["puzzles", "chess", wrong[0], wrong[1]]).expect(2);
    }
    let ran = fairyring(&["puzzles", "chess", "--least", "3", "--most", "2"]).expect(1);
    assert!(ran.err.contains("--least"), "{}", ran.err);
    let nowhere = fairyring(&["puzzles", "tictactoe", "--games", "1", "--out", "/no/such/x.epd"]);
    assert!(nowhere.expect(1).err.contains("/no/such/x.epd"));
}

#[test]
fn puzzles_are_made_and_are_what_they_say() {
    let folder = folder("puzzles");
    let at = |name: &str| folder.join(name).display().to_string();
    let made = ["puzzles", "dobutsu", "--games", "40", "--count", "4"];
    let (epd, pgn, page) = (at("dobutsu.epd"), at("dobutsu.pgn"), at("dobutsu.html"));
    fairyring(&[&made[..], &["--out", &epd, "--html", &page]].concat()).expect(0);
    fairyring(&[&made[..], &["--out", &pgn]].concat()).expect(0);
    let text = fs::read_to_string(&epd).unwrap();
    assert_eq!(text, fairyring(&made).expect(0).out, "the same seed, the same puzzles");
    assert!(text.lines().count() > 0);
    for line in text.lines() {
        let (position, rest) = line.split_once(" bm ").unwrap();
        let (solution, rest) = rest.split_once("; dm ").unwrap();
        let turns = rest.split(';').next().unwrap();
        let ran = fairyring(&["mate", "dobutsu", "--json", "--in", turns, "--position", position]);
        let found: Value = serde_json::from_str(&ran.expect(0).out).unwrap();
        let first = found["first"].as_array().unwrap();
        let turns_found = first.iter().map(|first| first["turn"].as_str().unwrap());
        assert_eq!(turns_found.collect::<Vec<_>>().join(" "), solution, "{line}");
        assert_eq!(first[0]["turns"].to_string(), turns);
    }
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("</html>") && !page.contains("/*DATA*/null"));
    let pgn = fs::read_to_string(&pgn).unwrap();
    assert_eq!(pgn.matches("[FEN ").count(), text.lines().count());
}

#[test]
fn puzzles_that_come_with_a_game_are_printed_as_they_came() {
    for (name, count) in [("mono", 20), ("ruddigore", 3)] {
        let came = fairyring::bundled::puzzles(name).unwrap();
        let came = came.lines().filter(|line| !line.starts_with('#'));
        let came: Vec<&str> = came.take(count).collect();
        let printed = fairyring(&["puzzles", name, "--count", &count.to_string()]).expect(0).out;
        let solutions = |line: &str| line.split(" bm ").nth(1).map(str::to_owned);
        for (line, came) in printed.lines().zip(&came) {
            assert_eq!(solutions(line), solutions(came), "{came}");
        }
        assert_eq!(printed.lines().count(), came.len(), "{name}");
    }
}

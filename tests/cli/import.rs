//! `fairyring import`: variants of a Fairy-Stockfish configuration.

use std::fs;

use super::{fairyring, folder, run_in, write};

const SMALL: &str = "\
# A small configuration.
[hill:chess]
flagPiece = k
flagRegion = d4 e4 d5 e5
pocketSize = 0

[strict:shogi]
moveRepetitionIllegal = true
";

#[test]
fn one_variant_goes_to_standard_output_and_can_be_played() {
    let folder = folder("import-one");
    write(&folder, "small.ini", SMALL);
    let text = run_in(&folder, &["import", "small.ini", "hill"], "").expect(0).out;
    for part in
        ["game \"Hill\" from chess", "# Translated: flagPiece", "pocketSize", "Nothing is lost"]
    {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    write(&folder, "hill.rules", &text);
    run_in(&folder, &["check", "hill.rules"], "").expect(0);
    let over = ["apply", "hill.rules", "--position", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4"];
    assert!(run_in(&folder, &over, "").expect(0).out.contains("result White"));
}

#[test]
fn what_is_lost_stands_at_the_head() {
    let folder = folder("import-lost");
    write(&folder, "small.ini", SMALL);
    let text = run_in(&folder, &["import", "small.ini", "strict"], "").expect(0).out;
    let head = text.split("board").next().unwrap();
    assert!(
        head.contains("NOT translated") && head.contains("moveRepetitionIllegal = true"),
        "{text}"
    );
}

#[test]
fn files_that_are_there_are_left_alone() {
    let folder = folder("import-all");
    write(&folder, "small.ini", SMALL);
    let ran = run_in(&folder, &["import", "small.ini"], "").expect(2);
    assert!(ran.err.contains("--out"), "{}", ran.err);
    run_in(&folder, &["import", "small.ini", "--out", "games"], "").expect(0);
    write(&folder, "games/hill.rules", "mine");
    let ran = run_in(&folder, &["import", "small.ini", "--out", "games"], "").expect(1);
    assert!(ran.err.contains("hill.rules") && ran.err.contains("--force"), "{}", ran.err);
    assert_eq!(fs::read_to_string(folder.join("games/hill.rules")).unwrap(), "mine");
    run_in(&folder, &["import", "small.ini", "--out", "games", "--force"], "").expect(0);
    assert!(fs::read_to_string(folder.join("games/hill.rules")).unwrap().contains("Hill"));
}

#[test]
fn a_broken_configuration_is_told_with_its_line() {
    let folder = folder("import-broken");
    let cases = [
        ("[a:chess]\nmaxRank\n", "bad.ini:2: error", "setting = value"),
        ("[a:chess\n", "bad.ini:1: error", "`]`"),
        ("[a:nothing]\n", "bad.ini:1: error", "nothing"),
        ("[a:b]\n[b:a]\n", "error", "builds on itself"),
        ("[a:chess]\n[a:chess]\n", "bad.ini:2: error", "already, on line 1"),
        ("[chess]\n", "bad.ini:1: error", "built in"),
        ("[a:chess]\n\ncastling = perhaps\n", "bad.ini:3: error", "perhaps"),
        ("[a:chess]\nflagRegion = z9\n", "bad.ini:2: error", "flagRegion"),
        ("[a:chess]\nflagPiece = x\n", "bad.ini:2: error", "flagPiece"),
        ("[a:chess]\nknight = 5\n", "bad.ini:2: error", "letter"),
    ];
    for (text, place, what) in cases {
        write(&folder, "bad.ini", text);
        let ran = run_in(&folder, &["import", "bad.ini", "a"], "").expect(1);
        assert!(ran.err.contains(place) && ran.err.contains(what), "{text}: {}", ran.err);
        assert_eq!(ran.out, "");
    }
    assert!(fairyring(&["import", "nowhere.ini", "a"]).expect(1).err.contains("nowhere.ini"));
}

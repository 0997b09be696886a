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
fn one_can_build_on_the_variants_of_another_file() {
    let folder = folder("import-with");
    write(&folder, "small.ini", SMALL);
    write(&folder, "mine.ini", "[mine:hill]\nflagRegion = a8\n");
    let alone = run_in(&folder, &["import", "mine.ini", "mine"], "").expect(1);
    assert!(alone.err.contains("mine.ini:1") && alone.err.contains("--with FILE"), "{}", alone.err);
    let with = ["import", "mine.ini", "--with", "small.ini"];
    let text = run_in(&folder, &with, "").expect(0).out;
    assert!(text.contains("game \"Mine\" from"), "{text}");
    write(&folder, "mine.rules", &text);
    let over = ["apply", "mine.rules", "--position", "4k3/1K6/8/8/8/8/8/8 w - - 0 1", "b7a8"];
    assert!(run_in(&folder, &over, "").expect(0).out.contains("result White"));
    run_in(&folder, &["import", "mine.ini", "--with", "nothing.ini"], "").expect(1);
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
        ("[a:chess\n", "bad.ini:1: error", "`]`"),
        ("[a:nothing]\n", "bad.ini:1: error", "nothing"),
        ("[a:b]\n[b:a]\n", "error", "builds on itself"),
        ("[chess]\n", "bad.ini:1: error", "built in"),
        ("[a:chess]\n\ncastling = perhaps\n", "bad.ini:3: error", "perhaps"),
        ("[a:chess]\nflagRegion = z9\n", "bad.ini:2: error", "flagRegion"),
        ("[a:chess]\nknight = 5\n", "bad.ini:2: error", "letter"),
    ];
    for (text, place, what) in cases {
        write(&folder, "bad.ini", text);
        let ran = run_in(&folder, &["import", "bad.ini", "a"], "").expect(1);
        assert!(ran.err.contains(place) && ran.err.contains(what), "{text}: {}", ran.err);
        assert_eq!(ran.out, "");
    }
    // What can be read is written all the same.
    for (text, place, what) in [
        ("[a:chess]\nmaxRank\n", "bad.ini:2: error", "setting = value"),
        ("[a:chess]\n[a:chess]\n", "bad.ini:2: error", "already, on line 1"),
        ("[b:chess\nking = x\n[a:chess]\n", "bad.ini:1: error", "`]`"),
        ("[chess]\nking = x\n[a:chess]\n", "bad.ini:1: error", "built in"),
    ] {
        write(&folder, "bad.ini", text);
        let ran = run_in(&folder, &["import", "bad.ini", "a"], "").expect(1);
        assert!(ran.err.contains(place) && ran.err.contains(what), "{text}: {}", ran.err);
        assert!(
            ran.out.contains("game \"A\" from chess") && !ran.out.contains("\"X\""),
            "{}",
            ran.out
        );
    }
    assert!(fairyring(&["import", "nowhere.ini", "a"]).expect(1).err.contains("nowhere.ini"));
}

#[test]
fn a_misspelt_setting_is_told_with_its_line_and_what_was_meant() {
    let folder = folder("import-misspelt");
    let text = "[a:chess]\npromotionRegoinWhite = *7 *8\nStalemateValue = win\nzzzzzz = 1\n";
    write(&folder, "typo.ini", text);
    let ran = run_in(&folder, &["import", "typo.ini", "a"], "").expect(0);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.err);
    assert!(
        lines[0].starts_with("typo.ini:2: warning") && lines[0].contains("`promotionRegionWhite`?")
    );
    assert!(lines[1].starts_with("typo.ini:3: warning") && lines[1].contains("`stalemateValue`?"));
    assert!(lines[2].starts_with("typo.ini:4: warning") && !lines[2].contains("did you mean"));
}

#[test]
fn wrong_values_and_misspelt_settings_are_told_together_in_the_order_of_lines() {
    let folder = folder("import-order");
    let text =
        "[a:chess]\nstalemateValu = win\nnFoldValue = lose\nnMoveRule = x\ncastling = flase\n";
    write(&folder, "typo.ini", text);
    let ran = run_in(&folder, &["import", "typo.ini", "a"], "").expect(1);
    let expected =
        [(2, "`stalemateValue`?"), (3, "`loss`"), (4, "a whole number"), (5, "`true` or `false`")];
    assert_eq!(ran.err.lines().count(), expected.len(), "{}", ran.err);
    for (line, (number, what)) in ran.err.lines().zip(expected) {
        let place = format!("typo.ini:{number}: error");
        assert!(line.starts_with(&place) && line.contains(what), "{line}");
    }
}

#[test]
fn a_file_that_is_wrong_says_so_at_its_head_and_on_the_error_stream() {
    let folder = folder("import-wrong");
    write(&folder, "wide.ini", "[wide:chess]\nmaxFile = j\n");
    let ran = run_in(&folder, &["import", "wide.ini", "wide"], "").expect(1);
    assert!(
        ran.err.contains("`wide` is not right as it stands") && ran.err.contains("10"),
        "{}",
        ran.err
    );
    assert!(
        ran.out.contains("# NOT right as it stands") && !ran.out.contains("Nothing is lost"),
        "{}",
        ran.out
    );
    let ran = run_in(&folder, &["import", "wide.ini", "--out", "games"], "").expect(1);
    assert!(ran.out.contains("wide.rules: it is not right as it stands"), "{}", ran.out);
    // The line at the head is the line in the file.
    let line = |text: &str| {
        let (_, place) = text.split_once(".rules:").expect("a place");
        place.split(':').next().map(str::to_owned)
    };
    let checked = run_in(&folder, &["check", "games/wide.rules"], "").expect(1);
    let head = fs::read_to_string(folder.join("games/wide.rules")).unwrap();
    assert_eq!(line(&head), line(&checked.err), "{head}\n{}", checked.err);
    assert_eq!(line(&ran.err), line(&checked.err), "{}", ran.err);
}

#[test]
fn what_has_no_effect_is_told_with_its_line_and_at_the_head() {
    let folder = folder("import-doubts");
    let text = "[a:crazyhouse]\ndropRegionWhite =\ndropRegionBlack = -\npromotionRegionWhite = *9\n\
                knight = n:mNcK\ncustomPiece1 = x:QN\n";
    write(&folder, "doubts.ini", text);
    let ran = run_in(&folder, &["import", "doubts.ini", "a"], "").expect(0);
    for (line, what) in [
        (2, "no square of the board is in `dropRegionWhite = `"),
        (4, "no square of the board is in `promotionRegionWhite = *9`"),
        (5, "`mNcK` is passed over; `customPiece1 = n:mNcK` has those"),
        (5, "`promotionPieceTypes`"),
        (6, "`customPiece1` never comes to the board"),
    ] {
        let place = format!("doubts.ini:{line}: warning: ");
        let mut told = ran.err.lines().filter(|told| told.starts_with(&place));
        assert!(told.any(|told| told.contains(what)), "{what}: {}", ran.err);
        assert!(ran.out.contains(what), "{what}: {}", ran.out);
    }
    assert!(!ran.err.contains("dropRegionBlack"), "{}", ran.err);
}

#[test]
fn a_variant_that_nobody_knows_is_told_with_what_may_be_meant() {
    let folder = folder("import-parents");
    write(&folder, "parents.ini", "[a:chesss]\n[b:rococo]\n");
    let ran = run_in(&folder, &["import", "parents.ini", "a"], "").expect(1);
    assert!(ran.err.contains("did you mean `chess`?"), "{}", ran.err);
    let ran = run_in(&folder, &["import", "parents.ini", "b"], "").expect(1);
    assert!(ran.err.contains("`fairyring new b --from rococo`"), "{}", ran.err);
}

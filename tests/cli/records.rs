//! Records of games: PGN and lines of JSON are checked, cut and converted.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use serde_json::Value;

use super::{Ran, fairyring, folder, write};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

fn replay(folder: &Path, name: &str) -> Ran {
    fairyring(&["replay", &path(folder, name)])
}

#[test]
fn what_is_wrong_is_said_with_its_game_line_and_turn() {
    let here = folder("records-wrong");
    let cases: [(&str, &str, &str); 9] = [
        (
            "illegal",
            "1. e4 *\n\n1. e4 e5\n2. Ke3 *\n",
            "game 2, line 4, turn 3, `Ke3`: not legal: ",
        ),
        (
            "variation",
            "1. e4 e5 (1... c5\n2. Nf6) *\n",
            "game 1, line 2, turn 3 in a variation, `Nf6`: not legal: ",
        ),
        ("ambiguous", "1. Nf3 a6 2. d3 a5 3. Nd2 *\n", "turn 5, `Nd2`: it could be `"),
        (
            "unknown",
            "[Variant \"Nonesuch\"]\n\n*\n",
            "game 1, line 1: the variant `Nonesuch` is not known",
        ),
        (
            "other-game",
            "[Variant \"Xiangqi\"]\n\n1. e4 e5 *\n",
            "game 1, line 3, turn 1, `e4`: no legal turn here is written like that",
        ),
        (
            "position",
            "[FEN \"8/8 w\"]\n\n*\n",
            "game 1, line 1: the FEN is no position of `chess`: ",
        ),
        ("over", "1. f3 e5 2. g4 Qh4# 3. a3 *\n", "turn 5, `a3`: the game is over: checkmate"),
        (
            "result",
            "1. f3 e5 2. g4 Qh4# 1-0\n",
            "the record says 1-0; by the rules Black wins (checkmate)",
        ),
        ("cut", "1. e4 e5 {and so", "the text ends inside the comment that begins in line 1"),
    ];
    for (name, text, told) in cases {
        let file = format!("{name}.pgn");
        write(&here, &file, text);
        let ran = replay(&here, &file).expect(1);
        let place = format!("error: {}: ", path(&here, &file));
        assert!(ran.err.starts_with(&place) && ran.err.contains(told), "{name}: {}", ran.err);
    }
}

#[test]
fn rules_that_have_changed_and_games_that_were_cut_off_are_noted() {
    let here = folder("records-notes");
    write(
        &here,
        "old.pgn",
        "[RulesHash \"0123\"]\n\n1. e4 e5 *\n\n[Variant \"King of the Hill\"]\n\n1. e4 e5 2. Nf3",
    );
    let ran = replay(&here, "old.pgn").expect(0);
    assert!(ran.err.contains("game 1, line 1: the rules have changed since"), "{}", ran.err);
    assert!(ran.err.contains("game 2, line 5: its text does not say how it ended"), "{}", ran.err);
    assert!(ran.out.ends_with("2 games, 5 turns: all legal\n"), "{}", ran.out);
    let json = fairyring(&["replay", "--json", &path(&here, "old.pgn")]).expect(0);
    let told: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(told[0]["games"], 2);
    assert_eq!(told[0]["notes"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_no_record_gets_a_clear_answer() {
    let here = folder("records-none");
    let told = |name: &str, bytes: &[u8]| {
        std::fs::write(here.join(name), bytes).unwrap();
        replay(&here, name).expect(1).err
    };
    assert!(told("binary.pgn", b"\x7fELF\0\0\x01").contains("is not part of a text"));
    assert!(told("empty.pgn", b"").contains("there is no game in it"));
    assert!(told("other.jsonl", b"{\"fairyring\":\"study\"}\n").contains("no line of a record"));
    assert!(told("wide.pgn", b"\xff\xfe1\0.\0").contains("UTF-16"));
    assert!(replay(&here, "absent.pgn").expect(1).err.contains("cannot be read"));
    assert!(fairyring(&["replay", here.to_str().unwrap()]).expect(1).err.contains("is a folder"));
    // A file of 6 GB, nothing but a hole.
    let mut file = File::create(here.join("huge.pgn")).unwrap();
    file.write_all(b"1. e4 {").unwrap();
    file.set_len(6 << 30).unwrap();
    assert!(replay(&here, "huge.pgn").expect(1).err.contains("is not part of a text"));
    std::fs::remove_file(here.join("huge.pgn")).unwrap();
}

#[test]
fn records_are_converted_without_loss_of_a_turn() {
    let here = folder("records-convert");
    let pgn = "[White \"Anna\"]\n[Black \"Ben\"]\n[Variant \"Crazyhouse\"]\n\n\
               1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 P@h3 5. @e4 Nf6 1-0\n";
    write(&here, "a.pgn", pgn.replace("@e4", "P@e4"));
    let lines = fairyring(&["games", &path(&here, "a.pgn"), "--to", "json"]).expect(0).out;
    assert!(lines.contains("{\"side\":\"White\",\"turn\":\"P@e4\"}"), "{lines}");
    write(&here, "a.jsonl", &lines);
    let checked = replay(&here, "a.jsonl").expect(0);
    assert!(checked.out.ends_with("1 game, 10 turns: all legal\n"), "{}", checked.out);
    let back = fairyring(&["games", &path(&here, "a.jsonl"), "--to", "pgn"]).expect(0).out;
    assert!(
        back.contains("[White \"Anna\"]") && back.contains("[Variant \"Crazyhouse\"]"),
        "{back}"
    );
    let turns = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 P@h3 5. P@e4 Nf6 1-0";
    assert!(back.contains(turns), "{back}");
    let epd = fairyring(&["games", &path(&here, "a.pgn"), "--to", "epd"]).expect(0).out;
    write(&here, "a.epd", &epd);
    let begun = fairyring(&["games", &path(&here, "a.epd"), "--game", "crazyhouse", "--to", "pgn"]);
    let fen = epd.trim();
    assert!(begun.expect(0).out.contains(&format!("[FEN \"{fen}\"]")), "{epd}");
}

/// What is said of a game goes through lines of JSON and back, as long as these keep its turns.
#[test]
fn comments_and_variations_survive_lines_of_json() {
    let here = folder("records-said");
    let pgn = "[White \"Anna\"]\n[ECO \"C20\"]\n\n\
               1. e4 $1 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 {[%clk 0:05:00]} Nc6 *\n\n";
    write(&here, "said.pgn", pgn);
    let lines = fairyring(&["games", &path(&here, "said.pgn"), "--to", "json"]).expect(0).out;
    write(&here, "said.jsonl", &lines);
    let back = || fairyring(&["games", &path(&here, "said.jsonl"), "--to", "pgn"]).expect(0).out;
    assert_eq!(back(), pgn);
    write(&here, "said.jsonl", lines.replace("b8c6", "g8f6"));
    let other = back();
    assert!(other.contains("1. e4 e5 2. Nf3 Nf6 *") && !other.contains("best"), "{other}");
    let plain = fairyring(&["games", &path(&here, "said.jsonl"), "--to", "epd"]).expect(0).out;
    assert_eq!(plain.lines().count(), 1, "{plain}");
}

#[test]
fn games_are_cut_filtered_and_freed_of_duplicates() {
    let here = folder("records-filter");
    let game = |white: &str, turns: &str, result: &str| {
        format!("[White \"{white}\"]\n[Result \"{result}\"]\n\n{turns} {result}\n\n")
    };
    let text = game("Anna", "1. e4 e5 2. Nf3", "1-0")
        + &game("Ben", "1. e4 {best} e5 2. Nf3!", "1-0")
        + &game("Anna Lee", "1. d4 d5", "0-1")
        + &game("Carl", "1. Nf3 e5 2. e4", "*");
    write(&here, "all.pgn", &text);
    let whites = |more: &[&str]| -> Vec<String> {
        let file = path(&here, "all.pgn");
        let ran = fairyring(&[&["games", &file], more].concat()).expect(0);
        let lines = ran.out.lines().filter_map(|line| line.strip_prefix("[White \""));
        lines.map(|line| line.trim_end_matches("\"]").to_owned()).collect()
    };
    assert_eq!(whites(&[]), ["Anna", "Ben", "Anna Lee", "Carl"]);
    assert_eq!(whites(&["--player", "anna"]), ["Anna", "Anna Lee"]);
    assert_eq!(whites(&["--result", "1-0"]), ["Anna", "Ben"]);
    assert_eq!(whites(&["--at-least", "3"]), ["Anna", "Ben", "Carl"]);
    assert_eq!(whites(&["--at-most", "2"]), ["Anna Lee"]);
    assert_eq!(whites(&["--unique"]), ["Anna", "Anna Lee", "Carl"]);
    assert_eq!(whites(&["--skip", "1", "--take", "2"]), ["Ben", "Anna Lee"]);
    let reached = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(whites(&["--reaches", reached]), ["Anna", "Ben", "Carl"]);
}

#[test]
fn matches_are_written_as_pgn() {
    let here = folder("records-match");
    let (pgn, lines) = (path(&here, "m.pgn"), path(&here, "m.jsonl"));
    let arguments = [
        "match",
        "mono",
        "chess",
        "--engine",
        "random",
        "--engine",
        "random",
        "--games",
        "2",
        "--plies",
        "2",
        "--longest",
        "30",
        "--pgn",
        &pgn,
        "--record",
        &lines,
    ];
    fairyring(&arguments).expect(0);
    let count = |name: &str| {
        let ran = replay(&here, name).expect(0);
        ran.out.rsplit_once(": 4 games").unwrap().1.to_owned()
    };
    assert_eq!(count("m.pgn"), count("m.jsonl"));
    assert!(fairyring(&arguments).expect(1).err.contains("exists"));
}

/// Drops, walls, passes, gates, turns of several steps, and boards of other shapes; `docs/records.md` tells of all the others.
#[test]
fn random_games_are_replayed_without_a_difference() {
    let games = [
        "mono",
        "fellowship",
        "one-ring",
        "ruddigore",
        "magic-ring",
        "shogi",
        "janggi",
        "seirawan",
        "amazons",
        "ataxx",
        "duck",
        "sittuyin",
        "marseillais",
        "flipello6",
        "hex11",
        "raumschach",
    ];
    let here = folder("records-random");
    let (pgn, lines) = (path(&here, "m.pgn"), path(&here, "m.jsonl"));
    let more = "--engine random --engine random --games 2 --plies 0 --longest 50 --pgn";
    let mut arguments = vec!["match"];
    arguments.extend(games);
    arguments.extend(more.split(' '));
    arguments.extend([&*pgn, "--record", &lines]);
    fairyring(&arguments).expect(0);
    assert!(replay(&here, "m.pgn").expect(0).out.contains(": 32 games"));
    let mut read: Vec<Vec<String>> = Vec::new();
    for line in fairyring(&["games", &pgn, "--to", "json"]).expect(0).out.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["fairyring"] == "game" {
            read.push(Vec::new());
        } else if let Some(turn) = line["turn"].as_str() {
            read.last_mut().unwrap().push(turn.to_owned());
        }
    }
    let written = std::fs::read_to_string(&lines).unwrap();
    let written = written.lines().skip(1).map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let turns = line["turns"].as_array().unwrap().iter();
        turns.map(|turn| turn.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(read, written.collect::<Vec<_>>());
}

#[test]
fn matches_begin_from_a_book() {
    let here = folder("records-book");
    let book =
        write(&here, "book.pgn", "1. e4 c5 2. Nf3 *\n\n1. d4 d5 2. c4 *\n\n1. e4 c5 2. c3 *\n");
    let lines = path(&here, "m.jsonl");
    let arguments = |book: &str| {
        let more = ["--games", "4", "--plies", "2", "--longest", "2", "--record", &lines];
        let begin = ["match", "chess", "--engine", "random", "--engine", "random", "--book", book];
        fairyring(&[&begin[..], &more].concat())
    };
    arguments(&book).expect(0);
    let text = std::fs::read_to_string(&lines).unwrap();
    for turns in ["[\"e2e4\",\"c7c5\"]", "[\"d2d4\",\"d7d5\"]"] {
        assert_eq!(text.matches(turns).count(), 2, "{text}");
    }
    let positions = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1 bm e5;\n";
    let book = write(&here, "book.epd", positions);
    std::fs::remove_file(&lines).unwrap();
    arguments(&book).expect(0);
    let text = std::fs::read_to_string(&lines).unwrap();
    assert_eq!(
        text.matches("\"position\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"").count(),
        2,
        "{text}"
    );
    assert!(replay(&here, "m.jsonl").expect(0).out.contains("4 games, 8 turns: all legal"));
    let bad = write(&here, "bad.pgn", "1. e4 e4 *\n");
    assert!(arguments(&bad).expect(1).err.contains("game 1, line 1, turn 2, `e4`"));
}

#[test]
fn records_come_in_by_a_pipe() {
    let mut ran = std::process::Command::new(env!("CARGO_BIN_EXE_fairyring"))
        .args(["replay", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    ran.stdin.take().unwrap().write_all(b"1. e4 e5 *\n\n1. d4 d5 2. c4 *\n").unwrap();
    let out = ran.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(out.stdout).unwrap(), "-: 2 games, 5 turns: all legal\n");
}

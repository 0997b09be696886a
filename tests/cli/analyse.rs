//! Analysis: the best turns of a position, the errors in games that were played, and what was played from a position.

use std::path::Path;

use serde_json::Value;

use super::{Ran, fairyring, folder, write};

/// A trap from 1750 (Légal against Saint Brie), with a comment and a variation of its own.
const LEGAL: &str = "[White \"Legal\"]\n[Black \"Saint Brie\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 {careless} (4... Nf6 5. h3) 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

fn analyse(folder: &Path, name: &str, more: &[&str]) -> Ran {
    let path = folder.join(name);
    let mut arguments = vec!["analyse", "--pgn", path.to_str().unwrap()];
    arguments.extend(more);
    fairyring(&arguments)
}

fn judged(ran: &Ran) -> Value {
    serde_json::from_str(ran.out.lines().next().unwrap()).unwrap()
}

/// Returns the turns that are called mistakes or blunders.
fn errors(game: &Value) -> Vec<&str> {
    let turns = game["turns"].as_array().unwrap().iter();
    let bad = turns.filter(|turn| ["?", "??"].contains(&turn["sign"].as_str().unwrap()));
    bad.map(|turn| turn["text"].as_str().unwrap()).collect()
}

#[test]
fn lines_of_a_position_are_ordered_and_differ() {
    let ran = fairyring(&["analyse", "chess", "--lines", "3", "--depth", "3", "--json"]).expect(0);
    let depths: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = depths.last().unwrap();
    assert_eq!((depths.len(), &last["depth"]), (3, &Value::from(3)));
    let lines = last["lines"].as_array().unwrap();
    let scores: Vec<i64> =
        lines.iter().map(|line| line["score"]["points"].as_i64().unwrap()).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    let mut first: Vec<&str> =
        lines.iter().map(|line| line["turns"][0].as_str().unwrap()).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 3);
}

#[test]
fn a_mate_is_found_and_written_as_people_write_it() {
    let position = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    let ran = fairyring(&["analyse", "chess", "--position", position, "--depth", "2"]).expect(0);
    assert!(ran.out.contains("wins at once (100 %)  1. Re8#"), "{}", ran.out);
    let over = "4R1k1/5ppp/8/8/8/8/8/K7 b - - 1 1";
    let ran = fairyring(&["analyse", "chess", "--position", over]).expect(1);
    assert!(ran.err.contains("the game is over: White wins, checkmate"), "{}", ran.err);
}

#[test]
fn the_blunder_of_a_famous_game_is_found_and_everything_else_stays() {
    let here = folder("analyse-legal");
    write(&here, "legal.pgn", LEGAL);
    let ran = analyse(&here, "legal.pgn", &["--nodes", "30000"]).expect(0);
    // Taking the queen loses to mate in two.
    let text = ran.out.replace('\n', " ");
    assert!(text.contains("Bxd1 $4 {[%eval #2]} (5... dxe5"), "{}", ran.out);
    assert!(text.contains("{careless} (4... Nf6 5. h3)"), "{}", ran.out);
    assert!(ran.err.contains("note: game 1: Black played with an accuracy of "), "{}", ran.err);
    assert!(ran.err.contains("5... Bxd1??"), "{}", ran.err);
    // What is written can be read again.
    write(&here, "again.pgn", &ran.out);
    fairyring(&["replay", here.join("again.pgn").to_str().unwrap()]).expect(0);
    let told = analyse(&here, "legal.pgn", &["--nodes", "30000", "--json"]).expect(0);
    let game = judged(&told);
    assert!(errors(&game).contains(&"5... Bxd1") && !errors(&game).contains(&"7. Nd5#"));
    assert_eq!(game["turns"][12]["score"], serde_json::json!({ "wins_in": 1 }));
}

#[test]
fn records_of_other_games_are_analysed_and_wrong_ones_named() {
    let here = folder("analyse-others");
    // Breakthrough: a man that has got through is let go on.
    let text = "[Variant \"breakthrough\"]\n[FEN \"8/4P3/8/pp6/8/8/PP6/8 b - - 0 1\"]\n\n1... b5b4 2. e8 1-0\n\n\
1. e4 e5\n2. Ke3 *\n";
    write(&here, "two.pgn", text);
    let ran = analyse(&here, "two.pgn", &["--depth", "4", "--json"]).expect(1);
    let game = judged(&ran);
    assert_eq!(game["rules"], "breakthrough");
    assert_eq!(game["turns"][1]["score"], serde_json::json!({ "wins_in": 1 }));
    assert!(ran.err.contains("game 2, line 7, turn 3, `Ke3`: not legal: "), "{}", ran.err);
    fairyring(&["analyse"]).expect(2);
    fairyring(&["analyse", "chess", "--time", "soon"]).expect(2);
    let none = fairyring(&["analyse", "--pgn", "nowhere.pgn"]).expect(1);
    assert!(none.err.contains("nowhere.pgn"), "{}", none.err);
}

#[test]
fn openings_are_counted_also_where_they_come_about_by_other_turns() {
    let here = folder("openings");
    let text = "1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 Nc6 0-1\n\n1. e4 e5 2. Nf3 d6 1/2-1/2\n\n1. e4 c5 0-1\n\n1. d4 *\n";
    write(&here, "five.pgn", text);
    let path = here.join("five.pgn");
    let count = |more: &[&str]| -> Value {
        let arguments = [&["openings", path.to_str().unwrap(), "--json"], more].concat();
        serde_json::from_str(&fairyring(&arguments).expect(0).out).unwrap()
    };
    let rows = |told: &Value| -> Vec<(String, u64, Value)> {
        let row = |row: &Value| {
            (
                row["text"].as_str().unwrap().to_owned(),
                row["games"].as_u64().unwrap(),
                row["score"].clone(),
            )
        };
        told["turns"].as_array().unwrap().iter().map(row).collect()
    };
    let first = count(&[]);
    let expected =
        [("e4", 3, Value::from(50.0)), ("d4", 1, Value::Null), ("Nf3", 1, Value::from(0.0))];
    assert_eq!(rows(&first), expected.map(|(text, games, score)| (text.to_owned(), games, score)));
    // Black to move after 2. Nf3, however it came about; one of the three games ends there.
    let position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let second = count(&["--position", position]);
    assert_eq!(second["games"], 2);
    let expected = [("Nc6", 1, Value::from(100.0)), ("d6", 1, Value::from(50.0))];
    assert_eq!(rows(&second), expected.map(|(text, games, score)| (text.to_owned(), games, score)));
    assert_eq!(count(&["--at-least", "2"])["turns"].as_array().unwrap().len(), 1);
    let text = format!("{text}\n\n[Variant \"breakthrough\"]\n\n1. a2a3 *\n\n1. e4 Ke3 *\n");
    write(&here, "mixed.pgn", text);
    let mixed = here.join("mixed.pgn");
    let ran = fairyring(&["openings", mixed.to_str().unwrap()]).expect(1);
    assert!(ran.out.starts_with("5 games went on from there"), "{}", ran.out);
    assert!(ran.err.contains("game 7, line 16, turn 2, `Ke3`"), "{}", ran.err);
    assert!(ran.err.contains("only games of chess were counted; 1 game of other rules left out"));
    let none = fairyring(&["openings", path.to_str().unwrap(), "--position", "8/8"]).expect(1);
    assert_eq!(none.err.lines().count(), 1, "{}", none.err);
}

/// Ten games whose blunder is in the books: the tag `Blunder` says which turn it is. It must be called one, and be the worst of its
/// side.
#[test]
fn the_known_blunders_of_published_games_are_found() {
    let here = folder("analyse-blunders");
    let text = include_str!("../cases/blunders.pgn");
    write(&here, "blunders.pgn", text);
    let ran = analyse(&here, "blunders.pgn", &["--nodes", "20000", "--json"]).expect(0);
    let wanted = text.lines().filter_map(|line| line.strip_prefix("[Blunder \""));
    let wanted: Vec<&str> = wanted.map(|line| line.trim_end_matches("\"]")).collect();
    let games: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((wanted.len(), games.len()), (10, 10));
    for (wanted, game) in wanted.iter().zip(&games) {
        let turns = game["turns"].as_array().unwrap();
        let found = turns.iter().find(|turn| turn["text"] == *wanted);
        let found = found.unwrap_or_else(|| panic!("{wanted} is not there"));
        assert_eq!(found["sign"], "??", "{found}");
        let loss = |turn: &Value| turn["loss"].as_f64().unwrap();
        let own = turns.iter().filter(|turn| turn["side"] == found["side"]);
        assert!(own.clone().all(|turn| loss(turn) <= loss(found)), "{wanted}");
    }
}

/// How scores become shares is measured from games against itself, and kept beside the rules: a copy of a game finds it there, and
/// one of other rules does not.
#[test]
fn shares_are_measured_and_kept_beside_the_rules() {
    let here = folder("analyse-shares");
    let rules = write(&here, "own.rules", "rules 2\ngame \"Own\" from breakthrough\n");
    let shares = here.join("own.shares");
    let few = fairyring(&["analyse", &rules, "--calibrate", "--games", "1"]).expect(1);
    assert!(few.err.contains("too little to measure") && !shares.exists(), "{}", few.err);
    let games = ["--games", "40", "--nodes", "200"];
    let ran = fairyring(&[&["analyse", &rules, "--calibrate"][..], &games].concat()).expect(0);
    assert!(ran.out.contains("points counts as ten games won for each one lost"), "{}", ran.out);
    let kept = std::fs::read_to_string(&shares).unwrap();
    let share = |kept: &str| {
        std::fs::write(&shares, kept).unwrap();
        let asked = ["analyse", &rules, "--depth", "1", "--json", "--position"];
        let position = "8/8/8/pp6/8/8/PPPPPPPP/8 w - - 0 1";
        let ran = fairyring(&[&asked[..], &[position]].concat()).expect(0);
        let told: Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
        told["lines"][0]["share"].as_f64().unwrap()
    };
    let mut cells: Vec<&str> = kept.trim_end().split('\t').collect();
    assert!(cells[1].parse::<f64>().is_ok(), "{kept}");
    cells[1] = "10000";
    let flat = share(&cells.join("\t"));
    cells[1] = "50";
    let steep = share(&cells.join("\t"));
    cells[0] = "0123";
    let other = share(&cells.join("\t"));
    assert!(flat < 70.0 && steep > 99.0 && other < steep, "{flat} {steep} {other}");
}

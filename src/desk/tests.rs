//! What a page relies on.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Desk, MAX_QUESTION_BYTES};
use crate::bundled::{self, Bundled};

fn desk() -> Desk {
    Desk::new(Box::new(Bundled))
}

fn ask(desk: &mut Desk, question: &Value) -> Value {
    serde_json::from_str(&desk.answer(&question.to_string())).unwrap()
}

fn texts<'v>(value: &'v Value, key: &str) -> Vec<&'v str> {
    let list = value.as_array().unwrap().iter();
    list.map(|item| item[key].as_str().unwrap()).collect()
}

#[test]
fn a_game_is_loaded_played_and_taken_back() {
    let mut desk = desk();
    let game = json!({ "name": "chess" });
    let page = ask(&mut desk, &json!({ "ask": "load", "game": game }));
    assert_eq!(page["board"]["cells"].as_array().unwrap().len(), 64);
    assert_eq!(texts(&page["sides"], "name"), ["White", "Black"]);
    let question = |turns: &[&str]| json!({ "ask": "state", "game": game, "turns": turns });
    let begun = ask(&mut desk, &question(&[]));
    assert_eq!(begun["turns"].as_array().unwrap().len(), 20);
    let mate = ask(&mut desk, &question(&["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!(mate["result"]["name"], "Black");
    assert_eq!(mate["check"], json!(["e1"]));
    assert_eq!(mate["changed"], json!(["h4", "d8"]));
    let back = ask(&mut desk, &question(&["f2f3", "e7e5"]));
    assert_eq!(back["record"].as_array().unwrap().len(), 2);
    assert_eq!(back["result"], Value::Null);
    assert_eq!(ask(&mut desk, &question(&[])), begun);
}

#[test]
fn games_and_turns_are_written_as_people_do() {
    let mut desk = desk();
    let game = json!({ "name": "chess" });
    let turns = json!(["f2f3", "e7e5", "g2g4", "d8h4"]);
    let question = json!({
        "ask": "pgn", "game": game, "turns": turns, "tags": { "White": "Anna", "FEN": "never" },
    });
    let pgn = ask(&mut desk, &question);
    let text = pgn["text"].as_str().unwrap();
    assert!(text.contains("[White \"Anna\"]") && text.contains("[Result \"0-1\"]"), "{text}");
    assert!(
        text.trim_end().ends_with("1. f3 e5 2. g4 Qh4# 0-1") && !text.contains("never"),
        "{text}"
    );
    let question = json!({ "ask": "written", "game": game, "turns": ["f2f3", "e7e5", "g2g4"] });
    let written = ask(&mut desk, &question);
    let mate = json!({ "text": "d8h4", "written": "Qh4#" });
    assert!(written["turns"].as_array().unwrap().contains(&mate), "{written}");
    let question = json!({ "ask": "written", "game": game, "notation": "morse" });
    assert!(ask(&mut desk, &question)["error"]["message"].as_str().unwrap().contains("`wxf`"));
}

#[test]
fn pictures_are_told_as_the_rules_have_them() {
    let mut desk = desk();
    let mut kinds = |more: &str| {
        let text = format!("rules 1\ngame \"Test\" from chess\n{more}\n");
        let page = ask(&mut desk, &json!({ "ask": "load", "game": { "text": text } }));
        let kinds = page["kinds"].as_array().unwrap().iter();
        let kinds =
            kinds.map(|kind| (kind["name"].as_str().unwrap().to_owned(), kind["pictures"].clone()));
        (page["hash"].clone(), kinds.collect::<BTreeMap<_, _>>())
    };
    let (plain, told) = kinds("");
    assert_eq!(told["Knight"], json!(["♘", "♞", null]));
    let (hash, told) = kinds(
        "extend Knight { picture \"N\" }\nreplace Rook with Tower \"R\" { moves R }\nextend King { picture \"-\" \"王\" \"?\" }",
    );
    assert_eq!(told["Knight"], json!(["N", "N", "N"]));
    assert_eq!(told["Tower"], json!([null, null, null]));
    assert_eq!(told["King"], json!([null, "王", "?"]));
    assert_ne!(hash, plain, "a tower is no rook");
    assert_eq!(kinds("extend Knight { picture \"N\" }").0, plain, "a picture is no rule");
}

#[test]
fn a_turn_that_cannot_be_played_is_named() {
    let mut desk = desk();
    let question =
        json!({ "ask": "state", "game": { "name": "chess" }, "turns": ["e2e4", "e2e4"] });
    let answer = ask(&mut desk, &question);
    assert_eq!(answer["error"]["turn"], 1);
    let why = json!({ "ask": "why", "game": { "name": "chess" }, "turns": [], "turn": "e1e2" });
    let answer = ask(&mut desk, &why);
    assert_eq!(answer["verdict"], "refused");
}

#[test]
fn mistakes_in_rules_are_told_with_their_places() {
    let mut desk = desk();
    let text = "rules 1\ngame \"Test\" from chess\nextend Quen { moves N }\n";
    let game = json!({ "text": text });
    let answer = ask(&mut desk, &json!({ "ask": "load", "game": game }));
    let found = &answer["error"]["diagnostics"][0];
    assert_eq!((found["line"].as_u64(), found["column"].as_u64()), (Some(3), Some(8)));
    let report = ask(&mut desk, &json!({ "ask": "check", "game": game }));
    assert_eq!(report["errors"], true);
    assert_eq!(report["findings"][0]["suggestions"][0]["replacement"], "Queen");
    let mended = json!({ "text": text.replace("Quen", "Queen") });
    let report = ask(&mut desk, &json!({ "ask": "check", "game": mended }));
    assert_eq!(report["errors"], false);
    let state = ask(&mut desk, &json!({ "ask": "state", "game": mended }));
    assert_eq!(texts(&state["turns"], "text").len(), 20 + 2, "the queen may go to c3 and e3 too");
}

#[test]
fn junk_is_refused() {
    let mut desk = desk();
    let long = " ".repeat(MAX_QUESTION_BYTES + 1);
    let nested = "[".repeat(10_000);
    for question in
        ["", "{}", "null", "{\"ask\":\"no such\"}", "{\"ask\":\"load\"}", &long, &nested]
    {
        let answer: Value = serde_json::from_str(&desk.answer(question)).unwrap();
        assert!(answer["error"]["message"].is_string(), "{answer}");
    }
    let nothing = ask(&mut desk, &json!({ "ask": "load", "game": {} }));
    assert!(nothing["error"]["message"].as_str().unwrap().contains("names no game"));
    let unknown = ask(&mut desk, &json!({ "ask": "load", "game": { "name": "../../etc/passwd" } }));
    assert!(unknown["error"]["message"].is_string());
}

#[test]
fn each_turn_has_clicks_of_its_own() {
    let mut desk = desk();
    for full in bundled::all_games() {
        let state = ask(&mut desk, &json!({ "ask": "state", "game": { "name": full } }));
        let turns = state["turns"].as_array().unwrap_or_else(|| panic!("{full}: {state}"));
        let clicks: Vec<&Value> = turns.iter().map(|turn| &turn["clicks"]).collect();
        for (number, list) in clicks.iter().enumerate() {
            assert!(!clicks[..number].contains(list), "{full}: two turns are {list}");
        }
    }
}

#[test]
fn pieces_tell_how_they_move() {
    let mut desk = desk();
    let game = json!({ "name": "chess" });
    let answer = ask(&mut desk, &json!({ "ask": "piece", "game": game, "square": "b1" }));
    assert_eq!(answer["kind"], "Knight");
    assert_eq!(texts(&answer["here"], "to"), ["a3", "c3"]);
    assert_eq!(texts(&answer["alone"], "to"), ["a3", "c3", "d2"]);
    let none = ask(&mut desk, &json!({ "ask": "piece", "game": game, "square": "e4" }));
    assert_eq!(none["error"]["message"], "there is no piece on e4");
}

#[test]
fn boards_are_laid_out() {
    let mut desk = desk();
    let mut board = |name: &str| {
        ask(&mut desk, &json!({ "ask": "load", "game": { "name": name } }))["board"].clone()
    };
    let size =
        |board: &Value| (board["width"].as_f64().unwrap(), board["height"].as_f64().unwrap());
    let chess = board("chess");
    assert_eq!((chess["shape"].as_str(), size(&chess)), (Some("square"), (8.0, 8.0)));
    let cell = |name: &str| {
        let mut cells = chess["cells"].as_array().unwrap().iter();
        cells.find(|cell| cell["name"] == name).map(|cell| (cell["x"].as_f64(), cell["y"].as_f64()))
    };
    assert_eq!(cell("a8"), Some((Some(0.5), Some(0.5))));
    assert_eq!(cell("h1"), Some((Some(7.5), Some(7.5))));
    assert_eq!(size(&board("mono")), (10.0, 1.0));
    assert_eq!(board("talvola-glinski_chess")["shape"], "hexagon");
    let alice = size(&board("talvola-alice_chess"));
    assert!(alice.0 > 16.0 || alice.1 > 16.0, "two boards side by side: {alice:?}");
}

#[test]
fn the_computer_plays_legal_turns() {
    let mut desk = desk();
    let mut turns: Vec<String> =
        ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6"].map(str::to_owned).into();
    let question = |ask: &str, turns: &[String]| json!({ "ask": ask, "game": { "name": "chess" }, "turns": turns, "level": 4 });
    let mate = ask(&mut desk, &question("computer", &turns));
    assert_eq!((mate["turn"].as_str(), &mate["score"]), (Some("h5f7"), &json!({ "win": 1 })));
    turns.push("h5f7".to_owned());
    let over = ask(&mut desk, &question("computer", &turns));
    assert!(over["error"]["message"].as_str().unwrap().contains("the game is over"), "{over}");
}

#[test]
fn games_are_saved_and_taken_up() {
    let mut desk = desk();
    let line = ["e2e4", "e7e5"];
    let game = json!({ "name": "chess", "text": null, "options": {} });
    let question = json!({ "ask": "record", "game": game, "turns": line, "players": ["person", "computer 4"] });
    let text = ask(&mut desk, &question)["text"].clone();
    // A terminal reads the level where it writes it.
    let head = text.as_str().unwrap().lines().next().unwrap();
    assert!(head.contains(r#"{"level":4,"name":"Black","player":"computer"}"#), "{head}");
    let read = ask(&mut desk, &json!({ "ask": "read-record", "text": text }));
    let saved = &read["games"][0];
    assert_eq!((&saved["game"], &saved["turns"]), (&game, &json!(line)));
    assert_eq!(saved["players"], json!(["person", "computer 4"]));
    let state = json!({ "ask": "state", "game": game, "start": saved["start"], "turns": line });
    assert_eq!(ask(&mut desk, &state)["to_move"], 0);
    let junk = ask(&mut desk, &json!({ "ask": "read-record", "text": "e4 e5\n" }));
    assert!(junk["error"]["message"].as_str().unwrap().starts_with("line 1"), "{junk}");
}

#[test]
fn clicks_that_are_no_turn_are_explained() {
    let mut desk = desk();
    let game = json!({ "name": "chess" });
    let mut why = |key: &str, value: Value| {
        let mut question = json!({ "ask": "why", "game": game });
        question[key] = value;
        ask(&mut desk, &question)
    };
    let clicked = why("clicks", json!(["square:e2", "square:e5"]));
    assert_eq!(clicked["verdict"], "refused");
    assert_eq!(clicked, why("turn", json!("e2e5")));
    assert_eq!(why("clicks", json!(["hand:0:Queen", "square:e5"])), why("turn", json!("Q@e5")));
}

#[test]
fn words_of_the_language_are_told() {
    let told = ask(&mut desk(), &json!({ "ask": "vocabulary" }));
    let has = |key: &str, word: &str| told[key].as_array().unwrap().contains(&json!(word));
    for keyword in ["board", "piece", "moves", "slide", "orthogonally"] {
        assert!(has("keywords", keyword), "{keyword}");
    }
    assert!(has("names", "Queen"));
    assert!(!has("keywords", "Queen") && !has("keywords", "zzzz"));
}

#[test]
fn variants_of_another_program_are_brought_here() {
    let mut desk = desk();
    let ini = "[swift:chess]\ndoubleStep = false\n[slow:chess]\nmaxRank = 7\n";
    let listed = ask(&mut desk, &json!({ "ask": "import", "text": ini }));
    assert_eq!(listed["variants"], json!(["swift", "slow"]));
    let made = ask(&mut desk, &json!({ "ask": "import", "text": ini, "name": "swift" }));
    assert_eq!(made["losses"], json!([]));
    let game = json!({ "text": made["text"] });
    let begun = ask(&mut desk, &json!({ "ask": "state", "game": game }));
    // Eight pawns step once, and both knights leap to two squares.
    assert_eq!(begun["turns"].as_array().unwrap().len(), 12);
    let wrong = ask(&mut desk, &json!({ "ask": "import", "text": "[swift:chess]\nwhat" }));
    assert_eq!(wrong["faults"][0]["line"], 2);
    assert!(wrong["faults"][0]["message"].is_string());
}

#[test]
fn a_position_is_analysed_and_a_turn_judged() {
    let mut desk = desk();
    // Scholar's mate: Black overlooks it.
    let turns = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"];
    let game = json!({ "name": "chess" });
    let question =
        json!({ "ask": "analyse", "game": game, "turns": turns, "lines": 2, "nodes": 20_000 });
    let found = ask(&mut desk, &question);
    assert_eq!(found["side"], 0);
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["turns"], json!(["h5f7"]));
    assert_eq!(lines[0]["score"], json!({ "win": 1 }));
    assert_eq!(lines[0]["share"], 1.0);
    let judge = json!({ "ask": "judge", "game": game, "turns": turns, "nodes": 20_000 });
    let judged = ask(&mut desk, &judge);
    assert_eq!((&judged["side"], &judged["sign"]), (&json!(1), &json!("??")));
    assert_eq!(judged["played"]["share"], 0.0);
    assert!(judged["loss"].as_f64().unwrap() > 0.15, "{judged}");
    let nothing = json!({ "ask": "judge", "game": game, "turns": [] });
    assert!(ask(&mut desk, &nothing)["error"]["message"].is_string());
}

#[test]
fn games_are_written_and_read_as_pgn() {
    let mut desk = desk();
    let game = json!({ "name": "crazyhouse" });
    let turns = ["e2e4", "d7d5", "e4d5", "d8d5", "P@e6"];
    let question = json!({ "ask": "pgn", "game": game, "turns": turns, "tags": { "White": "Anna", "Black": "Berta" } });
    let told = ask(&mut desk, &question);
    let text = told["text"].as_str().unwrap();
    assert!(text.contains("[White \"Anna\"]\n[Black \"Berta\"]"), "{text}");
    assert!(text.contains("1. e4 d5 2. exd5 Qxd5 3. P@e6 *"), "{text}");
    let more = "\n1. e4 e5 2. Ke3 *\n\n[Variant \"no such game\"]\n\n1. e4 *\n";
    let read = ask(&mut desk, &json!({ "ask": "read-pgn", "text": format!("{text}{more}") }));
    let games = read["games"].as_array().unwrap();
    assert_eq!(games.len(), 2, "{read}");
    assert_eq!((&games[0]["turns"], &games[0]["game"]["name"]), (&json!(turns), &game["name"]));
    assert_eq!(games[0]["players"], json!(["Anna", "Berta"]));
    assert_eq!(
        (&games[1]["turns"], &games[1]["wrong"]["turn"]),
        (&json!(["e2e4", "e7e5"]), &json!(3))
    );
    assert_eq!(read["faults"].as_array().unwrap().len(), 1);
}

#[test]
fn regions_and_the_look_of_boards_are_told() {
    let mut desk = desk();
    let board = |desk: &mut Desk, name: &str| {
        ask(desk, &json!({ "ask": "load", "game": { "name": name } }))["board"].clone()
    };
    let points = board(&mut desk, "xiangqi");
    assert_eq!(points["look"], "points");
    let palaces: Vec<&Value> = points["regions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["name"] == "palace")
        .collect();
    let sizes = palaces.iter().map(|palace| palace["squares"].as_array().unwrap().len());
    assert_eq!(sizes.collect::<Vec<_>>(), [9, 9]);
    assert!(palaces[1]["squares"].as_array().unwrap().contains(&json!("e10")));
    let plain = board(&mut desk, "chess");
    assert_eq!((&plain["look"], &plain["regions"]), (&json!("checkered"), &json!([])));
    let shared = board(&mut desk, "kingofthehill");
    assert_eq!(shared["regions"][0]["side"], Value::Null);
    assert_eq!(shared["regions"][0]["squares"], json!(["d4", "e4", "d5", "e5"]));
}

#[test]
fn hands_tokens_and_rights_are_arranged() {
    let mut desk = desk();
    let mut arrange = |name: &str, pieces: Value, more: Value| {
        let mut question =
            json!({ "ask": "arrange", "game": { "name": name }, "pieces": pieces, "to_move": 0 });
        let more = more.as_object().unwrap().clone();
        question.as_object_mut().unwrap().extend(more);
        ask(&mut desk, &question)["position"].as_str().map(str::to_owned)
    };
    let piece = |at: &str, kind: &str, side: u8| json!({ "at": at, "kind": kind, "side": side });
    let few = json!([piece("e1", "King", 0), piece("h1", "Rook", 0), piece("e8", "King", 1)]);
    // Of the rights to castle the one is left whose rook is there.
    let told = arrange("chess", few.clone(), json!({})).unwrap();
    assert_eq!(told, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let hands = json!({ "hands": [[{ "kind": "Queen", "count": 2 }], []] });
    let told = arrange("crazyhouse", few.clone(), hands).unwrap();
    assert!(told.starts_with("4k3/8/8/8/8/8/8/4K2R[QQ] w K"), "{told}");
    let token = json!({ "tokens": [{ "name": "White-ring", "at": "h1", "level": 3 }] });
    let told = arrange("magic-ring", few.clone(), token).unwrap();
    assert!(told.contains("White-ring:h1/3"), "{told}");
    assert_eq!(arrange("chess", json!([piece("j9", "King", 0)]), json!({})), None);
}

#[test]
fn puzzles_are_posed_with_their_solutions() {
    let mut desk = desk();
    let puzzles = ask(&mut desk, &json!({ "ask": "puzzles", "game": { "name": "mono" } }));
    let puzzles = puzzles["puzzles"].as_array().unwrap();
    assert!(puzzles.len() >= 10);
    for puzzle in puzzles {
        let question =
            json!({ "ask": "state", "game": { "name": "mono" }, "start": puzzle["position"] });
        let state = ask(&mut desk, &question);
        let legal = texts(&state["turns"], "text");
        let solutions = puzzle["solutions"].as_array().unwrap();
        assert!(solutions.iter().all(|turn| legal.contains(&turn.as_str().unwrap())), "{puzzle}");
        assert!(puzzle["turns"].as_u64().unwrap() >= 1 && puzzle["grade"].as_u64().is_some());
    }
    let none = ask(&mut desk, &json!({ "ask": "puzzles", "game": { "name": "amazons" } }));
    assert_eq!(none["puzzles"], json!([]));
}

#[test]
fn the_numbers_of_squares_are_told() {
    let mut desk = desk();
    let game = json!({ "name": "kalah" });
    let state = ask(&mut desk, &json!({ "ask": "state", "game": game, "turns": [] }));
    let seeds = &state["numbers"][0];
    assert_eq!((&seeds["name"], &seeds["usual"]), (&json!("seeds"), &json!(4)));
    // Four lie in each house and none in the store.
    assert_eq!((&seeds["on"]["b1"], &seeds["on"]["h1"]), (&json!(4), &json!(0)));
}

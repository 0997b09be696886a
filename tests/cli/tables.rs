//! Tables of all positions with some pieces.

use std::fs;

use serde_json::Value;

use super::{fairyring, folder};

fn json(arguments: &[&str]) -> Value {
    let ran = fairyring(&[&["table", "--json"], arguments].concat()).expect(0);
    serde_json::from_str(&ran.out).unwrap()
}

fn counts(table: &Value, side: &str) -> [u64; 4] {
    ["positions", "won", "lost", "drawn"].map(|key| table["to_move"][side][key].as_u64().unwrap())
}

#[test]
fn a_queen_mates_in_ten_as_published() {
    let folder = folder("table-queen");
    let file = folder.join("kqk.table").display().to_string();
    let table = json(&["chess", "--pieces", "K,Q,k", "--threads", "2", "--keep", &file]);
    // The counts of legal positions are widely published, and so is mate in ten.
    assert_eq!(counts(&table, "White"), [144_508, 144_508, 0, 0]);
    assert_eq!(counts(&table, "Black"), [223_944, 0, 200_896, 23_048]);
    assert_eq!(table["to_move"]["White"]["longest_win"], 19);
    assert!(!folder.join("kqk.table.work").exists());
    // From here on, the file answers.
    let position = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
    let asked = json(&["chess", "--pieces", "K,Q,k", "--keep", &file, "--position", position]);
    assert_eq!(asked["to_move"], table["to_move"]);
    assert_eq!(
        (&asked["asked"]["value"], &asked["asked"]["distance"]),
        (&"win".into(), &19.into())
    );
    assert_eq!(asked["asked"]["line"].as_array().unwrap().len(), 19);
    // Whoever looks for mates may ask it too, in however many turns.
    let ask = |position| fairyring(&["mate", "chess", "--table", &file, "--position", position]);
    let told = ask(position).expect(0);
    assert!(told.out.starts_with("By the table, White wins in 19 plies; "), "{}", told.out);
    assert!(told.out.lines().any(|line| line.ends_with(": wins in 19 plies")), "{}", told.out);
    let told = ask("8/8/8/5k2/8/8/1Q6/K7 b - - 0 1").expect(0);
    assert!(told.out.starts_with("By the table, Black loses in "), "{}", told.out);
    let elsewhere = ask("7k/8/5KP1/8/8/8/8/6Q1 w - - 0 1").expect(0);
    assert!(elsewhere.err.contains("does not answer"), "{}", elsewhere.err);
    assert!(elsewhere.out.starts_with("White forces a win"), "{}", elsewhere.out);
    let other = fairyring(&["mate", "almost", "--table", &file]).expect(1);
    assert!(other.err.contains("other rules"), "{}", other.err);
    let other = fairyring(&["table", "chess", "--pieces", "K,R,k", "--keep", &file]).expect(1);
    assert!(other.err.contains("other pieces"), "{}", other.err);
    let rules = fairyring(&["table", "almost", "--pieces", "K,Q,k", "--keep", &file]);
    let rules = rules.expect(1);
    assert!(rules.err.contains("other rules") || rules.err.contains("no piece"), "{}", rules.err);
    the_search_asks(&file, position);
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let damaged = fairyring(&["table", "chess", "--pieces", "K,Q,k", "--keep", &file]).expect(1);
    assert!(damaged.err.contains("damaged"), "{}", damaged.err);
}

/// The search asks a table of a queen against nothing, in its positions and where a capture leads to one.
fn the_search_asks(file: &str, position: &str) {
    let search = |position, more: &[&str]| {
        let given = ["analyse", "chess", "--json", "--depth", "1", "--position", position];
        let ran = fairyring(&[&given, more].concat());
        let out = ran.expect(0).out;
        let last: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
        last["lines"][0].clone()
    };
    let asked = search(position, &["--table", file]);
    assert_eq!(asked["score"]["wins_in"], 19, "{asked}");
    assert!(search(position, &[])["score"]["wins_in"].is_null());
    let takes = search("1r6/8/8/5k2/8/8/1Q6/K7 w - - 0 1", &["--table", file]);
    assert_eq!(takes["turns"][0], "b2b8", "{takes}");
    assert!(takes["score"]["wins_in"].as_u64().unwrap() <= 20, "{takes}");
    // Near the end of the clock nobody asks: the win may come too late.
    let late = search("8/8/8/5k2/8/8/1Q6/K7 w - - 95 90", &["--table", file]);
    assert!(late["score"]["wins_in"].is_null(), "{late}");
    let refused = fairyring(&["analyse", "almost", "--table", file]).expect(1);
    assert!(refused.err.contains("other rules"), "{}", refused.err);
}

#[test]
fn hands_count_among_the_pieces() {
    let table = json(&["crazyhouse", "--pieces", "K,k,@Q"]);
    // Two kings that are not side by side stand in 3,612 ways.
    assert_eq!(counts(&table, "White"), [3612, 3612, 0, 0]);
    assert_eq!(counts(&table, "Black"), [3612, 0, 3612, 0]);
}

#[test]
fn what_cannot_be_tabled_is_answered() {
    for (pieces, told) in [
        ("", "name 1 to"),
        ("K,X,k", "no piece has that symbol"),
        ("K:Ring,k", "no token"),
        ("K',k", "no mark"),
        ("@Q,K,k", "in hand"),
        ("K,k,Q,Q,Q,Q,Q", "too many"),
    ] {
        let ran = fairyring(&["table", "chess", "--pieces", pieces]).expect(1);
        assert!(ran.err.contains(told), "{pieces}: {}", ran.err);
    }
    let five = ["table", "chess", "--pieces", "K,Q,k,r,b", "--memory", "100"];
    let five = fairyring(&five).expect(1);
    assert!(five.err.contains("bound on memory is too small"), "{}", five.err);
    fairyring(&["table", "chess"]).expect(2);
    let rest = fairyring(&["table", "chess", "--pieces", "K,k", "--rest", "x y z"]).expect(1);
    assert!(rest.err.contains("error"), "{}", rest.err);
    let elsewhere =
        ["table", "chess", "--pieces", "K,k", "--position", "8/8/8/8/8/8/8/KQk5 w - - 0 1"];
    let elsewhere = fairyring(&elsewhere).expect(1);
    assert!(elsewhere.err.contains("not in the table"), "{}", elsewhere.err);
}

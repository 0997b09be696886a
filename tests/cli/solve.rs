//! Games solved.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::{fairyring, folder};
use crate::games::deep;

fn json(arguments: &[&str]) -> Value {
    let ran = fairyring(&[&["solve", "--json"], arguments].concat()).expect(0);
    assert!(ran.err.contains("estimate:"), "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

fn counts(solved: &Value) -> [u64; 5] {
    ["positions", "final", "won", "lost", "drawn"].map(|key| solved[key].as_u64().unwrap())
}

#[test]
fn small_games_have_the_published_values() {
    // 5,478 positions and 765 up to symmetry are widely published.
    let solved = json(&["tictactoe"]);
    assert_eq!(counts(&solved)[..2], [5478, 958]);
    assert_eq!(solved["value"], "draw");
    assert_eq!(json(&["tictactoe", "--symmetric"])["positions"], 765);
    let solved = json(&["hexapawn"]);
    assert_eq!((&solved["value"], &solved["distance"]), (&"loss".into(), &6.into()));
}

#[test]
fn the_line_of_chess_is_as_another_program_solves_it() {
    // From a program in Python that was written from the inventor's page and the rulings alone.
    let solved = json(&["mono", "--threads", "2"]);
    assert_eq!(counts(&solved), [662_413, 20_661, 336_856, 290_643, 34_914]);
    let reasons = &solved["final_by_reason"];
    assert_eq!(reasons["stalemate"], 12482);
    assert_eq!(reasons["checkmate"], 8109);
    assert_eq!(reasons["the kings' rule"], 70);
    assert_eq!((&solved["value"], &solved["longest_win"]), (&"draw".into(), &37.into()));
    assert_eq!(solved["longest_win_of_side_to_move"], 36);
    assert_eq!(solved["record_rules"][0]["changes_value"], false);
}

#[test]
fn the_same_comes_out_on_any_number_of_threads() {
    let one = fairyring(&["solve", "nim", "--json", "--symmetric"]).expect(0).out;
    let three = fairyring(&["solve", "nim", "--json", "--symmetric", "--threads", "3"]);
    assert_eq!(one, three.expect(0).out);
}

#[test]
fn any_position_may_be_asked() {
    let after = json(&["hexapawn", "--after", "a1a2 b3a2"]);
    assert_eq!(after["asked"]["value"], "loss");
    assert_eq!(after["asked"]["line"], serde_json::json!(["b1a2", "c3c2"]));
    // Only pieces that moved backwards could stand so.
    let elsewhere = json(&["mono", "--position", "5KL2k w 1"]);
    assert_eq!(elsewhere["positions"], 662_413);
    assert!(elsewhere["asked"]["reached"].is_boolean());
    let text = fairyring(&["solve", "mono", "--from", "K7k1 w 1"]).expect(0).out;
    assert!(text.contains("over, and lost by the side that moves first"), "{text}");
}

#[test]
fn what_is_kept_is_gone_on_from() {
    let folder = folder("solve-kept");
    let keep = folder.join("k").display().to_string();
    let first = fairyring(&["solve", "tictactoe", "--json", "--keep", &keep]).expect(0).out;
    for gone in ["values", "layer-00004", "layer-00005", "layer-00006", "layer-00007"] {
        fs::remove_file(folder.join("k").join(gone)).unwrap();
        fs::write(folder.join("k/values.part"), "half of it").unwrap();
        let again = fairyring(&["solve", "tictactoe", "--json", "--keep", &keep]).expect(0).out;
        assert_eq!(first, again, "without {gone}");
    }
}

#[test]
fn what_is_kept_of_something_else_is_refused() {
    let folder = folder("solve-refused");
    let keep = folder.join("k").display().to_string();
    fairyring(&["solve", "tictactoe", "--keep", &keep]).expect(0);
    let other = fairyring(&["solve", "hexapawn", "--keep", &keep]).expect(1);
    assert!(other.err.contains("other rules"), "{}", other.err);
    let symmetric = fairyring(&["solve", "tictactoe", "--symmetric", "--keep", &keep]).expect(1);
    assert!(symmetric.err.contains("something else"), "{}", symmetric.err);
    let path = folder.join("k/layer-00003");
    let mut bytes = fs::read(&path).unwrap();
    bytes[60] ^= 1;
    fs::write(&path, bytes).unwrap();
    let damaged = fairyring(&["solve", "tictactoe", "--keep", &keep]).expect(1);
    assert!(damaged.err.contains("`layer-00003` is damaged"), "{}", damaged.err);
}

#[test]
fn bounds_are_kept() {
    let memory = fairyring(&["solve", "mono", "--memory", "2"]).expect(1);
    assert!(memory.err.contains("bound on memory is too small"), "{}", memory.err);
    let keep = folder("solve-disk").join("k").display().to_string();
    let disk = fairyring(&["solve", "mono", "--keep", &keep, "--disk", "1"]).expect(1);
    assert!(disk.err.contains("bound on the disk is too small"), "{}", disk.err);
    let chess = fairyring(&["solve", "chess", "--memory", "8"]).expect(1);
    assert!(chess.err.contains("bound on memory is too small"), "{}", chess.err);
}

#[test]
fn what_makes_no_sense_is_answered() {
    fairyring(&["solve"]).expect(2);
    fairyring(&["solve", "tictactoe", "--memory", "0"]).expect(2);
    fairyring(&["solve", "no-such-game"]).expect(1);
    let turn = fairyring(&["solve", "tictactoe", "--after", "P@a1 P@a1"]).expect(1);
    assert!(turn.err.contains("turn 2"), "{}", turn.err);
    fairyring(&["solve", "tictactoe", "--position", "4/3/3 w"]).expect(1);
    fairyring(&["solve", "tictactoe", "--keep", "/dev/null/here"]).expect(1);
}

/// Calls the program again and again and kills it each time a little later, until it comes to an end; returns how often it
/// was killed.
fn killed(arguments: &[&str], seed: u64, most: usize) -> usize {
    let mut random = fairyring::state::Random::new(seed);
    for number in 0..most {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairyring"));
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let millis = 5 + random.below(60 + 10 * number) as u64;
        std::thread::sleep(Duration::from_millis(millis));
        if child.try_wait().unwrap().is_some() {
            return number;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    most
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_result() {
    let folder = folder("solve-killed");
    let kills = if deep() { 30 } else { 5 };
    let keep = folder.join("solve").display().to_string();
    let solve = ["solve", "mono", "--json"];
    let kept = [&solve[..], &["--keep", &keep]].concat();
    assert!(killed(&kept, 1, kills) > 0);
    assert_eq!(fairyring(&kept).expect(0).out, fairyring(&solve).expect(0).out);
    let keep = folder.join("table").display().to_string();
    let table = ["table", "dobutsu", "--pieces", "L,l,@G,@G", "--json"];
    let kept = [&table[..], &["--keep", &keep]].concat();
    assert!(killed(&kept, 2, kills) > 0);
    let whole = fairyring(&table).expect(0).out;
    assert_eq!(fairyring(&kept).expect(0).out, whole);
    // From the file alone now.
    assert_eq!(fairyring(&kept).expect(0).out, whole);
}

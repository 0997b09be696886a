//! What `coverage` and `check --json` report, for people and for programs.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{fairyring, folder, run_in, write};

/// A game in which White alone walks to the far rank, with a piece and an ending that no game needs.
const WALK: &str = r#"rules 1
game "Walk"
board 3x3
sides White "w", Black "b"
piece Walker "W" { moves fW }
piece Guest "G" { moves W }
turn {
    either { move }
    or "rest" { choose own Guest as guest { remove guest } }; next own
}
ending there: own wins "arrived" when any own Walker on own rank 3
ending full: draw "full" when count piece = 9
setup "3/3/W1w w"
test "a step" { legal a1a2; turns 1 }
test "two steps" cites W1 { play a1a2 }
ruling W1 "White begins."
"#;

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn coverage_names_what_is_never_used_by_file_and_line() {
    let folder = folder("coverage");
    write(&folder, "walk.rules", WALK);
    let ran = run_in(&folder, &["coverage", "walk.rules", "--games", "5"], "").expect(0);
    let told = ran.lines();
    assert!(told[0].starts_with("5 random games, "), "{}", ran.out);
    let has = |line: &str| assert!(told.contains(&line), "`{line}` is missing in\n{}", ran.out);
    has("  piece      1 of 2 used");
    has("  ending     1 of 2 used");
    has("Never used:");
    has("  walk.rules:6: piece Guest");
    has("  walk.rules:6: move of Guest: moves W");
    has("  walk.rules:12: ending full");
    assert!(!ran.out.contains("ending there") && !ran.out.contains("piece Walker"), "{}", ran.out);
}

#[test]
fn coverage_counts_every_part_as_json() {
    let folder = folder("coverage-json");
    write(&folder, "walk.rules", WALK);
    let ran = run_in(&folder, &["coverage", "walk.rules", "--games", "5", "--json"], "").expect(0);
    let told = lines(&ran.out);
    let (all, parts) = told.split_last().unwrap();
    assert_eq!(all["games"], 5);
    assert_eq!(all["unfinished"], 0);
    let unused = parts.iter().filter(|part| part["uses"] == 0).count();
    assert_eq!(all["unused"], unused);
    let uses = |kind: &str, name: &str| {
        let found = parts.iter().find(|part| part["kind"] == kind && part["name"] == name);
        found.unwrap_or_else(|| panic!("no {kind} {name}"))["uses"].as_u64().unwrap()
    };
    // Each game ends when somebody has arrived.
    assert_eq!(
        (uses("ending", "there"), uses("ending", "full"), uses("piece", "Guest")),
        (5, 0, 0)
    );
    assert!(parts.iter().all(|part| part["file"] == "walk.rules" && part["line"].is_u64()));
}

/// A game in which whoever has lost all pieces has lost, and pieces are captured by a jump.
const JUMPS: &str = r#"rules 2
game "Jumps"
board 8x8
sides White "w", Black "b"
piece Man "M" { moves K without capturing; jump: moves step in any direction onto enemy taking then step onward onto empty }
turn { move }
ending captured: a side wins "all captured" when no enemy
ending stuck: side to move draws "stuck" when own cannot move
setup "8/mmmm4/8/8/8/8/MMMM4/8 w"
"#;

#[test]
fn a_jump_over_the_last_piece_makes_no_square_a_goal() {
    let folder = folder("jumps");
    write(&folder, "jumps.rules", JUMPS);
    let ran = run_in(&folder, &["evaluate", "jumps.rules"], "").expect(0);
    assert!(!ran.out.contains("arriving"), "{}", ran.out);
}

#[test]
fn coverage_plays_the_same_games_for_the_same_seed() {
    let play =
        |seed: &str| fairyring(&["coverage", "mono", "--games", "2", "--seed", seed, "--json"]);
    let first = play("7").expect(0).out;
    assert_eq!(first, play("7").expect(0).out);
    assert_ne!(first, play("8").expect(0).out);
}

#[test]
fn coverage_begins_where_it_is_told() {
    let path = write(&folder("coverage-position"), "walk.rules", WALK);
    let ran = fairyring(&["coverage", &path, "--games", "1", "--position", "3/W2/2w w", "--json"]);
    let told = lines(&ran.expect(0).out);
    assert_eq!(told.last().unwrap()["turns"], 1);
    let ran = fairyring(&["coverage", &path, "--position", "nonsense"]).expect(1);
    assert!(ran.err.contains("error"), "{}", ran.err);
}

#[test]
fn check_tells_every_test_as_json() {
    let broken = format!("{WALK}test \"a wrong one\" {{\n    play a1a2\n    turns 7\n}}\n");
    let path = write(&folder("check-json"), "walk.rules", broken);
    let ran = fairyring(&["check", "--json", &path]).expect(1);
    let told = lines(&ran.out);
    let tests: BTreeMap<&str, &Value> =
        told.iter().filter_map(|line| Some((line["test"].as_str()?, line))).collect();
    let names: Vec<&str> = tests.keys().copied().collect();
    assert_eq!(names, ["a step", "a wrong one", "two steps"]);
    for (name, line) in [("a step", 14), ("two steps", 15)] {
        assert_eq!(tests[name]["passed"], true, "{}", ran.out);
        assert_eq!(tests[name]["line"], line);
        assert_eq!((&tests[name]["message"], &tests[name]["board"]), (&Value::Null, &Value::Null));
    }
    assert_eq!(tests["two steps"]["cites"], serde_json::json!(["W1"]));
    let wrong = tests["a wrong one"];
    assert_eq!(
        (&wrong["passed"], &wrong["line"], &wrong["failed_line"]),
        (&false.into(), &17.into(), &19.into())
    );
    assert_eq!(wrong["position"], "3/W2/2w w");
    assert!(wrong["message"].as_str().unwrap().contains('7'), "{wrong}");
    assert!(wrong["board"].as_str().unwrap().contains('W'), "{wrong}");
    let summary = told.last().unwrap();
    assert_eq!((&summary["tests"], &summary["failed"]), (&3.into(), &1.into()));
    assert_eq!((&summary["fine"], &summary["errors"]), (&false.into(), &0.into()));
}

#[test]
fn check_tells_only_the_tests_that_are_asked_for() {
    let path = write(&folder("check-json-filter"), "walk.rules", WALK);
    let ran = fairyring(&["check", "--json", "--filter", "TWO", &path]).expect(0);
    let told = lines(&ran.out);
    let names: Vec<&str> = told.iter().filter_map(|line| line["test"].as_str()).collect();
    assert_eq!(names, ["two steps"]);
    // Advice has a line of its own each, with its code.
    let found = told.iter().filter(|line| line["code"].is_string()).count();
    assert_eq!(told.last().unwrap()["warnings"], found);
}

#[test]
fn nothing_to_report_is_told() {
    let none = fairyring(&["check", "chess", "--filter", "no such test"]).expect(0);
    assert!(none.err.contains("none with `no such test` in its name"), "{}", none.err);
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let over = fairyring(&["moves", "chess", "--position", mate]).expect(0);
    assert!(over.out.is_empty() && over.err.contains("the game is over: Black "), "{over:?}");
    assert!(fairyring(&["coverage", "chess", "--games", "0"]).expect(2).err.contains("--games"));
}

#[test]
fn options_may_stand_behind_turns() {
    let board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let before = fairyring(&["apply", "chess", "--position", board, "e1g1", "e8d7"]).expect(0);
    let behind = fairyring(&["apply", "chess", "e1g1", "e8d7", "--position", board]).expect(0);
    assert_eq!(before.out, behind.out);
}

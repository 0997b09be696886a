//! Random games and counts that threads share.

use serde_json::Value;

use super::fairyring;

fn json(arguments: &[&str]) -> Value {
    let ran = fairyring(&[&["playouts", "--json"], arguments].concat()).expect(0);
    serde_json::from_str(&ran.out).unwrap()
}

/// All that does not depend on the time.
fn games(arguments: &[&str]) -> Value {
    let mut told = json(arguments);
    for name in ["seconds", "playouts_per_second", "plies_per_second"] {
        assert!(told[name].take().as_f64().unwrap() >= 0.0, "{name}");
    }
    told
}

#[test]
fn the_seed_decides_and_not_the_threads() {
    let of =
        |seed, threads| games(&["one-ring", "--games", "40", "--seed", seed, "--threads", threads]);
    let one = of("5", "1");
    assert_eq!(one, of("5", "3"));
    assert_eq!(one, of("5", "0"));
    assert_ne!(one, of("6", "1"));
}

#[test]
fn every_game_is_told_of() {
    let told = games(&["mono", "--games", "300", "--limit", "30"]);
    let number = |value: &Value| value.as_f64().unwrap();
    let results = told["results"].as_array().unwrap();
    let sum: f64 = results.iter().map(|result| number(&result["games"])).sum();
    assert!((sum - 300.0).abs() < 0.5, "{told}");
    let lengths = &told["lengths"];
    let [least, median, mean, most] =
        ["min", "median", "mean", "max"].map(|name| number(&lengths[name]));
    assert!(least <= median && median <= most && most <= 30.0, "{told}");
    assert!((mean * 300.0 - number(&told["plies"])).abs() < 0.5, "{told}");
    let reasons: Vec<_> = results.iter().filter_map(|result| result["reason"].as_str()).collect();
    assert!(reasons.contains(&"the kings' rule"), "{told}");
}

#[test]
fn people_read_it_too() {
    let mate = "7k/R7/1R6/8/8/8/8/K7 w - - 0 1";
    let ran =
        fairyring(&["playouts", "chess", "--games", "50", "--limit", "1", "--position", mate]);
    let ran = ran.expect(0);
    assert_eq!(ran.lines()[0], "50 random games, 50 turns");
    assert!(ran.out.contains("White, checkmate"), "{}", ran.out);
    assert!(ran.out.contains("Nobody, not over after 1 turns"), "{}", ran.out);
    assert!(ran.out.contains("turns a second"), "{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn what_is_wrong_is_told() {
    fairyring(&["playouts", "chess", "--position", "8/8"]).expect(1);
    fairyring(&["playouts", "nosuchgame"]).expect(1);
    fairyring(&["playouts", "chess", "--games", "0"]).expect(2);
    fairyring(&["playouts", "chess", "--threads", "100000"]).expect(2);
    fairyring(&["perft", "chess", "2", "--threads", "many"]).expect(2);
}

#[test]
fn a_game_that_is_over_has_no_turns() {
    let told = games(&["chess", "--games", "3", "--position", "R6k/8/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!((&told["plies"], &told["results"][0]["reason"]), (&0.into(), &"checkmate".into()));
}

#[test]
fn threads_count_the_same() {
    for (game, depth) in
        [("chess", "4"), ("one-ring", "3"), ("mono", "5"), ("mono", "1"), ("chess", "0")]
    {
        let one = fairyring(&["perft", game, depth]).expect(0).out;
        for threads in ["0", "2", "5"] {
            assert_eq!(fairyring(&["perft", game, depth, "--threads", threads]).expect(0).out, one);
        }
    }
    let divided = |threads| {
        fairyring(&["perft", "mono", "6", "--divide", "--threads", threads]).expect(0).out
    };
    assert_eq!(divided("1"), divided("4"));
    let over = ["perft", "chess", "3", "--position", "R6k/8/6K1/8/8/8/8/8 b - - 0 1"];
    assert_eq!(fairyring(&[&over[..], &["--threads", "2"]].concat()).expect(0).out, "nodes 0\n");
}

#[test]
fn bench_counts_what_is_known() {
    let ran = fairyring(&["bench", "--only", "one-ring", "--runs", "2", "--json"]).expect(0);
    let row: Value = serde_json::from_str(ran.lines()[0]).unwrap();
    assert_eq!(
        (&row["name"], &row["right"], &row["runs"]),
        (&"one-ring".into(), &true.into(), &2.into())
    );
    assert!(row["cpu_seconds"]["min"].as_f64() <= row["cpu_seconds"]["max"].as_f64());
    assert_eq!(ran.lines().len(), 1, "the deeper row is measured only when asked for");
    let ran = fairyring(&["bench", "--only", "capablanca"]).expect(0);
    assert!(ran.lines()[0].contains("nodes/s") && ran.lines()[1].contains("805128"), "{}", ran.out);
    assert!(fairyring(&["bench", "--only", "nothing like it"]).expect(1).err.contains("nothing"));
    fairyring(&["bench", "--runs", "0"]).expect(2);
}

/// Somebody who has waited long enough gets nothing rather than a part of it.
#[cfg(unix)]
#[test]
fn an_interrupted_count_prints_nothing() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    for arguments in
        [&["perft", "chess", "9", "--divide"][..], &["playouts", "chess", "--games", "1000000"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairyring"));
        command
            .args(arguments)
            .args(["--threads", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(asked.success());
        let ran = child.wait_with_output().unwrap();
        assert_eq!((ran.stdout, ran.stderr), (Vec::new(), Vec::new()), "{arguments:?}");
        assert_eq!(ran.status.code(), None, "it ends by the signal");
    }
}

//! Matches between engines.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cli::{fairyring, folder};

/// All that does not depend on the time.
fn games(path: &str) -> Vec<(String, u64, u64, Value)> {
    let text = fs::read_to_string(path).unwrap();
    let mut games: Vec<_> = text
        .lines()
        .skip(1)
        .map(|line| {
            let game: Value = serde_json::from_str(line).unwrap();
            let number = |name: &str| game[name].as_u64().unwrap();
            let kind = game["kind"].as_str().unwrap().to_owned();
            (kind, number("number"), number("half_points"), game["turns"].clone())
        })
        .collect();
    games.sort_by(|left, right| (&left.0, left.1).cmp(&(&right.0, right.1)));
    games
}

const SHORT: [&str; 11] = [
    "match",
    "mono",
    "losalamos",
    "--engine",
    "one-ply",
    "--engine",
    "one-ply",
    "--nodes",
    "200",
    "--longest",
    "60",
];
const FEW: [&str; 2] = ["--games", "4"];

#[test]
fn engines_of_all_kinds_play_each_other() {
    let bin = env!("CARGO_BIN_EXE_fairyring");
    let (uci, xboard) = (format!("uci:{bin} uci"), format!("xboard:{bin} xboard"));
    for (first, second) in
        [(uci.as_str(), "one-ply"), (xboard.as_str(), uci.as_str()), ("level=1", xboard.as_str())]
    {
        let ran = fairyring(&[
            "match",
            "mono",
            "fellowship",
            "minishogi",
            "--engine",
            first,
            "--engine",
            second,
            "--games",
            "2",
            "--depth",
            "1",
            "--longest",
            "40",
            "--plies",
            "2",
            "--json",
        ])
        .expect(0);
        let told: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(
            (&told["all"]["games"], &told["all"]["faults"]),
            (&6.into(), &0.into()),
            "{first} {second}: {told}"
        );
    }
}

#[test]
fn sides_and_openings_change() {
    let folder = folder("match-openings");
    let path = folder.join("match.jsonl");
    let path = path.to_str().unwrap();
    fairyring(&[&SHORT[..], &FEW, &["--record", path, "--plies", "4"]].concat()).expect(0);
    let games = games(path);
    assert_eq!(games.len(), 8);
    let opening = |game: &Value| game.as_array().unwrap()[..4].to_vec();
    for pair in games.chunks(2) {
        assert_eq!(opening(&pair[0].3), opening(&pair[1].3));
    }
    assert_ne!(opening(&games[0].3), opening(&games[2].3), "each pair has its own");
}

#[test]
fn the_same_seed_plays_the_same_however_many_at_a_time() {
    let folder = folder("match-seeds");
    let played = |name: &str, more: &[&str]| {
        let path = folder.join(name);
        let path = path.to_str().unwrap();
        fairyring(&[&SHORT[..], &FEW, &["--record", path], more].concat()).expect(0);
        games(path)
    };
    let one = played("one", &[]);
    assert_eq!(one, played("three", &["--concurrency", "3"]));
    assert_ne!(one, played("other", &["--seed", "2"]));
}

/// A match that is killed goes on where it was, and in the end is as if nothing had happened.
#[cfg(unix)]
#[test]
fn nothing_is_lost_by_a_kill() {
    let folder = folder("match-kill");
    let [whole, killed] =
        ["whole", "killed"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let many = ["--games", "12"];
    fairyring(&[&SHORT[..], &many, &["--record", &whole]].concat()).expect(0);
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairyring"))
        .args([&SHORT[..], &many, &["--record", &killed]].concat())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while fs::read_to_string(&killed).unwrap_or_default().lines().count() < 4 {
        if child.try_wait().unwrap().is_some() {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What was being written may be there in part.
    let mut text = fs::read_to_string(&killed).unwrap();
    text.push_str("{\"kind\":\"mono\",\"num");
    fs::write(&killed, text).unwrap();
    let again = [&SHORT[..], &many, &["--record", &killed]].concat();
    assert!(fairyring(&again).expect(1).err.contains("--resume"), "no record is overwritten");
    let ran = fairyring(&[&again[..], &["--resume"]].concat()).expect(0);
    assert_eq!(games(&whole), games(&killed));
    assert!(ran.out.contains("all: 24 games"), "{}", ran.out);
    let other = fairyring(&[&again[..], &["--resume", "--seed", "5"]].concat()).expect(1);
    assert!(other.err.contains("another match"), "{}", other.err);
}

#[test]
fn who_breaks_the_rules_loses_and_it_is_told() {
    let folder = folder("match-faults");
    let engine = crate::cli::write(
        &folder,
        "engine.sh",
        "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e5;; quit) exit;; esac; done\n",
    );
    let liar = format!("uci:sh {engine}");
    let ran = fairyring(&[
        "match", "chess", "--engine", &liar, "--engine", "one-ply", "--games", "2", "--nodes", "10",
    ]);
    let ran = ran.expect(0);
    assert!(
        ran.out.contains("+0 =0 -2") && ran.out.contains("illegal turn e2e5 (fault)"),
        "{}",
        ran.out
    );
    let mute = "uci:sh -c 'read -r line; echo uciok; read -r line; echo readyok'";
    let ran = fairyring(&[
        "match", "chess", "--engine", mute, "--engine", "one-ply", "--games", "2", "--nodes", "10",
    ]);
    assert!(ran.code.is_some() && !ran.err.contains("panicked"), "{ran:?}");
}

#[test]
fn a_program_that_cannot_be_stopped_is_given_a_clock_and_its_complaints_are_no_claims() {
    let folder = folder("match-unstoppable");
    // It knows no `?`, plays what is legal first, and tells what its clock showed.
    let engine = crate::cli::write(
        &folder,
        "engine.sh",
        concat!(
            "while read -r word rest; do case $word in\n",
            "protover) echo 'feature ping=1 done=1';;\n",
            "ping) echo pong $rest;;\n",
            "'?'|nopost) echo \"Error (unknown command): $word\";;\n",
            "time) echo $rest >> \"$0.times\";;\n",
            "go) echo 'Error (unknown command): go on'; echo 'Illegal move: e9e9';;\n",
            "quit) exit;; esac; done\n"
        ),
    );
    let stubborn = format!("xboard:sh {engine}");
    let ran = fairyring(&[
        "match", "chess", "--engine", &stubborn, "--engine", "one-ply", "--games", "2",
    ]);
    let ran = ran.expect(0);
    assert!(ran.out.contains("Illegal move: e9e9 (fault)"), "{}", ran.out);
    let shown = fs::read_to_string(format!("{engine}.times")).unwrap();
    assert!(shown.lines().all(|line| line.parse::<u32>().unwrap() >= 1), "{shown}");
    let ran =
        fairyring(&["match", "chess", "--engine", "xboard:no-such-engine", "--engine", "one-ply"]);
    assert!(ran.err.contains("the shell cannot find it"), "{ran:?}");
}

#[test]
fn a_test_ends_as_soon_as_it_can() {
    let ran = fairyring(&[
        "match",
        "mono",
        "--engine",
        "one-ply",
        "--engine",
        "level=10",
        "--games",
        "100",
        "--nodes",
        "50",
        "--longest",
        "20",
        "--sprt",
        "-400",
        "400",
    ])
    .expect(0);
    assert!(ran.out.contains("is accepted"), "{}", ran.out);
    assert!(!ran.out.contains("mono: 100 games"), "{}", ran.out);
}

#[test]
fn wrong_arguments_are_told() {
    fairyring(&["match", "chess", "--engine", "one-ply"]).expect(2);
    fairyring(&["match", "--engine", "one-ply", "--engine", "one-ply"]).expect(2);
    for engine in ["nonsense", "level=99", "uci:/no/such/program"] {
        fairyring(&["match", "chess", "--engine", engine, "--engine", "one-ply", "--games", "1"])
            .expect(1);
    }
    fairyring(&["match", "nosuchgame", "--engine", "one-ply", "--engine", "one-ply"]).expect(1);
    fairyring(&[
        "match", "chess", "--engine", "one-ply", "--engine", "one-ply", "--nodes", "5", "--depth",
        "2",
    ])
    .expect(2);
}

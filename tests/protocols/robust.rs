//! Whatever comes in, the program answers what it must, and ends when it is told to or hears no more.

use super::Talk;
use crate::cli::{fairyring, run, with_input};

const PROTOCOLS: [&str; 2] = ["uci", "xboard"];

/// Lines that are nothing, or wrong in some way.
const JUNK: &str = "\u{0}\u{1}\n\t\n go\nxyzzy plugh\nposition\nposition fen\nposition fen moves\nposition fen 8/8 w moves e2e4\n\
position startpos moves e2e5\nposition startpos moves e2e4 e2e4 zz\nposition startpos moves moves\nsetoption\nsetoption name\n\
setoption name Hash value lots\nsetoption name Hash value -1\nsetoption name MultiPV value 0\n\
setoption name UCI_Variant value nosuchgame\nsetoption name VariantPath value /no/such.rules\nsetoption name chess960 value perhaps\n\
go searchmoves e2e9 depth 1\ngo depth -1\nstop\nponderhit\nusermove e2e5\nusermove\nsetboard 8/8\nsetboard\nlevel 1\nlevel a b c\n\
st\nsd 0\nping\nundo\nremove\nvariant\nvariant nosuchgame\noption\noption Level=99\nmemory x\nhint\nedit\n#\nPz9\n+\nc\nxa1\n.\n\
result\n?\n.\nexit\nTURN 3\nd\n\u{fffd}\nisready\nping 77\n";

#[test]
fn junk_is_answered_or_passed_over() {
    for protocol in PROTOCOLS {
        let ran = with_input(&[protocol], JUNK).expect(0);
        let reply = if protocol == "uci" { "readyok" } else { "pong 77" };
        assert!(ran.lines().contains(&reply), "{ran:?}");
    }
}

#[test]
fn bytes_that_are_no_text_and_lines_without_end() {
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.extend(b"\nusermove \xff\xfe\nposition fen \xc3\x28\n");
    bytes.extend(vec![b'x'; 5 << 20]);
    bytes.extend(b"\nisready\nping 5\n");
    bytes.extend(vec![b'y'; 3 << 20]);
    let folder = crate::cli::folder("protocols-bytes");
    let file = crate::cli::write(&folder, "input", bytes);
    for protocol in PROTOCOLS {
        let mut shell = std::process::Command::new("sh");
        let command = format!("{} {protocol} < {file}", env!("CARGO_BIN_EXE_fairyring"));
        shell.args(["-c", &command]);
        let ran = run(shell, "").expect(0);
        let reply = if protocol == "uci" { "readyok" } else { "pong 5" };
        assert!(ran.lines().contains(&reply), "{ran:?}");
    }
}

#[test]
fn every_question_has_its_answer() {
    let many = 100_000;
    let ran = with_input(&["uci"], &"isready\n".repeat(many)).expect(0);
    assert_eq!(ran.lines().iter().filter(|line| **line == "readyok").count(), many);
    let pings: Vec<String> = (0..10_000).map(|number| format!("ping {number}")).collect();
    let ran = with_input(&["xboard"], &pings.join("\n")).expect(0);
    assert_eq!(ran.lines().len(), 10_000);
    assert!((0..10_000).zip(ran.lines()).all(|(number, line)| line == format!("pong {number}")));
}

#[test]
fn who_quits_in_the_middle_is_let_go() {
    for go in ["go infinite", "go ponder wtime 100 btime 100", "go depth 200", "go perft 7"] {
        let mut talk = Talk::with(&["uci"]);
        talk.tell("position startpos moves e2e4");
        talk.tell(go);
        talk.ask("isready", "readyok");
        talk.quit();
    }
    for begin in ["analyze", "st 1000\nnew\ngo", "sd 300\ngo"] {
        let mut talk = Talk::with(&["xboard"]);
        begin.lines().for_each(|line| talk.tell(line));
        talk.quit();
    }
}

#[test]
fn at_the_end_of_the_input_what_is_begun_is_finished() {
    let ran = with_input(&["uci"], "position startpos\ngo depth 2").expect(0);
    assert!(ran.lines().last().unwrap().starts_with("bestmove "), "{ran:?}");
    let ran = with_input(&["uci"], "go infinite\n").expect(0);
    assert_eq!(
        ran.lines().iter().filter(|line| line.starts_with("bestmove ")).count(),
        1,
        "{ran:?}"
    );
    let ran = with_input(&["xboard"], "st 1\ngo\n").expect(0);
    assert!(ran.lines().iter().any(|line| line.starts_with("move ")), "{ran:?}");
    with_input(&["xboard"], "analyze\n").expect(0);
}

#[test]
fn each_go_has_one_best_move_whatever_is_said_meanwhile() {
    let mut talk = Talk::with(&["uci"]);
    for go in [
        "go infinite",
        "go ponder movetime 5",
        "go depth 3",
        "go nodes 500",
        "go movetime 20",
        "go mate 1",
    ] {
        talk.tell("position startpos moves e2e4 e7e5");
        talk.tell(go);
        talk.ask("isready", "readyok");
        talk.tell("stop");
        talk.tell("isready");
        let (_, between) = talk.until("readyok");
        let best = between.iter().filter(|line| line.starts_with("bestmove ")).count();
        // It may have come before the first `readyok`.
        assert!(best <= 1, "{go}: {between:?}");
    }
    talk.tell("go infinite");
    talk.tell("go depth 1");
    talk.until("bestmove");
    talk.until("bestmove");
    talk.quit();
}

#[test]
fn wrong_arguments_are_told() {
    for protocol in PROTOCOLS {
        assert!(fairyring(&[protocol, "nosuchgame"]).expect(1).err.contains("nosuchgame"));
        fairyring(&[protocol, "chess", "--set", "chess960=maybe"]).expect(1);
        fairyring(&[protocol, "--level", "0"]).expect(2);
    }
}

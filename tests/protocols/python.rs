//! Other people's interfaces: the engine module of python-chess.

use std::process::Command;

use crate::cli::run;

/// Runs where Python and its module `chess` are (`pip install chess`); elsewhere it says that it did not.
#[test]
fn python_chess_plays_us() {
    let has = Command::new("python3").args(["-c", "import chess.engine, chess.variant"]).output();
    if !has.is_ok_and(|ran| ran.status.success()) {
        eprintln!("SKIPPED: there is no python3 with the module chess");
        return;
    }
    let mut command = Command::new("python3");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocols/play.py");
    command.args([script, env!("CARGO_BIN_EXE_fairyring")]);
    let ran = run(command, "").expect(0);
    assert!(ran.out.contains("all games are over"), "{ran:?}");
}

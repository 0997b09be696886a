//! Plays a game, writes its record as lines of JSON, and reads it back.
//!
//!     cargo run --release --example records

#![expect(clippy::print_stdout, reason = "showing something is the point")]

use fairyring::{Game, Record};

fn main() -> anyhow::Result<()> {
    let game = Game::bundled("chess")?;
    let mut position = game.start();
    let mut record = Record::new(&position, "chess").with_seed(7);
    for turn in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let next = position.play(turn)?;
        record.add(&position, turn);
        position = next;
    }
    if let Some(result) = position.outcome()? {
        record.end(&game, &result);
    }
    print!("{record}");
    let read = Record::read(&record.to_string())?;
    assert_eq!(read.replay(&game)?, position);
    Ok(())
}

//! Makes a game from a text of its own, goes to a position and plays a turn.
//!
//!     cargo run --release --example custom_position

#![expect(clippy::print_stdout, reason = "showing something is the point")]

use fairyring::Game;

/// Chess in which the queen may jump like a knight.
const RULES: &str = r#"
rules 1
game "Amazon Chess" from chess

extend Queen { moves N }
"#;

fn main() -> anyhow::Result<()> {
    let game = Game::from_text(RULES)?;
    // White's queen gives a mate that only an amazon can give.
    let position = game.position("7k/8/8/5Q2/8/8/8/K7 w - - 0 1")?;
    let mate = position.play("f5f7")?;
    println!("{mate}");
    println!("legal turns: {}", mate.legal_turns()?.len());
    println!("result: {:?}", mate.outcome()?);
    println!("counts: {:?}", game.perft(&[game.start(), position], 2)?);
    Ok(())
}

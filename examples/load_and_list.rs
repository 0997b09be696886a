//! Loads a bundled game and lists its legal turns.
//!
//!     cargo run --release --example load_and_list -- mono

#![expect(clippy::print_stdout, reason = "showing something is the point")]

use fairyring::Game;

fn main() -> anyhow::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "fellowship".to_owned());
    let game = Game::bundled(&name)?;
    println!("{}\n{}", game.title(), game.start());
    for turn in game.start().legal_turns()? {
        println!("  {turn}");
    }
    Ok(())
}

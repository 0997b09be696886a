//! Plays a bundled game with random turns until it ends.
//!
//!     cargo run --release --example self_play -- ruddigore 42

#![expect(clippy::print_stdout, reason = "showing something is the point")]

use fairyring::{Game, PlayoutEnd};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let game = Game::bundled(&arguments.next().unwrap_or_else(|| "mono".to_owned()))?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    for played in game.playouts(&[game.start()], 500, seed)? {
        match played.end {
            PlayoutEnd::Over(result) => println!("{}", game.result_text(&result)),
            PlayoutEnd::Stuck | PlayoutEnd::Limit | PlayoutEnd::TooMuch(_) => println!("no end"),
        }
        println!("after {} turns", played.turns);
    }
    Ok(())
}

//! Plays a bundled game with random turns until it ends.
//!
//!     cargo run --release --example self_play -- ruddigore 42

#![expect(clippy::print_stdout, reason = "showing something is the point")]

use std::sync::Arc;

use anyhow::Context;
use fairyring::bundled::Bundled;
use fairyring::diag::Sink;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::SourceMap;

/// Some games could go on for very long.
const MAX_TURNS: usize = 500;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "mono".to_owned());
    let mut random: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;

    let game = pipeline::load(&name, &Bundled, &[], &mut SourceMap::new(), &mut Sink::new())
        .with_context(|| format!("`{name}` could not be loaded"))?;
    let mut session = Session::new(Arc::new(game))?;

    for _ in 0..MAX_TURNS {
        let turns = session.turn_texts();
        if turns.is_empty() {
            break;
        }
        // A plain congruential generator: the high bits are random enough for this.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = usize::try_from(random >> 33)? % turns.len();
        println!("{}", turns[index]);
        session.play_text(&turns[index])?;
    }

    println!("{}", session.position_text());
    match session.result() {
        None => println!("not over after {MAX_TURNS} turns"),
        Some(result) => match result.winner() {
            Some(side) => println!("{} wins: {}", session.game().side_name(side), result.reason),
            None => println!("drawn: {}", result.reason),
        },
    }
    Ok(())
}

//! Loads a bundled game and lists its legal turns.
//!
//!     cargo run --release --example load_and_list -- mono

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "showing something is the point")]

use std::sync::Arc;

use anyhow::Context;
use fairyring::bundled::Bundled;
use fairyring::diag::{Sink, short};
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::SourceMap;

fn main() -> anyhow::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "fellowship".to_owned());

    // Whatever is wrong goes into the sink, with places in the texts of the source map.
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(&name, &Bundled, &[], &mut sources, &mut sink);
    for found in &sink {
        eprintln!("{}", short::one_line(found, &sources));
    }
    let game = game.with_context(|| format!("`{name}` could not be loaded"))?;

    let session = Session::new(Arc::new(game))?;
    println!("{}", session.game().about.title);
    println!("{}", session.position_text());
    for turn in session.turn_texts() {
        println!("  {turn}");
    }
    Ok(())
}

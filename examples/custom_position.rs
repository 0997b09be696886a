//! Makes a game from a text of its own, goes to a position, plays a turn and asks about the outcome.
//!
//!     cargo run --release --example custom_position

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "showing something is the point")]

use std::sync::Arc;

use anyhow::Context;
use fairyring::bundled;
use fairyring::diag::{Sink, short};
use fairyring::front::draw::text;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::{MemoryFiles, SourceMap};

/// Chess in which the queen may jump like a knight.
const RULES: &str = r#"
rules 1
game "Amazon Chess" from chess

extend Queen { moves N }
"#;

/// White's queen takes part in a mate that only an amazon can give.
const POSITION: &str = "7k/8/8/5Q2/8/8/8/K7 w - - 0 1";

fn main() -> anyhow::Result<()> {
    // The parent is found among the same files.
    let mut files = MemoryFiles::new().with("amazon.rules", RULES);
    for (name, text) in bundled::files() {
        files.insert(name, text);
    }

    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("amazon.rules", &files, &[], &mut sources, &mut sink);
    for found in &sink {
        eprintln!("{}", short::one_line(found, &sources));
    }
    let game = Arc::new(game.context("the game could not be loaded")?);

    let mut session = Session::from_position(Arc::clone(&game), POSITION)?;
    println!("{}", text::board(&game, session.position(), session.checked()));
    session.play_text("f5f7")?;
    println!("{}", text::board(&game, session.position(), session.checked()));
    println!("{}", session.position_text());
    println!("in check: {}", !session.checked().is_empty());
    println!("legal turns: {}", session.turn_texts().join(" "));
    println!("result: {:?}", session.result());

    session.undo();
    println!("back: {}", session.position_text());
    Ok(())
}

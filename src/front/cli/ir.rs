//! `fairyring ir GAME`: what the program makes of the rules.

use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::load::GameArguments;
use super::{Outcome, Result, Streams};
use crate::ir::{Game, display};
use crate::play::Engine;

/// What `ir` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// Tell how the game is compiled for fast play instead
    #[arg(long)]
    facts: bool,
    /// Print JSON for programs: the hash, and the lines of the text
    #[arg(long)]
    json: bool,
}

/// Prints the game in the terms in which it is played.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    // A position is no part of the rules, but one that is wrong is told all the same.
    if arguments.game.setting.position.is_some() && arguments.game.session(streams)?.is_none() {
        return Ok(Outcome::Rejected);
    }
    let Some(loaded) = arguments.game.load(streams)? else { return Ok(Outcome::Rejected) };
    let hash = display::hash(&loaded.game);
    let (name, text) = if arguments.facts {
        ("facts", facts(&loaded.game))
    } else {
        ("ir", display::dump(&loaded.game))
    };
    if arguments.json {
        let lines: Vec<&str> = text.lines().collect();
        writeln!(streams.out, "{:#}", json!({ "hash": hash, name: lines }))?;
        return Ok(Outcome::Fine);
    }
    if !arguments.facts {
        writeln!(streams.out, "hash {}", display::short(&hash))?;
    }
    write!(streams.out, "{text}")?;
    Ok(Outcome::Fine)
}

/// Tells what the compiled game is like, or why there is none.
fn facts(game: &Arc<Game>) -> String {
    match Engine::new(game) {
        Ok(engine) => engine.facts().into_iter().map(|line| line + "\n").collect(),
        Err(refusal) => format!("not compiled: {refusal}\n"),
    }
}

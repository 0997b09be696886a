//! `fairyring ir GAME`: what the program makes of the rules.

use std::sync::Arc;

use clap::Args;

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
}

/// Prints the game in the terms in which it is played.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    // A position is no part of the rules, but one that is wrong is told all the same.
    if arguments.game.setting.position.is_some() && arguments.game.session(streams)?.is_none() {
        return Ok(Outcome::Rejected);
    }
    let Some(loaded) = arguments.game.load(streams)? else { return Ok(Outcome::Rejected) };
    if arguments.facts {
        return tell_facts(&loaded.game, streams);
    }
    write!(streams.out, "{}", display::dump(&loaded.game))?;
    Ok(Outcome::Fine)
}

/// Prints what the compiled game is like, or why there is none.
fn tell_facts(game: &Arc<Game>, streams: &mut Streams<'_>) -> Result {
    match Engine::new(game) {
        Ok(engine) => {
            for line in engine.facts() {
                writeln!(streams.out, "{line}")?;
            }
        }
        Err(refusal) => writeln!(streams.out, "not compiled: {refusal}")?,
    }
    Ok(Outcome::Fine)
}

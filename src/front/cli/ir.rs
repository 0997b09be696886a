//! `fairyring ir GAME`: what the program makes of the rules.

use clap::Args;

use super::load::GameArguments;
use super::{Outcome, Result, Streams};
use crate::ir::display;

/// What `ir` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
}

/// Prints the game in the terms in which it is played.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    // A position is no part of the rules, but one that is wrong is told all the same.
    if arguments.game.setting.position.is_some() && arguments.game.session(streams)?.is_none() {
        return Ok(Outcome::Rejected);
    }
    let Some(loaded) = arguments.game.load(streams)? else { return Ok(Outcome::Rejected) };
    write!(streams.out, "{}", display::dump(&loaded.game))?;
    Ok(Outcome::Fine)
}

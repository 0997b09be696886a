//! `fairyring perft GAME DEPTH`: counts the ways to play.

use clap::{Args, ValueEnum};

use super::load::GameArguments;
use super::{Outcome, Result, Streams};
use crate::session::Executor;

/// What `perft` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many turns to play ahead
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
    /// Print the count below each first turn
    #[arg(long)]
    divide: bool,
    /// Who counts: the compiled game, or the reference that plays straight from the rules
    #[arg(long, value_name = "WHICH", default_value = "fast")]
    executor: Counting,
}

/// Who counts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Counting {
    /// The compiled game
    Fast,
    /// The reference, straight from the rules
    Reference,
}

/// Prints the count, in the last line.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    let executor = match arguments.executor {
        Counting::Fast => Executor::Fast,
        Counting::Reference => Executor::Reference,
    };
    let nodes = if arguments.divide && arguments.depth > 0 {
        let mut counts = session.divide_by(executor, arguments.depth);
        counts.sort();
        for (turn, count) in &counts {
            writeln!(streams.out, "{turn}: {count}")?;
        }
        counts.iter().map(|(_, count)| count).fold(0_u64, |sum, count| sum.saturating_add(*count))
    } else {
        session.perft_by(executor, arguments.depth)
    };
    writeln!(streams.out, "nodes {nodes}")?;
    Ok(Outcome::Fine)
}

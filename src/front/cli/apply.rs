//! `fairyring apply GAME TURN…`: plays turns and tells where they lead.

use clap::Args;

use super::load::GameArguments;
use super::{Outcome, Result, Streams};
use crate::ir::Game;
use crate::notation::shown;
use crate::state::GameResult;

/// What `apply` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The turns to play, as `fairyring moves` writes them
    #[arg(value_name = "TURN")]
    turns: Vec<String>,
}

/// Plays the turns and prints the position text, and the result if the game is over.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(mut session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    for (index, turn) in arguments.turns.iter().enumerate() {
        let number = index + 1;
        if let Some(result) = session.result() {
            let ended = result_line(session.game(), &result);
            let turn = shown(turn);
            return streams.error(format!("turn {number}, `{turn}`: the game is over ({ended})"));
        }
        if let Err(error) = session.play_text(turn) {
            return streams.error(format!("turn {number}: {error}"));
        }
    }
    writeln!(streams.out, "{}", session.position_text())?;
    if let Some(result) = session.result() {
        writeln!(streams.out, "{}", result_line(session.game(), &result))?;
    }
    Ok(Outcome::Fine)
}

/// Writes a result for programs: `result SIDE REASON` or `result draw REASON`.
fn result_line(game: &Game, result: &GameResult) -> String {
    format!("result {}", outcome(game, result))
}

/// Writes who won, or `draw`, and the reason.
pub(super) fn outcome(game: &Game, result: &GameResult) -> String {
    let winner = result.winner().map_or("draw", |side| game.side_name(side));
    format!("{winner} {}", result.reason)
}

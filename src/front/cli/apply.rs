//! `fairyring apply GAME TURN…`: plays turns and tells where they lead.

use clap::Args;
use serde_json::{Value, json};

use super::load::{GameArguments, turns_in};
use super::{Outcome, Result, Streams};
use crate::author::account;
use crate::ir::Game;
use crate::notation::{shown, turn_text};
use crate::session::Session;
use crate::state::GameResult;

/// What `apply` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The turns to play, as `fairyring moves` writes them or as in records: `1. e4 e5`
    #[arg(value_name = "TURN")]
    turns: Vec<String>,
    /// Print JSON for programs: the position, the result or null, the turns as they are written and told in words
    #[arg(long)]
    json: bool,
}

/// Plays the turns and prints the position text, and the result if the game is over.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(mut session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    let turns = arguments.turns.iter().flat_map(|turns| {
        // An empty text goes on as it is, so that it is refused like any other that does not name a turn.
        let empty = turns.trim().is_empty().then_some("");
        empty.into_iter().chain(turns_in(turns))
    });
    for (index, turn) in turns.enumerate() {
        let number = index + 1;
        let result = match session.result() {
            Ok(result) => result,
            Err(limit) => return streams.error(format!("turn {number}: {limit}")),
        };
        if let Some(result) = result {
            let ended = result_line(session.game(), &result);
            let turn = shown(turn);
            return streams.error(format!("turn {number}, `{turn}`: the game is over ({ended})"));
        }
        let turn = session.meant(turn).into_owned();
        if let Err(error) = session.play_text(&turn) {
            return streams.error(format!("turn {number}: {error}"));
        }
    }
    let result = session.result();
    if arguments.json {
        let result = result.as_ref().ok().and_then(Option::as_ref);
        writeln!(streams.out, "{:#}", object(&session, result))?;
    } else {
        writeln!(streams.out, "{}", session.position_text())?;
        if let Ok(Some(result)) = &result {
            writeln!(streams.out, "{}", result_line(session.game(), result))?;
        }
    }
    // The turns have been played, whatever is known of the next one.
    if let Err(limit) = result {
        writeln!(streams.err, "note: {limit}")?;
    }
    Ok(Outcome::Fine)
}

/// Makes an object of a game that has been played so far.
fn object(session: &Session, result: Option<&GameResult>) -> Value {
    let game = session.game();
    let played = session.positions().windows(2).zip(session.history());
    let turns: Vec<Value> = played
        .filter_map(|(positions, turn)| {
            let [before, after] = positions else { return None };
            Some(json!({
                "turn": turn_text(game, turn),
                "side": game.side_name(before.to_move),
                "told": account::account(game, before, turn, after, None),
            }))
        })
        .collect();
    let result = result.map(|result| {
        let winner = result.winner().map(|side| game.side_name(side));
        json!({ "winner": winner, "reason": result.reason })
    });
    json!({
        "position": session.position_text(),
        "side": game.side_name(session.side_to_move()),
        "result": result,
        "turns": turns,
    })
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

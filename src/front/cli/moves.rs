//! `fairyring moves GAME`: the legal turns.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::load::GameArguments;
use super::{Outcome, Result, Streams, apply};
use crate::ir::Game;
use crate::notation;
use crate::state::{Choice, Turn};

/// What `moves` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How the turns are printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print JSON for programs, the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How a command prints what it found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Lines for people
    #[default]
    Text,
    /// JSON for programs
    Json,
}

/// Prints the legal turns in order.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    let (result, legal) = match session.result().and_then(|result| Ok((result, session.legal()?))) {
        Ok(found) => found,
        Err(limit) => return streams.error(limit),
    };
    if legal.is_empty() {
        let told = match result {
            Some(result) => {
                format!("the game is over: {}", apply::outcome(session.game(), &result))
            }
            None => "there is no legal turn here, and the game is not over".to_owned(),
        };
        writeln!(streams.err, "note: {told}")?;
    }
    let game = session.game();
    let mut turns: Vec<(String, Turn)> = legal
        .into_iter()
        .map(|legal| (notation::turn_text(game, &legal.turn), legal.turn))
        .collect();
    turns.sort_by(|a, b| a.0.cmp(&b.0));
    let format = if arguments.json { Format::Json } else { arguments.format };
    match format {
        Format::Text => {
            for (text, _) in turns {
                writeln!(streams.out, "{text}")?;
            }
        }
        Format::Json => {
            let objects = turns.iter().map(|(text, turn)| object(game, text, turn)).collect();
            writeln!(streams.out, "{:#}", Value::Array(objects))?;
        }
    }
    Ok(Outcome::Fine)
}

/// `turn` is the text, `steps` its parts, and `from` and `to` are squares if there is just one move.
fn object(game: &Game, text: &str, turn: &Turn) -> Value {
    let steps: Vec<&str> = text.split(',').collect();
    let mut value = json!({ "turn": text, "steps": steps });
    let mut moves = turn.steps.iter().filter_map(|step| match &step.choice {
        Choice::Move(made) => Some(made),
        _ => None,
    });
    if let (Some(made), None) = (moves.next(), moves.next()) {
        value["from"] = json!(game.board.name(made.from));
        value["to"] = json!(game.board.name(made.to));
    }
    value
}

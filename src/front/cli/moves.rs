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
    /// How turns are written: each line is the turn as it is typed here, a tab, and its text
    #[arg(long, value_enum)]
    notation: Option<Written>,
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

/// How a command writes turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Written {
    /// Pieces, captures, drops, promotions, check and mate: `Nf3`, `exd5`, `N@e4`
    San,
    /// As shogi players write after Hodges: `P-7f`, `Bx3c+`
    Hodges,
    /// As the World Xiangqi Federation writes: `C2=5`
    Wxf,
    /// From square to square, as turns are typed here: `g1f3`
    Squares,
    /// As the game's own people write
    Own,
}

impl Written {
    /// Returns the notation; none for squares.
    pub(super) fn notation(self) -> Option<notation::Notation> {
        Some(match self {
            Self::San => notation::Notation::San,
            Self::Hodges => notation::Notation::Hodges,
            Self::Wxf => notation::Notation::Wxf,
            Self::Own => notation::Notation::Own,
            Self::Squares => return None,
        })
    }
}

/// Prints the legal turns in order.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    let notation = arguments.notation.and_then(Written::notation);
    let found = session.result().and_then(|result| {
        let legal = match notation {
            Some(notation) => session.written(notation)?,
            None => session.legal()?.into_iter().map(|legal| (legal, String::new())).collect(),
        };
        Ok((result, legal))
    });
    let (result, legal) = match found {
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
    let named = legal.into_iter().map(|(legal, text)| {
        let squares = notation::turn_text(game, &legal.turn);
        let text = if notation.is_some() { text } else { squares.clone() };
        (squares, text, legal.turn)
    });
    let mut turns: Vec<(String, String, Turn)> = named.collect();
    turns.sort_by(|a, b| a.0.cmp(&b.0));
    let format = if arguments.json { Format::Json } else { arguments.format };
    match format {
        Format::Text => {
            for (squares, text, _) in turns {
                match arguments.notation {
                    Some(_) => writeln!(streams.out, "{squares}\t{text}")?,
                    None => writeln!(streams.out, "{squares}")?,
                }
            }
        }
        Format::Json => {
            let objects = turns.iter().map(|(squares, text, turn)| {
                let mut value = object(game, squares, turn);
                if arguments.notation.is_some() {
                    value["text"] = json!(text);
                }
                value
            });
            let objects = objects.collect();
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

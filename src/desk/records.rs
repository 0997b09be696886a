//! Games saved as records, and taken up again.

use serde_json::{Value, json};

use super::question::{GameAsked, Line};
use super::{Refusal, Reply, loading};
use crate::ir::SideId;
use crate::library::{Player, Record, RecordError, RecordLine};
use crate::session::Session;

/// What the head of a record calls the text of rules that are in no file.
const RULES: &str = "rules";

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Self {
        Self::new(error.to_string())
    }
}

/// Writes the record of a game as far as it was played.
pub(super) fn write(asked: &GameAsked, session: &Session, players: &[String]) -> Reply {
    let game = session.game();
    let mut record = Record::begin(game, session.start_text(), loading::file_name(asked));
    if let Some(text) = &asked.text {
        record = record.with(RULES, json!(text));
    }
    for (side, player) in SideId::ALL.into_iter().zip(players) {
        record = record.with_player(side, &Player::new(player.as_str()));
    }
    for (position, turn) in session.positions().iter().zip(turns(session)) {
        let side = Some(game.side_name(position.to_move).to_owned());
        record.note(RecordLine::Turn { turn, side })?;
    }
    if let Some(result) = session.result()? {
        let winner = result.winner().map(|side| game.side_name(side).to_owned());
        record.note(RecordLine::Result { winner, reason: result.reason })?;
    }
    Ok(json!({ "text": record.to_string() }))
}

fn turns(session: &Session) -> impl Iterator<Item = String> {
    session.history().iter().map(|turn| crate::notation::turn_text(session.game(), turn))
}

/// Reads what stands in a file of records; none of it has been played yet.
pub(super) fn read(text: &str) -> Reply {
    let read = Record::read_all(text)?;
    let games: Vec<Value> = read.records.iter().map(game).collect();
    Ok(json!({ "games": games }))
}

fn game(record: &Record) -> Value {
    let options: serde_json::Map<String, Value> =
        record.options().into_iter().map(|(name, value)| (name, json!(value))).collect();
    let players = SideId::ALL.map(|side| record.player(side).map(|player| player.name));
    let line = Line { start: record.start().map(str::to_owned), turns: record.turns().to_vec() };
    json!({
        "game": {
            "name": record.game_name(),
            "text": record.get(RULES),
            "options": options,
        },
        "start": line.start,
        "turns": line.turns,
        "players": players,
    })
}

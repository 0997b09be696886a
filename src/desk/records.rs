//! Games saved as records, and taken up again.

use serde_json::{Value, json};

use super::question::GameAsked;
use super::{Refusal, Reply, loading};
use crate::ir::SideId;
use crate::library::{Player, Record, RecordError, RecordLine};
use crate::notation;
use crate::session::Session;

/// What the head of a record calls the text of rules that are in no file.
const RULES: &str = "rules";

/// What a record calls how well a player plays.
const LEVEL: &str = "level";

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
    for (side, told) in SideId::ALL.into_iter().zip(players) {
        record = record.with_player(side, &player(told));
    }
    for (position, turn) in session.positions().iter().zip(session.history()) {
        let side = Some(game.side_name(position.to_move).to_owned());
        record.note(RecordLine::Turn { turn: notation::turn_text(game, turn), side })?;
    }
    if let Some(result) = session.result()? {
        record.note(RecordLine::of_result(game, &result))?;
    }
    Ok(json!({ "text": record.to_string() }))
}

/// Makes a player of a text such as `computer 5`, whose number is the level.
fn player(told: &str) -> Player {
    let parts = told.rsplit_once(' ');
    match parts.and_then(|(name, level)| Some((name, level.parse::<u8>().ok()?))) {
        Some((name, level)) => Player::new(name).with(LEVEL, level.into()),
        None => Player::new(told),
    }
}

/// Writes a player as the text that [`player`] reads.
fn told(player: &Player) -> String {
    match player.settings.get(LEVEL).and_then(Value::as_u64) {
        Some(level) => format!("{} {level}", player.name),
        None => player.name.clone(),
    }
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
    let players = SideId::ALL.map(|side| record.player(side).as_ref().map(told));
    json!({
        "game": {
            "name": record.game_name(),
            "text": record.get(RULES),
            "options": options,
        },
        "start": record.start(),
        "turns": record.turns(),
        "players": players,
    })
}

//! The lines of a record after its head.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::ir::Game;
use crate::state::GameResult;

/// Who plays a side: a person, the computer, another program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// What the player is called: `person`, `computer`, the name of a program.
    pub name: String,
    /// What else is known, say `level` or `nodes`.
    pub settings: Map<String, Value>,
}

/// What is added to a record as a game goes on, a line each.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordLine {
    /// A turn has been played.
    Turn {
        /// The text of the turn.
        turn: String,
        /// The name of the side, if it is told.
        side: Option<String>,
    },
    /// Something of a turn has been settled; nothing is any more, if it is empty.
    Step(String),
    /// So many turns have been taken back, and a resignation or a result before them.
    Back(usize),
    /// The side of that name has resigned.
    Resigned(String),
    /// Others play the sides from here on, or with another seed.
    Players {
        /// The players, in the order of the sides.
        players: Vec<Player>,
        /// The seed of what is random.
        seed: Option<u64>,
    },
    /// The game is over.
    Result {
        /// The name of the winner; without one it is drawn.
        winner: Option<String>,
        /// The reason, as the rules or whoever ended the game put it.
        reason: String,
    },
}

impl Player {
    /// Makes a player of whom no more is known than what it is called.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), settings: Map::new() }
    }

    /// Tells more, say `("level", 7.into())`.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.settings.insert(key.to_owned(), value);
        self
    }

    /// Returns the entry of a side, which may have a name of its own.
    pub(super) fn entry(&self, side: Option<&Value>) -> Value {
        let mut entry = self.settings.clone();
        entry.insert("player".to_owned(), json!(self.name));
        if let Some(name) = side {
            entry.insert("name".to_owned(), name.clone());
        }
        Value::Object(entry)
    }

    /// Reads the entry of a side.
    pub(super) fn of_entry(entry: &Value) -> Option<Self> {
        let name = entry["player"].as_str()?.to_owned();
        let mut settings = entry.as_object()?.clone();
        settings.retain(|key, _| key != "player" && key != "name");
        Some(Self { name, settings })
    }
}

impl RecordLine {
    /// Tells how a game under those rules ended.
    #[doc(hidden)]
    pub fn of_result(rules: &Game, result: &GameResult) -> Self {
        let winner = result.winner().map(|side| rules.side_name(side).to_owned());
        Self::Result { winner, reason: result.reason.clone() }
    }

    /// Reads what a line tells.
    pub(super) fn of_value(line: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Ok(if let Some(turn) = text(&line["turn"]) {
            Self::Turn { turn, side: text(&line["side"]) }
        } else if let Some(so_far) = text(&line["step"]) {
            Self::Step(so_far)
        } else if let Some(turns) = line["back"].as_u64() {
            Self::Back(usize::try_from(turns).unwrap_or(usize::MAX))
        } else if let Some(side) = text(&line["resigned"]) {
            Self::Resigned(side)
        } else if let Some(sides) = line["sides"].as_array() {
            let players = sides.iter().map(|side| Player::of_entry(side).unwrap_or_default());
            Self::Players { players: players.collect(), seed: line["seed"].as_u64() }
        } else if line["result"].is_object() {
            let result = &line["result"];
            let reason = text(&result["reason"]).unwrap_or_default();
            Self::Result { winner: text(&result["winner"]), reason }
        } else {
            let known = "`turn`, `step`, `back`, `resigned`, `sides`, `result`";
            return Err(format!("it has none of {known}"));
        })
    }
}

/// The JSON of the line, without its end.
impl fmt::Display for RecordLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self {
            Self::Turn { turn, side: Some(side) } => json!({ "turn": turn, "side": side }),
            Self::Turn { turn, side: None } => json!({ "turn": turn }),
            Self::Step(so_far) => json!({ "step": so_far }),
            Self::Back(turns) => json!({ "back": turns }),
            Self::Resigned(side) => json!({ "resigned": side }),
            Self::Players { players, seed } => {
                let players: Vec<Value> = players.iter().map(|player| player.entry(None)).collect();
                json!({ "sides": players, "seed": seed })
            }
            Self::Result { winner, reason } => {
                json!({ "result": { "winner": winner, "reason": reason } })
            }
        };
        value.fmt(f)
    }
}

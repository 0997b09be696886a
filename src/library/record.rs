//! Records of games: how one began, what was played, and how it ended.

use std::fmt;

use serde_json::{Map, Value, json};

use super::error::PlayError;
use super::game::Game;
use super::position::Position;
use crate::ir::SideId;
use crate::state::GameResult;

/// The version of the format.
const VERSION: u64 = 2;

/// A game that was played, written as lines of JSON: a head, a line for each turn, and the result.
///
/// ```
/// use fairyring::{Game, Record};
///
/// let game = Game::bundled("chess")?;
/// let mut record = Record::new(&game.start(), "chess");
/// record.add(&game.start(), "e2e4");
/// let (read, position) = Record::read(&record.to_string(), &game)?;
/// assert_eq!((read.turns(), position.side_to_move()), (&["e2e4".to_owned()][..], fairyring::Side::LAST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    head: Map<String, Value>,
    turns: Vec<String>,
    sides: Vec<String>,
    result: Option<(Option<String>, String)>,
}

/// What is wrong with a record, and in which line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Begins the record of a game that begins in a position; `name` is that of the game, or of its file.
    pub fn new(start: &Position, name: &str) -> Self {
        let rules = start.game().rules();
        let options: Map<String, Value> = rules
            .options
            .iter()
            .filter(|option| option.value != option.default)
            .map(|option| (option.name.clone(), json!(option.value)))
            .collect();
        let sides = SideId::ALL.map(|side| json!({ "name": start.game().side_name(side) }));
        let head = json!({
            "fairyring": "game",
            "version": VERSION,
            "game": name,
            "hash": start.game().hash(),
            "options": options,
            "start": start.to_string(),
            "sides": sides,
        });
        let head = head.as_object().cloned().unwrap_or_default();
        Self { head, turns: Vec::new(), sides: Vec::new(), result: None }
    }

    /// Tells more at the head, say the seed or who played: `("seed", 7.into())`.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.head.insert(key.to_owned(), value);
        self
    }

    /// Returns what the head tells under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.head.get(key)
    }

    /// Adds a turn that was played in a position.
    pub fn add(&mut self, position: &Position, turn: &str) {
        self.turns.push(turn.to_owned());
        self.sides.push(position.game().side_name(position.side_to_move()).to_owned());
    }

    /// Notes how the game ended.
    pub fn end(&mut self, game: &Game, result: &GameResult) {
        let winner = result.winner().map(|side| game.side_name(side).to_owned());
        self.result = Some((winner, result.reason.clone()));
    }

    /// Returns the turns.
    pub fn turns(&self) -> &[String] {
        &self.turns
    }

    /// Returns the name of the winner, if there is one, and the reason, if the game is over.
    pub fn result(&self) -> Option<(Option<&str>, &str)> {
        self.result.as_ref().map(|(winner, reason)| (winner.as_deref(), reason.as_str()))
    }

    /// Reads a record of a game and plays it; returns it with the position at its end.
    ///
    /// # Errors
    /// If a line is none of a record, the record is one of other rules, or a turn is not legal where it was played.
    pub fn read(text: &str, game: &Game) -> Result<(Self, Position), RecordError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let wrong = |line, message: String| RecordError { line, message };
        let (_, head) = lines.next().ok_or_else(|| wrong(1, "the record is empty".to_owned()))?;
        let head: Value =
            serde_json::from_str(head).map_err(|error| wrong(1, error.to_string()))?;
        let head = head.as_object().cloned().unwrap_or_default();
        check_head(&head, game).map_err(|message| wrong(1, message))?;
        let start = head.get("start").and_then(Value::as_str);
        let mut position = match start {
            Some(text) => game.position(text).map_err(|error| wrong(1, error.to_string()))?,
            None => game.start(),
        };
        let mut record = Self { head, turns: Vec::new(), sides: Vec::new(), result: None };
        for (number, line) in lines {
            let value: Value =
                serde_json::from_str(line).map_err(|error| wrong(number, error.to_string()))?;
            record.follow(&value, &mut position).map_err(|message| wrong(number, message))?;
        }
        Ok((record, position))
    }

    /// Takes a line up, and plays the turn that it tells.
    fn follow(&mut self, line: &Value, position: &mut Position) -> Result<(), String> {
        if let Some(turn) = line["turn"].as_str() {
            let side = position.game().side_name(position.side_to_move()).to_owned();
            if line["side"].as_str().is_some_and(|told| told != side) {
                return Err(format!("it is the turn of {side}"));
            }
            let next = position.play(turn).map_err(|error: PlayError| error.to_string())?;
            self.add(position, turn);
            *position = next;
            return Ok(());
        }
        let result = &line["result"];
        if let Some(reason) = result["reason"].as_str() {
            let winner = result["winner"].as_str().map(str::to_owned);
            if let Some(known) = position.outcome().map_err(|limit| limit.to_string())? {
                let told = known.winner().map(|side| position.game().side_name(side).to_owned());
                if told != winner {
                    return Err(format!("the game ended otherwise: {}", known.reason));
                }
            }
            self.result = Some((winner, reason.to_owned()));
            return Ok(());
        }
        Err("it tells neither a `turn` nor a `result`".to_owned())
    }
}

fn check_head(head: &Map<String, Value>, game: &Game) -> Result<(), String> {
    if head.get("fairyring").and_then(Value::as_str) != Some("game") {
        return Err("this is no record of a game".to_owned());
    }
    match head.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        version => {
            let version = version.map_or("none".to_owned(), |version| version.to_string());
            return Err(format!("the version is {version}, and {VERSION} is read"));
        }
    }
    match head.get("hash").and_then(Value::as_str) {
        Some(hash) if hash != game.hash() => {
            Err("the record is of a game with other rules or options".to_owned())
        }
        _ => Ok(()),
    }
}

/// The lines of the record.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Value::Object(self.head.clone()))?;
        for (turn, side) in self.turns.iter().zip(&self.sides) {
            writeln!(f, "{}", json!({ "turn": turn, "side": side }))?;
        }
        if let Some((winner, reason)) = &self.result {
            writeln!(f, "{}", json!({ "result": { "winner": winner, "reason": reason } }))?;
        }
        Ok(())
    }
}

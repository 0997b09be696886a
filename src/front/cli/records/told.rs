//! Messages about records, for people and for programs.

use std::fmt;

use serde_json::{Value, json};

use super::known::Game;
use crate::author::why::{self, Kind};
use crate::notation::{shown, write_position};
use crate::records::pgn::PgnError;
use crate::records::replay::{Why, Wrong};

/// Something about a record.
#[derive(Clone, Debug)]
pub struct Told {
    /// The number of the game in its file.
    pub game: u64,
    /// The line.
    pub line: u64,
    /// The turn as it is written, with its number.
    pub turn: Option<(usize, String)>,
    /// Whether it stands in a variation.
    pub in_variation: bool,
    /// What there is to say.
    pub message: String,
    /// Whether the record is wrong; otherwise it is only worth knowing.
    pub is_wrong: bool,
}

impl Told {
    /// Says something about a whole game.
    pub fn about(game: u64, line: u64, message: String, is_wrong: bool) -> Self {
        Self { game, line, turn: None, in_variation: false, message, is_wrong }
    }

    /// Says what is wrong with a turn, and why, as far as the rules tell.
    pub fn of_wrong(known: &Game, number: u64, wrong: &Wrong) -> Self {
        let message = match &wrong.why {
            Why::Illegal => reason(known, wrong).unwrap_or_else(|| wrong.why.to_string()),
            why => why.to_string(),
        };
        Self {
            game: number,
            line: wrong.line,
            turn: Some((wrong.turn, wrong.text.clone())),
            in_variation: wrong.in_variation,
            message,
            is_wrong: true,
        }
    }

    /// Returns the same for programs.
    pub fn json(&self, file: &str) -> Value {
        let mut value = json!({ "file": file, "game": self.game, "line": self.line });
        if let Some((number, text)) = &self.turn {
            value["turn"] = json!(number);
            value["text"] = json!(text);
            value["in_variation"] = json!(self.in_variation);
        }
        value["message"] = json!(self.message);
        value
    }
}

impl From<PgnError> for Told {
    fn from(error: PgnError) -> Self {
        Self::about(error.game, error.line, error.message, true)
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        if let Some((number, text)) = &self.turn {
            let place = if self.in_variation { " in a variation" } else { "" };
            write!(f, ", turn {number}{place}, `{}`", shown(text))?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Asks the rules why a turn is not legal; nothing if what is written is not understood as one turn.
fn reason(known: &Game, wrong: &Wrong) -> Option<String> {
    let text = write_position(known.start.game(), &wrong.before);
    let session = known.start.elsewhere(&text).ok()?;
    let answer = why::why(&session, known.sources(), &wrong.text).ok()?;
    let is_unclear = matches!(
        answer.kind,
        Kind::Legal
            | Kind::Over
            | Kind::Open
            | Kind::Unreadable
            | Kind::Ambiguous
            | Kind::Incomplete
    );
    (!is_unclear).then(|| format!("not legal: {}", answer.message))
}

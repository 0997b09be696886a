//! Records of the first version, which are still read: lines of words.
//!
//! ```text
//! fairyring game 1
//! game magic-ring
//! set powers=Queen,Knight
//! start rnbqkbnr/… w …
//! play e2e4
//! play e7e5
//! resigned Black
//! ```

use serde_json::{Value, json};

use super::line::RecordLine;
use super::{Record, RecordError};

/// The version.
pub(super) const VERSION: u64 = 1;

/// The first line: what it is and in which version.
const HEADER: &str = "fairyring game 1";

/// Tells whether a text is a record of that version.
pub(super) fn is_one(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim() == HEADER)
}

/// Reads the text of such a record.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let head = json!({ super::KIND.0: super::KIND.1, "version": super::VERSION, "options": {} });
    let head = head.as_object().cloned().unwrap_or_default();
    let mut record = Record::of_head(head, VERSION, 1);
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        let line = line.trim();
        if !line.is_empty() {
            record.place = number;
            read_line(&mut record, line).map_err(|reason| RecordError::at_line(number, reason))?;
        }
    }
    if record.game_name().is_empty() {
        return Err(RecordError::at_line(1, "there is no line `game …`".to_owned()));
    }
    Ok(record)
}

fn read_line(record: &mut Record, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    if rest.is_empty() {
        return Err(format!("something is missing after `{word}`"));
    }
    match word {
        "game" | "start" => {
            record.head.insert(word.to_owned(), json!(rest));
        }
        "set" => {
            let (name, value) = rest.split_once('=').ok_or("write `set OPTION=VALUE`")?;
            if let Some(options) = record.head.get_mut("options").and_then(Value::as_object_mut) {
                options.insert(name.to_owned(), json!(value));
            }
        }
        "play" => record.take_up(RecordLine::Turn { turn: rest.to_owned(), side: None })?,
        "resigned" => record.take_up(RecordLine::Resigned(rest.to_owned()))?,
        _ => return Err(format!("`{word}` is none of game, set, start, play, resigned")),
    }
    Ok(())
}

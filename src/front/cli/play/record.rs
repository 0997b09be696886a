//! The record of a game: how it began, who plays, and what was played, as lines of JSON.
//!
//! ```text
//! {"fairyring":"game","version":2,"game":"magic-ring","options":{"powers":"Queen,Knight"},
//!  "start":"rnbqkbnr/… w …","sides":[{"name":"White","player":"person"},…],"seed":7}
//! {"turn":"e2e4","side":"White"}
//! {"step":"e7"}
//! {"turn":"e7e5","side":"Black"}
//! {"back":2}
//! {"resigned":"White"}
//! {"sides":[{"player":"person"},{"player":"person"}],"seed":8}
//! {"result":{"winner":"Black","reason":"White has resigned"}}
//! ```
//!
//! The first object is one line. A line is only ever added at the end, so that a program that is killed leaves
//! at worst a line that was not finished, and that one is left out. What the first line says besides is skipped:
//! later versions may tell more there.

use serde_json::{Map, Value, json};

use super::old_record;
use super::players::Player;
use crate::ir::{BySide, SideId, SideInfo};

/// The version of the format that is written.
pub(super) const VERSION: u64 = 2;

/// What the first line says the file is.
const KIND: (&str, &str) = ("fairyring", "game");

/// How a game began and what was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// A bundled game or a path.
    pub game: String,
    /// The options that are set.
    pub options: Vec<(String, String)>,
    /// The position in which the game began, if it is told.
    pub start: Option<String>,
    /// Who plays the sides, if it is told.
    pub players: Option<BySide<Player>>,
    /// The seed of the computer's choices, if it is told.
    pub seed: Option<u64>,
    /// The turns, each with the number of its line.
    pub turns: Vec<(usize, String)>,
    /// The part of a turn that is settled.
    pub so_far: String,
    /// The side that has resigned.
    pub resigned: Option<String>,
    /// Whether the game is over by its rules.
    pub over: bool,
}

/// What is added to the record of a game as it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A turn has been played.
    Turn { text: String, side: String },
    /// Something of a turn has been settled; nothing is any more, if it is empty.
    Step(String),
    /// So many turns have been taken back, and a resignation before them.
    Back(usize),
    /// A side has resigned.
    Resigned(String),
    /// Others play the sides from here on, or the computer has another seed.
    Players(BySide<Player>, u64),
    /// The game is over; without a winner it is drawn.
    Result { winner: Option<String>, reason: String },
}

impl Event {
    /// Returns the line, with its end.
    pub(super) fn line(&self) -> String {
        let value = match self {
            Self::Turn { text, side } => json!({ "turn": text, "side": side }),
            Self::Step(so_far) => json!({ "step": so_far }),
            Self::Back(turns) => json!({ "back": turns }),
            Self::Resigned(side) => json!({ "resigned": side }),
            Self::Players(players, seed) => {
                let players = players.map(|player| json!({ "player": player.word() }));
                json!({ "sides": players.into_array(), "seed": seed })
            }
            Self::Result { winner, reason } => {
                json!({ "result": { "winner": winner, "reason": reason } })
            }
        };
        format!("{value}\n")
    }
}

/// What was read: the record, and how many bytes of the text make it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The record.
    pub record: Record,
    /// The bytes up to the end of the last whole line; `None` if the text has the format of an older version,
    /// which is not gone on with.
    pub whole: Option<usize>,
}

impl Record {
    /// Returns the first line, with its end. `sides` are the names of the sides.
    pub(super) fn head(&self, sides: &BySide<SideInfo>) -> String {
        let options: Map<String, Value> =
            self.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let mut head = json!({
            KIND.0: KIND.1,
            "version": VERSION,
            "game": self.game,
            "options": options,
            "start": self.start,
            "seed": self.seed,
        });
        if let Some(players) = self.players {
            let side =
                |side: SideId| json!({ "name": sides[side].name, "player": players[side].word() });
            head["sides"] = json!(SideId::ALL.map(side));
        }
        format!("{head}\n")
    }

    /// Tells whether nothing is left to play.
    pub(super) fn is_over(&self) -> bool {
        self.over || self.resigned.is_some()
    }

    /// Reads the text of a record of this or an older version.
    ///
    /// # Errors
    ///
    /// Says which line is wrong, and why.
    pub(super) fn read(text: &str) -> Result<Reading, String> {
        if old_record::is_one(text) {
            return Ok(Reading { record: old_record::read(text)?, whole: None });
        }
        let mut lines = text.split_inclusive('\n').enumerate();
        let head = lines.next().map_or("", |(_, line)| line);
        let mut record = Self::read_head(head)?;
        let mut whole = head.len();
        for (index, line) in lines {
            let parsed = serde_json::from_str::<Value>(line.trim());
            match parsed {
                Ok(value) => record
                    .add(index + 1, &value)
                    .map_err(|reason| format!("line {}: {reason}", index + 1))?,
                Err(_) if line.trim().is_empty() => {}
                // Whoever wrote it was stopped.
                Err(_) if !line.ends_with('\n') => break,
                Err(error) => return Err(format!("line {}: {error}", index + 1)),
            }
            whole += line.len();
        }
        Ok(Reading { record, whole: Some(whole) })
    }

    fn read_head(line: &str) -> Result<Self, String> {
        let head: Value = serde_json::from_str(line.trim()).unwrap_or(Value::Null);
        if head[KIND.0] != KIND.1 {
            return Err("this is no saved game".to_owned());
        }
        let version = head["version"].as_u64().unwrap_or(0);
        if version != VERSION {
            let known = format!("this program reads versions 1 and {VERSION}");
            return Err(format!("the saved game is of version {version}; {known}"));
        }
        let text = |name: &str| head[name].as_str().map(str::to_owned);
        let game = text("game").ok_or("line 1: `game` is missing")?;
        let mut options = Vec::new();
        for (name, value) in head["options"].as_object().into_iter().flatten() {
            let value = value.as_str().ok_or("line 1: an option's value is no text")?;
            options.push((name.clone(), value.to_owned()));
        }
        let players = players_of(&head);
        let (start, seed) = (text("start"), head["seed"].as_u64());
        Ok(Self { game, options, start, players, seed, ..Self::default() })
    }

    /// Adds what a line tells.
    fn add(&mut self, line: usize, value: &Value) -> Result<(), String> {
        if let Some(turn) = value["turn"].as_str() {
            self.turns.push((line, turn.to_owned()));
            self.so_far.clear();
        } else if let Some(so_far) = value["step"].as_str() {
            so_far.clone_into(&mut self.so_far);
        } else if let Some(turns) = value["back"].as_u64() {
            let turns = usize::try_from(turns).unwrap_or(usize::MAX);
            let left = self.turns.len().checked_sub(turns);
            let left = left.ok_or("more turns are taken back than were played")?;
            self.turns.truncate(left);
            self.so_far.clear();
            (self.resigned, self.over) = (None, false);
        } else if let Some(side) = value["resigned"].as_str() {
            self.resigned = Some(side.to_owned());
        } else if value["sides"].is_array() {
            self.players = players_of(value);
            self.seed = value["seed"].as_u64();
        } else if value["result"].is_object() {
            self.over = true;
        } else {
            let known = "`turn`, `step`, `back`, `resigned`, `sides`, `result`";
            return Err(format!("it has none of {known}"));
        }
        Ok(())
    }
}

/// Returns who plays the sides, if a line tells it.
fn players_of(value: &Value) -> Option<BySide<Player>> {
    let player = |at: usize| value["sides"][at]["player"].as_str().and_then(Player::of_word);
    player(0).zip(player(1)).map(|(first, second)| BySide::new([first, second]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            game: "some \"game\".rules".to_owned(),
            options: vec![("powers".to_owned(), "Queen,\"N,fW\"".to_owned())],
            start: Some("8/8 w 1".to_owned()),
            players: Some(BySide::new([Player::Person, Player::Computer])),
            seed: Some(7),
            ..Record::default()
        }
    }

    fn sides() -> BySide<SideInfo> {
        let side = |name: &str| SideInfo { name: name.to_owned(), letter: name.to_lowercase() };
        BySide::new([side("White"), side("Black")])
    }

    fn turn(text: &str) -> String {
        Event::Turn { text: text.to_owned(), side: "White".to_owned() }.line()
    }

    fn read(text: &str) -> Record {
        Record::read(text).unwrap().record
    }

    #[test]
    fn written_and_read() {
        let head = record().head(&sides());
        assert_eq!(head.lines().count(), 1);
        let text = format!("{head}{}{}", turn("a2a4"), Event::Step("sac:".to_owned()).line());
        let wanted =
            Record { turns: vec![(2, "a2a4".to_owned())], so_far: "sac:".to_owned(), ..record() };
        assert_eq!(read(&text), wanted);
        let back = format!("{text}{}{}", turn("a7a6"), Event::Back(2).line());
        assert_eq!(read(&back), record());
        let resigned = format!("{text}{}", Event::Resigned("White".to_owned()).line());
        assert!(read(&resigned).is_over());
        assert!(!read(&format!("{resigned}{}", Event::Back(0).line())).is_over());
    }

    #[test]
    fn what_was_not_written_to_its_end_is_left_out() {
        let head = record().head(&sides());
        let whole = format!("{head}{}{}", turn("a2a4"), turn("ä7ä6"));
        for end in head.len()..whole.len() {
            let Some(text) = whole.get(..end) else { continue };
            let reading = Record::read(text).unwrap();
            let turns = reading.record.turns.len();
            // A line is there as soon as its last brace is.
            assert_eq!(turns, text[head.len()..].matches('}').count(), "{text}");
            assert!(reading.whole.unwrap() <= text.len());
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        let refused = |text: &str| Record::read(text).unwrap_err();
        assert!(refused("").contains("no saved game"));
        assert!(refused("\u{0}\n").contains("no saved game"));
        assert!(refused("{}\n").contains("no saved game"));
        let later = refused("{\"fairyring\":\"game\",\"version\":9}\n");
        assert!(later.contains("version 9"), "{later}");
        let head = record().head(&sides());
        assert!(refused(&format!("{head}{{}}\n")).starts_with("line 2: it has none of"));
        assert!(refused(&format!("{head}e2e4\n{{}}\n")).starts_with("line 2: "));
        assert!(refused(&format!("{head}{{\"back\":1}}\n")).contains("more turns"));
    }

    #[test]
    fn later_versions_may_say_more_at_the_beginning() {
        let head = record().head(&sides()).replacen('{', "{\"hash\":\"12ab\",", 1);
        assert_eq!(read(&head), record());
    }
}

//! Records of games: how one began, who played, what was played, and how it ended.
//!
//! ```text
//! {"fairyring":"game","version":2,"game":"magic-ring","hash":"…","options":{"powers":"Queen,Knight"},
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
//! The first object is one line. A line is only ever added at the end, so that a program that is killed leaves at worst a
//! line that was not finished, and that one is left out. A last line that lacks nothing but its line break is read: people
//! and editors leave line breaks out, and what was played must not be lost. Whoever goes on in such a text adds the line
//! break first. What lines say besides is skipped: later versions may tell more.

mod line;
mod old;
mod replay;
#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::{Map, Value, json};

use super::game::Game;
use super::position::Position;
use crate::ir::{self, SideId, display};
use crate::state::GameResult;
pub use line::{Player, RecordLine};

/// The version of the format that is written.
const VERSION: u64 = 2;

/// What the head says that the lines are.
const KIND: (&str, &str) = ("fairyring", "game");

/// A game that was played, written as lines of JSON: a head, a line for each turn, and the result.
///
/// Whatever adds to a record returns the line that was added, with its end. Who writes these to a file as they come, after
/// the [head](Self::head_line), loses nothing when the program is stopped; [`read_all`](Self::read_all) takes such files
/// up again, and [`Records`] tells how to go on in them. As a text, a record is the game as it stands, without what was
/// taken back.
///
/// What is added is not checked: a turn is a text here, until [`replay`](Self::replay) plays it.
///
/// ```
/// use fairyring::{Game, Record, SideId};
///
/// let game = Game::bundled("chess")?;
/// let mut record = Record::new(&game.start(), "chess");
/// assert_eq!(record.add(&game.start(), "e2e4"), "{\"side\":\"White\",\"turn\":\"e2e4\"}\n");
///
/// let read = Record::read(&record.to_string())?;
/// assert_eq!(read.turns(), ["e2e4"]);
/// let position = read.replay(&game)?;
/// assert_eq!(position.side_to_move(), SideId::LAST);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Several games may stand in one text, one after the other:
///
/// ```
/// use fairyring::{Game, Record};
///
/// let game = Game::bundled("mono")?;
/// let mut text = String::new();
/// for seed in 1..=3 {
///     let mut position = game.start();
///     let mut record = Record::new(&position, "mono").with_seed(seed);
///     for turn in &position.random_game(500, seed)?.0 {
///         record.add(&position, turn.as_str());
///         position = position.play_turn(turn)?;
///     }
///     if let Some(result) = position.outcome()? {
///         record.end(&game, &result);
///     }
///     text += &record.to_string();
/// }
/// for record in &Record::read_all(&text)?.records {
///     record.replay(&game)?;
///     println!("seed {:?}: {} turns, {:?}", record.seed(), record.turns().len(), record.result());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    version: u64,
    /// What the first line tells, with the players and the seed as they are now.
    head: Map<String, Value>,
    turns: Vec<String>,
    /// The line of each turn, and the name of its side if it is told.
    places: Vec<(usize, Option<String>)>,
    /// The part of a turn that is settled.
    so_far: String,
    resigned: Option<String>,
    result: Option<(Option<String>, String)>,
    /// The line of the head.
    head_place: usize,
    /// The line of the result or the resignation.
    end_place: usize,
    /// The line that was taken up last.
    place: usize,
}

/// Records that were read from one text.
///
/// To go on in a text, cut off what follows after [`whole`](Self::whole), and add what [`missing_end`](Self::missing_end)
/// returns before the first line of your own:
///
/// ```
/// use fairyring::{Game, Record};
///
/// let game = Game::bundled("chess")?;
/// let mut record = Record::new(&game.start(), "chess");
/// let mut text = record.head_line() + &record.add(&game.start(), "e2e4");
/// text += "{\"turn\":\"e7";
///
/// let mut read = Record::read_all(&text)?;
/// assert!(read.whole < text.len(), "the last line was not written to its end");
/// text.truncate(read.whole);
/// text += read.missing_end();
/// let position = read.records[0].replay(&game)?;
/// text += &read.records[0].add(&position, "d7d5");
/// assert_eq!(Record::read(&text)?.turns(), ["e2e4", "d7d5"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    /// The records; the last one may be of a game that was not over.
    pub records: Vec<Record>,
    /// The bytes of the text up to the end of its last whole line: what follows was not written to its end. A last line
    /// that lacks nothing but its line break is whole, and was read.
    pub whole: usize,
    /// Whether the last whole line lacks its line break.
    lacks_break: bool,
}

/// What is wrong with a record, and in which line and turn, both counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line: of the whole text that was read, if there are several records in it.
    pub line: usize,
    /// The number of the turn, if a turn is what is wrong.
    pub turn: Option<usize>,
    /// What is wrong with it.
    pub message: String,
}

impl RecordError {
    fn at_line(line: usize, message: String) -> Self {
        Self { line, turn: None, message }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(turn) => write!(f, "line {}, turn {turn}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Begins the record of a game that begins in a position; `name` is that of the game, or of its file.
    pub fn new(start: &Position, name: &str) -> Self {
        Self::begin(start.game().rules(), &start.to_string(), name)
    }

    /// Begins the record of a game that begins in the position with that text.
    #[doc(hidden)]
    pub fn begin(rules: &ir::Game, start: &str, name: &str) -> Self {
        let options = rules.options.iter().filter(|option| option.value != option.default);
        let options: Map<String, Value> =
            options.map(|option| (option.name.clone(), json!(option.value))).collect();
        let sides = SideId::ALL.map(|side| json!({ "name": rules.side_name(side) }));
        let head = json!({
            KIND.0: KIND.1,
            "version": VERSION,
            "game": name,
            "hash": display::hash(rules),
            "options": options,
            "start": start,
            "sides": sides,
        });
        Self::of_head(head.as_object().cloned().unwrap_or_default(), VERSION, 1)
    }

    /// Returns the same record under rules that may have changed since, with so many of its turns; how the game ended is
    /// left out if it is not so any more.
    #[doc(hidden)]
    #[must_use]
    pub fn renewed(mut self, rules: &ir::Game, start: &str, turns: usize, ended_so: bool) -> Self {
        let name = self.game_name().to_owned();
        let Self { head, .. } = Self::begin(rules, start, &name);
        if turns < self.turns.len() || !ended_so {
            self.turns.truncate(turns);
            self.places.truncate(turns);
            self.so_far.clear();
            (self.resigned, self.result) = (None, None);
        }
        for (key, value) in head {
            if key != "sides" || !self.head.contains_key("sides") {
                self.head.insert(key, value);
            }
        }
        self.version = VERSION;
        self
    }

    /// Makes a record of which nothing but the head is known, which stands in that line.
    fn of_head(head: Map<String, Value>, version: u64, place: usize) -> Self {
        Self {
            version,
            head,
            turns: Vec::new(),
            places: Vec::new(),
            so_far: String::new(),
            resigned: None,
            result: None,
            head_place: place,
            end_place: place,
            place,
        }
    }

    /// Tells more at the head, say the event or the date: `("event", "friendly".into())`.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.head.insert(key.to_owned(), value);
        self
    }

    /// Tells the seed of what is random in the game.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        self.with("seed", seed.into())
    }

    /// Tells who plays a side.
    #[must_use]
    pub fn with_player(mut self, side: SideId, player: &Player) -> Self {
        self.seat(side.number(), player);
        self
    }

    /// Returns what the head tells under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.head.get(key)
    }

    /// Returns the name of the game, or of its file.
    pub fn game_name(&self) -> &str {
        self.head.get("game").and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the [hash](Game::hash) of the game, if it is told.
    pub fn hash(&self) -> Option<&str> {
        self.head.get("hash").and_then(Value::as_str)
    }

    /// Returns the options that are other than by default, as name and value.
    pub fn options(&self) -> Vec<(String, String)> {
        let options = self.head.get("options").and_then(Value::as_object).into_iter().flatten();
        let texts =
            options.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
        texts.collect()
    }

    /// Returns the text of the position in which the game began, if it is told.
    pub fn start(&self) -> Option<&str> {
        self.head.get("start").and_then(Value::as_str)
    }

    /// Returns the seed of what is random in the game, if it is told.
    pub fn seed(&self) -> Option<u64> {
        self.head.get("seed").and_then(Value::as_u64)
    }

    /// Returns who plays a side, if it is told.
    pub fn player(&self, side: SideId) -> Option<Player> {
        Player::of_entry(self.head.get("sides")?.get(side.number())?)
    }

    /// Returns the turns.
    pub fn turns(&self) -> &[String] {
        &self.turns
    }

    /// Returns the line of each turn, from 1, in the text that was read.
    #[doc(hidden)]
    pub fn turn_lines(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|(line, _)| *line)
    }

    /// Returns the part of the next turn that is settled already.
    pub fn so_far(&self) -> &str {
        &self.so_far
    }

    /// Returns the name of the side that has resigned.
    pub fn resigned(&self) -> Option<&str> {
        self.resigned.as_deref()
    }

    /// Returns the name of the winner, if there is one, and the reason, if the game is over.
    pub fn result(&self) -> Option<(Option<&str>, &str)> {
        self.result.as_ref().map(|(winner, reason)| (winner.as_deref(), reason.as_str()))
    }

    /// Tells whether nothing is left to play.
    pub fn is_over(&self) -> bool {
        self.result.is_some() || self.resigned.is_some()
    }

    /// Tells whether lines may be added to the text that was read: not to one of an older version.
    pub fn can_go_on(&self) -> bool {
        self.version == VERSION
    }

    /// Adds a turn that was played in a position; returns the line. Whether the turn is legal there is not looked at: whoever
    /// adds what somebody typed plays it first.
    pub fn add(&mut self, position: &Position, turn: &str) -> String {
        let side = position.game().side_name(position.side_to_move()).to_owned();
        self.add_always(RecordLine::Turn { turn: turn.to_owned(), side: Some(side) })
    }

    /// Notes how the game ended, by its rules or otherwise; returns the line. It is not compared with the rules, which
    /// [`replay`](Self::replay) does.
    pub fn end(&mut self, game: &Game, result: &GameResult) -> String {
        self.add_always(RecordLine::of_result(game.rules(), result))
    }

    /// Adds anything; returns the line.
    ///
    /// # Errors
    /// If more turns are taken back than were played.
    pub fn note(&mut self, line: RecordLine) -> Result<String, RecordError> {
        let written = format!("{line}\n");
        self.place += 1;
        self.take_up(line).map_err(|message| RecordError::at_line(self.place, message))?;
        Ok(written)
    }

    /// Adds what can always be added.
    fn add_always(&mut self, line: RecordLine) -> String {
        self.note(line).unwrap_or_default()
    }

    /// Returns the first line, with its end.
    pub fn head_line(&self) -> String {
        format!("{}\n", Value::Object(self.head.clone()))
    }

    /// Reads a record; a last line that was not written to its end is left out, which [`read_all`](Self::read_all) tells.
    /// What was played is not looked at: [`replay`](Self::replay) does that.
    ///
    /// # Errors
    /// If a line is none of a record, or there are several records, or none.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        Self::read_all(text)?.only()
    }

    /// Tells whether the first line of a text is one with which records begin.
    #[doc(hidden)]
    pub fn begins(line: &str) -> bool {
        // An old one whose first line alone is read lacks the game.
        old::is_one(line) || Self::read_all(line).is_ok()
    }

    /// Reads records that stand one after the other in a text; an empty text has none. If the last line was not written to
    /// its end, it is left out, and [`whole`](Records::whole) is less than the length of the text.
    ///
    /// # Errors
    /// If a line is none of a record.
    pub fn read_all(text: &str) -> Result<Records, RecordError> {
        if old::is_one(text) {
            let lacks_break = !text.ends_with('\n');
            return Ok(Records { records: vec![old::read(text)?], whole: text.len(), lacks_break });
        }
        let mut read = Records { records: Vec::new(), whole: 0, lacks_break: false };
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let wrong = |message| RecordError::at_line(number, message);
            match serde_json::from_str::<Value>(line.trim()) {
                Ok(value) => read.take_up(number, &value).map_err(wrong)?,
                Err(_) if line.trim().is_empty() => {}
                // Whoever wrote it was stopped.
                Err(_) if !line.ends_with('\n') && read.whole > 0 => break,
                Err(_) if read.records.is_empty() => {
                    return Err(wrong("this is no saved game".to_owned()));
                }
                Err(error) => return Err(wrong(no_json(line, &error))),
            }
            read.whole += line.len();
            read.lacks_break = !line.ends_with('\n');
        }
        Ok(read)
    }

    /// Takes up what a line tells.
    fn take_up(&mut self, line: RecordLine) -> Result<(), String> {
        match line {
            RecordLine::Turn { turn, side } => {
                self.turns.push(turn);
                self.places.push((self.place, side));
                self.so_far.clear();
                (self.resigned, self.result) = (None, None);
            }
            RecordLine::Step(so_far) => self.so_far = so_far,
            RecordLine::Back(turns) => {
                let left = self.turns.len().checked_sub(turns);
                let left = left.ok_or("more turns are taken back than were played")?;
                self.turns.truncate(left);
                self.places.truncate(left);
                self.so_far.clear();
                (self.resigned, self.result) = (None, None);
            }
            RecordLine::Resigned(side) => {
                (self.resigned, self.end_place) = (Some(side), self.place);
            }
            RecordLine::Players { players, seed } => {
                for (number, player) in players.iter().enumerate() {
                    self.seat(number, player);
                }
                self.head.insert("seed".to_owned(), json!(seed));
            }
            RecordLine::Result { winner, reason } => {
                (self.result, self.end_place) = (Some((winner, reason)), self.place);
            }
        }
        Ok(())
    }

    /// Puts a player in the place of the one before it.
    fn seat(&mut self, number: usize, player: &Player) {
        let sides = self.head.entry("sides").or_insert_with(|| json!([]));
        let Some(sides) = sides.as_array_mut() else { return };
        if sides.len() <= number && number < SideId::ALL.len() {
            sides.resize(number + 1, json!({}));
        }
        if let Some(side) = sides.get_mut(number) {
            *side = player.entry(side.get("name"));
        }
    }
}

impl Records {
    /// Returns what has to be added to the [whole](Self::whole) part of the text before lines are added: the line break of
    /// its last line if that lacks it, and nothing otherwise.
    pub fn missing_end(&self) -> &'static str {
        if self.lacks_break { "\n" } else { "" }
    }

    /// Returns the record, if there is one and no more.
    ///
    /// # Errors
    /// Says where another one begins.
    pub fn only(self) -> Result<Record, RecordError> {
        let mut records = self.records.into_iter();
        match (records.next(), records.next()) {
            (Some(record), None) => Ok(record),
            (_, Some(second)) => {
                let told = "here another game begins".to_owned();
                Err(RecordError::at_line(second.head_place, told))
            }
            (None, None) => Err(RecordError::at_line(1, "this is no saved game".to_owned())),
        }
    }

    /// Takes up a line: one of the last record, or the head of another one.
    fn take_up(&mut self, number: usize, line: &Value) -> Result<(), String> {
        if line.get(KIND.0).is_some() || self.records.is_empty() {
            self.records.push(of_head(number, line)?);
            return Ok(());
        }
        let Some(record) = self.records.last_mut() else { return Ok(()) };
        record.place = number;
        record.take_up(RecordLine::of_value(line)?)
    }
}

/// Says what is wrong with a line that is no JSON, and at which of its characters.
fn no_json(line: &str, error: &serde_json::Error) -> String {
    let told = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let told = told.strip_suffix(&place).unwrap_or(&told);
    // What stands before the object is not counted there, and bytes are.
    let before = line.len() - line.trim_start().len() + error.column();
    let number = line.char_indices().take_while(|(at, _)| *at < before).count();
    if told == "trailing characters" {
        return format!(
            "something follows its end at character {number}; perhaps a line break is missing"
        );
    }
    format!("it is no JSON: {told}, at character {number}")
}

fn of_head(number: usize, line: &Value) -> Result<Record, String> {
    if line[KIND.0] != KIND.1 {
        return Err("this is no saved game".to_owned());
    }
    let version = line["version"].as_u64().unwrap_or(0);
    if version != VERSION {
        let known = format!("this program reads versions {} and {VERSION}", old::VERSION);
        return Err(format!("the saved game is of version {version}; {known}"));
    }
    if !line["game"].is_string() {
        return Err("`game` is missing".to_owned());
    }
    if line["options"].as_object().into_iter().flatten().any(|(_, value)| !value.is_string()) {
        return Err("an option's value is no text".to_owned());
    }
    Ok(Record::of_head(line.as_object().cloned().unwrap_or_default(), version, number))
}

/// The lines of the record: the game as it stands.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head_line())?;
        for (turn, (_, side)) in self.turns.iter().zip(&self.places) {
            writeln!(f, "{}", RecordLine::Turn { turn: turn.clone(), side: side.clone() })?;
        }
        if !self.so_far.is_empty() {
            writeln!(f, "{}", RecordLine::Step(self.so_far.clone()))?;
        }
        if let Some(side) = &self.resigned {
            writeln!(f, "{}", RecordLine::Resigned(side.clone()))?;
        }
        if let Some((winner, reason)) = self.result.clone() {
            writeln!(f, "{}", RecordLine::Result { winner, reason })?;
        }
        Ok(())
    }
}

//! Records as lines of JSON: games that were kept or saved, and those of a match.

use std::io::{BufRead, Read};

use serde_json::Value;

use super::source::Entry;
use crate::ir::SideId;
use crate::library::Record;
use crate::records::pgn::{Item, ItemKind, PgnError, PgnGame, UNKNOWN_RESULT};

/// The longest record that is read, in bytes.
const MAX_RECORD: usize = 16 << 20;

/// What a record calls the PGN that it was made of.
pub const PGN: &str = "pgn";

/// Lines of JSON, as a stream.
pub struct Lines<R> {
    stream: R,
    /// The number of the line that was read last.
    line: u64,
    games: u64,
    /// The first line of the next record, which was read already.
    head: Option<String>,
    /// The head of the match whose games follow.
    contest: Option<Value>,
    done: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from a stream.
    pub fn new(stream: R) -> Self {
        Self { stream, line: 0, games: 0, head: None, contest: None, done: false }
    }

    fn error(&mut self, line: u64, message: String, is_last: bool) -> PgnError {
        self.done |= is_last;
        PgnError { game: self.games.max(1), line, message, is_last }
    }

    /// Reads a line; nothing at the end.
    fn read(&mut self) -> Option<Result<String, PgnError>> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_RECORD).unwrap_or(u64::MAX);
        let read = (&mut self.stream).take(limit).read_until(b'\n', &mut bytes);
        self.line += 1;
        let line = self.line;
        match read {
            Ok(0) => None,
            Ok(_) if bytes.len() >= MAX_RECORD => {
                let told = format!("the line is longer than {MAX_RECORD} bytes");
                Some(Err(self.error(line, told, true)))
            }
            Ok(_) => Some(Ok(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) => {
                let told = format!("the file cannot be read on: {error}");
                Some(Err(self.error(line, told, true)))
            }
        }
    }

    /// Returns the next line that says something; nothing at the end.
    fn said(&mut self) -> Option<Result<String, PgnError>> {
        if let Some(head) = self.head.take() {
            return Some(Ok(head));
        }
        loop {
            match self.read()? {
                Ok(line) if line.trim().is_empty() => {}
                read => return Some(read),
            }
        }
    }

    /// Returns the next game.
    pub fn next(&mut self) -> Option<Result<Entry, PgnError>> {
        while !self.done {
            let text = match self.said()? {
                Ok(text) => text,
                Err(error) => return Some(Err(error)),
            };
            let value: Value = serde_json::from_str(text.trim()).unwrap_or_default();
            match value.get("fairyring").and_then(Value::as_str) {
                Some("match") => self.contest = Some(value),
                Some("game") => {
                    self.contest = None;
                    self.games += 1;
                    return Some(self.record(text));
                }
                _ => return Some(self.of_contest(&value)),
            }
        }
        None
    }

    /// Takes up a line of a match.
    fn of_contest(&mut self, value: &Value) -> Result<Entry, PgnError> {
        self.games += 1;
        let line = self.line;
        let game = self.contest.as_ref().and_then(|contest| of_contest(contest, value));
        let told = "this is no line of a record of games";
        let mut entry = game.ok_or_else(|| self.error(line, told.to_owned(), true))?;
        (entry.game.number, entry.game.line) = (self.games, line);
        Ok(entry)
    }

    /// Reads a record whose head was read.
    fn record(&mut self, head: String) -> Result<Entry, PgnError> {
        let first = self.line;
        let mut text = head;
        while let Some(line) = self.read() {
            let line = line?;
            if line.contains("\"fairyring\"") {
                self.head = Some(line);
                break;
            }
            text.push_str(&line);
            if text.len() > MAX_RECORD {
                let told = format!("the record is longer than {MAX_RECORD} bytes");
                return Err(self.error(first, told, true));
            }
        }
        let record = Record::read(&text).map_err(|error| {
            let line = first + u64::try_from(error.line).unwrap_or(1).saturating_sub(1);
            self.error(line, error.message, false)
        })?;
        let mut entry = of_record(&record, first);
        (entry.game.number, entry.game.line) = (self.games, first);
        Ok(entry)
    }
}

/// Makes an entry of a record.
pub fn of_record(record: &Record, first: u64) -> Entry {
    let mut game = PgnGame::default();
    let name = |side: SideId| {
        let sides = record.get("sides")?.get(side.number())?;
        sides["name"].as_str().map(str::to_owned)
    };
    for key in ["event", "site", "date", "round"] {
        if let Some(told) = record.get(key).and_then(Value::as_str) {
            let (first, rest) = key.split_at(1);
            game.set_tag(&(first.to_uppercase() + rest), told);
        }
    }
    for (tag, side) in [("White", SideId::FIRST), ("Black", SideId::LAST)] {
        if let Some(player) = record.player(side) {
            game.set_tag(tag, player.name);
        }
    }
    game.set_tag("Variant", record.game_name());
    if let Some(start) = record.start() {
        game.set_tag("FEN", start);
    }
    if let Some(hash) = record.hash() {
        game.set_tag("RulesHash", hash);
    }
    let winner = |told: Option<&str>| match told {
        None => "1/2-1/2",
        Some(told) if name(SideId::FIRST).as_deref() == Some(told) => "1-0",
        Some(_) => "0-1",
    };
    let loser =
        |told: &str| if name(SideId::FIRST).as_deref() == Some(told) { "0-1" } else { "1-0" };
    let result = match (record.resigned(), record.result()) {
        (Some(side), _) => loser(side),
        (None, Some((side, _))) => winner(side),
        (None, None) => UNKNOWN_RESULT,
    };
    game.set_tag("Result", result);
    if let Some((_, reason)) = record.result() {
        game.set_tag("Termination", reason);
    }
    let lines = record.turn_lines();
    let turns = record.turns().iter().zip(lines);
    game.items = turns
        .map(|(turn, line)| Item {
            line: first + u64::try_from(line).unwrap_or(1).saturating_sub(1),
            kind: ItemKind::Turn(None, turn.clone()),
        })
        .collect();
    game.items.push(ItemKind::Result(result.to_owned()).into());
    let pgn = record.get(PGN).and_then(Value::as_str).map(str::to_owned);
    Entry { game, is_own: true, options: record.options(), pgn }
}

/// Makes an entry of a game of a match; nothing if the line is none.
fn of_contest(contest: &Value, line: &Value) -> Option<Entry> {
    let kind = line["kind"].as_str()?;
    let turns = line["turns"].as_array()?;
    let first_begins = line["first"].as_str() != Some("second side");
    let points = line["half_points"].as_u64()?;
    let mut game = PgnGame::default();
    let engine = |number: usize| contest["engines"][number].as_str().unwrap_or("?");
    let (white, black) = if first_begins { (0, 1) } else { (1, 0) };
    game.set_tag("Event", "match");
    if let Some(number) = line["number"].as_u64() {
        game.set_tag("Round", (number + 1).to_string());
    }
    game.set_tag("White", engine(white));
    game.set_tag("Black", engine(black));
    let result = match (points, first_begins) {
        (1, _) => "1/2-1/2",
        (2, true) | (0, false) => "1-0",
        _ => "0-1",
    };
    game.set_tag("Result", result);
    game.set_tag("Variant", kind);
    let known = contest["games"].as_array().into_iter().flatten();
    let rules =
        known.filter(|known| known["name"] == kind).find_map(|known| known["rules"].as_str());
    if let Some(rules) = rules {
        game.set_tag("RulesHash", rules);
    }
    if let Some(reason) = line["reason"].as_str() {
        game.set_tag("Termination", reason);
    }
    if let Some(position) = line["position"].as_str() {
        game.set_tag("FEN", position);
    }
    for turn in turns {
        game.items.push(ItemKind::Turn(None, turn.as_str()?.to_owned()).into());
    }
    game.items.push(ItemKind::Result(result.to_owned()).into());
    Some(Entry { game, is_own: true, ..Entry::default() })
}

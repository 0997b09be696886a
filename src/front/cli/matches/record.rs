//! The record of a match: a line of JSON for what is played, and one for each game, written when it is over.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::referee::Played;
use crate::ir::SideId;

/// Whom a game is counted for, and which of the match it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number {
    /// The number of the kind of game among those that are played, from 0.
    pub(super) kind: usize,
    /// The number of the game of that kind, from 0. Two games each begin with the same opening; the first engine has the
    /// first side in even ones.
    pub(super) game: u64,
}

/// A game as it is counted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) number: Number,
    /// The half points of the first engine: 0, 1 or 2.
    pub(super) half_points: u8,
    pub(super) reason: String,
    pub(super) is_fault: bool,
    pub(super) turns: u64,
    /// Microseconds on the processor and turns, for the first engine and the second.
    pub(super) work: [(u64, u64); 2],
}

impl Entry {
    /// Makes the entry of a game.
    pub(super) fn of(number: Number, played: &Played) -> Self {
        let first = if number.game.is_multiple_of(2) { SideId::FIRST } else { SideId::LAST };
        let half_points = match played.winner {
            Some(side) if side == first => 2,
            Some(_) => 0,
            None => 1,
        };
        let micros = |side: SideId| {
            let (time, turns) = played.work[side];
            (u64::try_from(time.as_micros()).unwrap_or(u64::MAX), u64::from(turns))
        };
        let [white, black] = SideId::ALL.map(micros);
        let work = if first == SideId::FIRST { [white, black] } else { [black, white] };
        Self {
            number,
            half_points,
            reason: played.reason.clone(),
            is_fault: played.is_fault,
            turns: u64::try_from(played.turns.len()).unwrap_or(u64::MAX),
            work,
        }
    }

    fn line(&self, kinds: &[String], turns: &[String]) -> Value {
        json!({
            "kind": kinds.get(self.number.kind),
            "number": self.number.game,
            "first": if self.number.game.is_multiple_of(2) { "first side" } else { "second side" },
            "half_points": self.half_points,
            "reason": self.reason,
            "fault": self.is_fault,
            "cpu_us": self.work.map(|(time, _)| time),
            "own_turns": self.work.map(|(_, turns)| turns),
            "turns": turns,
        })
    }

    /// Reads a line; nothing if it is none of a game.
    fn read(line: &Value, kinds: &[String]) -> Option<Self> {
        let name = line["kind"].as_str()?;
        let kind = kinds.iter().position(|kind| kind == name)?;
        let pair = |name: &str| Some([line[name][0].as_u64()?, line[name][1].as_u64()?]);
        let ([first, second], [one, two]) = (pair("cpu_us")?, pair("own_turns")?);
        Some(Self {
            number: Number { kind, game: line["number"].as_u64()? },
            half_points: u8::try_from(line["half_points"].as_u64()?).ok().filter(|p| *p <= 2)?,
            reason: line["reason"].as_str()?.to_owned(),
            is_fault: line["fault"].as_bool()?,
            turns: u64::try_from(line["turns"].as_array()?.len()).ok()?,
            work: [(first, one), (second, two)],
        })
    }
}

/// The file of a match.
pub(super) struct Record {
    file: File,
    kinds: Vec<String>,
}

impl Record {
    /// Begins a record; `head` tells what is played.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub(super) fn begin(path: &Path, head: &Value, kinds: &[String]) -> Result<Self, String> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                format!("{} exists; --resume goes on with it", path.display())
            }
            _ => format!("{}: {error}", path.display()),
        })?;
        let mut record = Self { file, kinds: kinds.to_vec() };
        record.write(head)?;
        Ok(record)
    }

    /// Goes on with a record, and returns the games that are in it. A line that was not written to its end is cut off: the
    /// game is played again.
    ///
    /// # Errors
    /// If the file cannot be read, or is the record of another match.
    pub(super) fn resume(
        path: &Path,
        head: &Value,
        kinds: &[String],
    ) -> Result<(Self, Vec<Entry>), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (whole, rest) = bytes.split_at_checked(end).unwrap_or_default();
        let text = String::from_utf8_lossy(whole);
        let mut lines = text.lines();
        // Nothing is cut off before it is known that the file is the record of this match.
        match lines.next() {
            None if head.to_string().as_bytes().starts_with(rest) => {}
            None => return Err(format!("{} is no record of a match", path.display())),
            Some(first) => {
                let known: Value = serde_json::from_str(first)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
                if known != *head {
                    let shown = path.display();
                    return Err(format!("{shown} is the record of another match: {known}"));
                }
            }
        }
        let length = u64::try_from(end).unwrap_or(0);
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::Start(length)).map_err(failed)?;
        let mut record = Self { file, kinds: kinds.to_vec() };
        if length == 0 {
            record.write(head)?;
        }
        let mut entries: Vec<Entry> = lines
            .filter_map(|line| Entry::read(&serde_json::from_str(line).ok()?, kinds))
            .collect();
        entries.sort_by_key(|entry| entry.number);
        entries.dedup_by_key(|entry| entry.number);
        Ok((record, entries))
    }

    /// Adds a game, with the texts of its turns as people write them, if they are known.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(
        &mut self,
        entry: &Entry,
        played: &Played,
        texts: Option<&[&str]>,
    ) -> Result<(), String> {
        let mut line = entry.line(&self.kinds, &played.turns);
        if let Some((_, position)) = &played.start {
            line["position"] = json!(position);
        }
        if let Some(texts) = texts {
            line["written"] = json!(texts);
        }
        self.write(&line)
    }

    fn write(&mut self, line: &Value) -> Result<(), String> {
        // One call for the whole line, so that a line is there or not.
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.file.sync_data()).map_err(|error| format!("the record: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::BySide;

    fn played(reason: &str) -> Played {
        Played {
            turns: vec!["e2e4".to_owned()],
            history: Vec::new(),
            start: None,
            winner: Some(SideId::LAST),
            reason: reason.to_owned(),
            work: BySide::same((std::time::Duration::from_millis(3), 1)),
            is_fault: false,
        }
    }

    fn entry(game: u64) -> Entry {
        Entry::of(Number { kind: 0, game }, &played("mate"))
    }

    #[test]
    fn sides_change_and_points_do_not() {
        assert_eq!((entry(0).half_points, entry(1).half_points), (0, 2));
    }

    #[test]
    fn a_line_that_was_cut_off_is_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let (head, kinds) = (json!({ "match": 1 }), vec!["chess".to_owned()]);
        let mut record = Record::begin(&path, &head, &kinds).unwrap();
        record.add(&entry(0), &played("mate"), None).unwrap();
        record.add(&entry(1), &played("mate"), None).unwrap();
        drop(record);
        assert!(Record::begin(&path, &head, &kinds).is_err(), "a record is never overwritten");
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut record, games) = Record::resume(&path, &head, &kinds).unwrap();
            assert!(games.len() < 2, "the last line is not whole");
            for number in
                (0..2).filter(|number| games.iter().all(|game| game.number.game != *number))
            {
                record.add(&entry(number), &played("mate"), None).unwrap();
            }
            drop(record);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
        assert!(Record::resume(&path, &json!({ "match": 2 }), &kinds).is_err());
    }

    #[test]
    fn what_is_no_record_of_the_match_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        let (head, kinds) = (json!({ "match": 1 }), vec!["chess".to_owned()]);
        for text in ["my notes", "my notes\nin two lines", "{\"match\":2}", "{\"match\":2}\n{\"kin"]
        {
            std::fs::write(&path, text).unwrap();
            assert!(Record::resume(&path, &head, &kinds).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}

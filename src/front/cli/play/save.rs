//! Saved games: a small text that tells how the game began and what was played.
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

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::super::disk::{beside, write_new};

/// The first line: what it is and in which version.
const HEADER: &str = "fairyring game 1";

/// The longest saved game that is read, in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// What a saved game tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// A bundled game or a path.
    pub game: String,
    /// The options that are set.
    pub options: Vec<(String, String)>,
    /// The position in which the game began, if it is told.
    pub start: Option<String>,
    /// The turns, each with the number of its line.
    pub turns: Vec<(usize, String)>,
    /// The side that has resigned.
    pub resigned: Option<String>,
}

impl Record {
    /// Returns the text of the saved game.
    pub(super) fn write(&self) -> String {
        let mut lines = vec![HEADER.to_owned(), format!("game {}", self.game)];
        lines.extend(self.options.iter().map(|(name, value)| format!("set {name}={value}")));
        lines.extend(self.start.iter().map(|text| format!("start {text}")));
        lines.extend(self.turns.iter().map(|(_, text)| format!("play {text}")));
        lines.extend(self.resigned.iter().map(|side| format!("resigned {side}")));
        lines.join("\n") + "\n"
    }

    /// Reads the text of a saved game.
    ///
    /// # Errors
    ///
    /// Says which line is wrong, and why.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        if lines.next().is_none_or(|(_, line)| line != HEADER) {
            return Err(format!("this is no saved game: the first line is not `{HEADER}`"));
        }
        let mut record = Self::default();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            record.read_line(number, line).map_err(|reason| format!("line {number}: {reason}"))?;
        }
        if record.game.is_empty() {
            return Err("there is no line `game …`".to_owned());
        }
        Ok(record)
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        if rest.is_empty() {
            return Err(format!("something is missing after `{word}`"));
        }
        match word {
            "game" => self.game = rest,
            "set" => {
                let (name, value) = rest.split_once('=').ok_or("write `set OPTION=VALUE`")?;
                self.options.push((name.to_owned(), value.to_owned()));
            }
            "start" => self.start = Some(rest),
            "play" => self.turns.push((number, rest)),
            "resigned" => self.resigned = Some(rest),
            _ => return Err(format!("`{word}` is none of game, set, start, play, resigned")),
        }
        Ok(())
    }
}

/// Reads a file that should hold a saved game.
///
/// # Errors
///
/// Says what is wrong with it.
pub(super) fn read_file(path: &str) -> Result<Record, String> {
    let text = read_text(Path::new(path)).map_err(|error| format!("`{path}`: {error}"))?;
    Record::read(&text).map_err(|reason| format!("`{path}`: {reason}"))
}

/// Writes a file all at once, and returns whether there was an older one, which it replaces.
///
/// # Errors
///
/// Fails if the file cannot be written, and if there is a file that is no saved game.
pub(super) fn write_file(path: &str, text: &str) -> io::Result<bool> {
    let path = Path::new(path);
    let replaces = path.exists();
    if replaces && !is_saved_game(path)? {
        let reason = "there is another file of that name, which is no saved game; it is left alone";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
    }
    let beside = beside(path);
    let written = write_new(&beside, text).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Whatever went wrong before is what must be told.
        drop(fs::remove_file(&beside));
    }
    written.map(|()| replaces)
}

fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is too large"));
    }
    Ok(text)
}

fn is_saved_game(path: &Path) -> io::Result<bool> {
    let longest = u64::try_from(HEADER.len() + 2).unwrap_or(u64::MAX);
    let mut line = Vec::new();
    BufReader::new(File::open(path)?).take(longest).read_until(b'\n', &mut line)?;
    Ok(line.trim_ascii() == HEADER.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read() {
        let record = Record {
            game: "some game.rules".to_owned(),
            options: vec![("powers".to_owned(), "Queen,\"N,fW\"".to_owned())],
            start: Some("8/8 w 1".to_owned()),
            turns: vec![(5, "a2a4".to_owned()), (6, "a7a5,sac:@P".to_owned())],
            resigned: Some("White".to_owned()),
        };
        assert_eq!(Record::read(&record.write()), Ok(record));
    }

    #[test]
    fn wrong_lines_are_named() {
        let read = |text: &str| Record::read(text).unwrap_err();
        assert!(read("").contains("no saved game"));
        assert!(read("\u{0}\n").contains("no saved game"));
        assert!(read("fairyring game 1\n").contains("`game …`"));
        assert!(read("fairyring game 1\ngame a\nx y\n").starts_with("line 3: `x`"));
        assert!(read("fairyring game 1\ngame\n").starts_with("line 2: something is missing"));
        assert!(read("fairyring game 1\nset a\n").contains("OPTION=VALUE"));
    }
}

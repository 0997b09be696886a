//! Files of records: one game after the other, whatever the format.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::convert::of_position;
use super::lines::Lines;
use crate::records::pgn::{PgnError, PgnGame, Reader};
use crate::records::variants;

/// How much of a file is held at a time.
const BUFFER: usize = 1 << 16;

/// The bytes of a file, or of the standard input.
type Bytes = BufReader<Box<dyn Read>>;

/// The name that stands for the standard input.
const STANDARD_INPUT: &str = "-";

/// A game of a file.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// What the record says, as PGN has it.
    pub game: PgnGame,
    /// Whether turns are written from square to square, and the record is one of this program.
    pub is_own: bool,
    /// The options of the game.
    pub options: Vec<(String, String)>,
    /// The PGN that a record was made of, if it says more than the record.
    pub pgn: Option<String>,
}

/// The games of a file.
pub enum Source {
    /// PGN.
    Pgn(Reader<Bytes>),
    /// Lines of JSON.
    Lines(Box<Lines<Bytes>>),
    /// Positions, a line each.
    Positions(Positions),
}

impl Source {
    /// Opens a file; `-` stands for the standard input.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn open(path: &str) -> Result<Self, String> {
        let failed = |error: io::Error| format!("`{path}` cannot be read: {error}");
        let bytes: Box<dyn Read> = if path == STANDARD_INPUT {
            Box::new(io::stdin())
        } else {
            if std::fs::metadata(path).map_err(failed)?.is_dir() {
                return Err(format!("`{path}` is a folder"));
            }
            Box::new(File::open(path).map_err(failed)?)
        };
        let mut stream = BufReader::with_capacity(BUFFER, bytes);
        let ending = Path::new(path).extension().unwrap_or_default();
        if ["epd", "fen"].iter().any(|known| ending.eq_ignore_ascii_case(known)) {
            return Ok(Self::Positions(Positions { stream, line: 0, number: 0, done: false }));
        }
        let begin = stream.fill_buf().map_err(failed)?;
        let first = begin.split(|byte| *byte == b'\n').next().unwrap_or_default();
        // A file of PGN may begin with a comment in braces.
        let marks: [&[u8]; 2] = [b"{\"", b"{ \""];
        let is_json = marks.iter().any(|mark| first.starts_with(mark))
            && first.windows(11).any(|window| window == b"\"fairyring\"");
        Ok(if is_json {
            Self::Lines(Box::new(Lines::new(stream)))
        } else {
            Self::Pgn(Reader::new(stream))
        })
    }
}

impl Iterator for Source {
    type Item = Result<Entry, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Pgn(reader) => Some(reader.next()?.map(Entry::of_pgn)),
            Self::Lines(lines) => lines.next(),
            Self::Positions(positions) => positions.next(),
        }
    }
}

impl Entry {
    /// Takes up a game of a PGN file.
    pub fn of_pgn(game: PgnGame) -> Self {
        let options = game.tag("Options").into_iter().flat_map(variants::options).collect();
        Self { game, options, ..Self::default() }
    }
}

/// The operations of EPD that are known to follow a position.
const OPERATIONS: [&str; 24] = [
    "acd", "acn", "acs", "am", "bm", "c0", "c1", "c2", "c3", "c4", "ce", "dm", "eco", "fmvn",
    "hmvc", "id", "nic", "noop", "pm", "pv", "rc", "sm", "tcgs", "v0",
];

/// The longest line of a file of positions, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Positions, a line each, with operations of EPD behind them; as games without turns.
pub struct Positions {
    stream: Bytes,
    line: u64,
    number: u64,
    done: bool,
}

impl Positions {
    fn next(&mut self) -> Option<Result<Entry, PgnError>> {
        while !self.done {
            let mut bytes = Vec::new();
            let read = (&mut self.stream).take(MAX_LINE).read_until(b'\n', &mut bytes);
            self.line += 1;
            let told = match read {
                Ok(0) => return None,
                Ok(_) if bytes.len() as u64 >= MAX_LINE => {
                    format!("the line is longer than {MAX_LINE} bytes")
                }
                Ok(_) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let text = without_operations(text.trim());
                    if text.is_empty() || text.starts_with('#') {
                        continue;
                    }
                    self.number += 1;
                    let game = of_position(text);
                    let mut entry = Entry { game, is_own: true, ..Entry::default() };
                    (entry.game.number, entry.game.line) = (self.number, self.line);
                    return Some(Ok(entry));
                }
                Err(error) => format!("the file cannot be read on: {error}"),
            };
            self.done = true;
            let game = self.number + 1;
            return Some(Err(PgnError { game, line: self.line, message: told, is_last: true }));
        }
        None
    }
}

/// Leaves out the operations of EPD behind a position: a word and what it is about, up to a semicolon.
fn without_operations(line: &str) -> &str {
    let Some((first, _)) = line.split_once(';') else { return line };
    // The position itself has at least a board and a side to move.
    let words = first.split_whitespace().skip(2);
    let mut places = words.filter(|word| OPERATIONS.contains(word));
    let begin = places.next().map(|word| word.as_ptr() as usize - first.as_ptr() as usize);
    begin.map_or(first, |place| first[..place].trim_end())
}

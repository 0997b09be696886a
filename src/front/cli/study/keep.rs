//! The file that a study keeps: a line for what is played, and one for each game, each with a checksum.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::ir::{SideId, display};
use crate::lab::{Guess, Outline, Strength};
use crate::search::Searcher;
use crate::session::Session;

/// How many bytes of a digest a checksum is.
const CHECKSUM: usize = 6;

/// The memory of a search that is never begun, in bytes.
const LITTLE: usize = 1 << 16;

/// What any piece is taken to be worth at least.
const LEAST: i32 = 10;

/// The games of a file, by strength and number.
pub type Kept = BTreeMap<(Strength, u64), Outline>;

/// The file of a study. Programs that share the games out among machines keep them here, too.
#[derive(Debug)]
pub struct Keeper {
    file: File,
}

/// Returns what a file says of its study: what is played, from where, by what numbers, and what the computer takes pieces to be
/// worth, which is no rule but decides how it plays.
pub fn head(session: &Session, seed: u64, limit: u32) -> Value {
    head_with(session, &guesses(session), seed, limit)
}

/// Returns the same, given what the computer takes pieces to be worth.
pub(super) fn head_with(session: &Session, guesses: &[Guess], seed: u64, limit: u32) -> Value {
    let name = |guess: &Guess| session.game().types.get(guess.kind).map(|kind| kind.name.clone());
    let guesses = guesses.iter().filter_map(|guess| Some((name(guess)?, json!(guess.points))));
    json!({
        "guesses": guesses.collect::<Map<_, _>>(),
        "study": 3,
        "program": env!("CARGO_PKG_VERSION"),
        "rules": display::hash(session.game()),
        "position": session.position_text(),
        "seed": seed,
        "limit": limit,
    })
}

/// Returns what the computer takes pieces to be worth.
pub(super) fn guesses(session: &Session) -> Vec<Guess> {
    let Some(engine) = session.engine() else { return Vec::new() };
    let values = Searcher::new(engine, LITTLE).piece_values(session.game());
    let first = values.iter().filter(|value| value.side == SideId::FIRST);
    first.map(|value| Guess { kind: value.kind, points: value.points.max(LEAST) }).collect()
}

impl Keeper {
    /// Opens a file, or makes it, and returns the games in it. Lines that are not whole are left out: their games are played
    /// again. Nothing is changed before it is known that the file is of this study.
    ///
    /// # Errors
    /// If it cannot be used, or is of another study.
    pub fn open(path: &Path, head: &Value) -> Result<(Self, Kept), String> {
        let failed = |error: io::Error| format!("`{}` cannot be used: {error}", path.display());
        if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            return Err(format!("`{}` cannot be used: it is no regular file", path.display()));
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (whole, rest) = bytes.split_at_checked(end).unwrap_or_default();
        let text = String::from_utf8_lossy(whole);
        let mut lines = text.lines();
        let first = signed(head);
        match lines.next() {
            None if first.as_bytes().starts_with(rest) => {}
            None => return Err(format!("`{}` is not the file of a study", path.display())),
            Some(line) => is_of(line, head).map_err(|why| format!("`{}` {why}", path.display()))?,
        }
        let kept = lines.filter_map(|line| Outline::from_json(&checked(line)?));
        let kept: Kept = kept.map(|(strength, game)| ((strength, game.number), game)).collect();
        let length = u64::try_from(end).unwrap_or(u64::MAX);
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::Start(length)).map_err(failed)?;
        let mut keeper = Self { file };
        if end == 0 {
            keeper.write(&first).map_err(failed)?;
        }
        Ok((keeper, kept))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, strength: Strength, game: &Outline) -> io::Result<()> {
        self.write(&signed(&game.to_json(strength)))
    }

    /// Writes a line in one call.
    fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes())
    }
}

fn checksum(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(CHECKSUM).fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns a line with its checksum in front.
fn signed(value: &Value) -> String {
    let text = value.to_string();
    format!("{} {text}\n", checksum(&text))
}

/// Reads a line; nothing if it is not as it was written.
fn checked(line: &str) -> Option<Value> {
    let (sum, text) = line.split_once(' ')?;
    (sum == checksum(text)).then(|| serde_json::from_str(text).ok()).flatten()
}

/// Looks whether a first line is that of a study.
fn is_of(line: &str, head: &Value) -> Result<(), String> {
    let Some(found) = checked(line) else { return Err("is not the file of a study".to_owned()) };
    let Some(wanted) = head.as_object() else { return Ok(()) };
    // Other rules mostly have another position too; the rules are what to mention.
    let mut wanted: Vec<_> = wanted.iter().collect();
    wanted.sort_by_key(|(name, _)| name.as_str() != "rules");
    for (name, value) in wanted {
        // Files of ordinary games did not say that once.
        let is_unsaid = name == "guesses" && found[name.as_str()].is_null();
        if found[name.as_str()] != *value && !is_unsaid {
            let was = &found[name.as_str()];
            let why = match name.as_str() {
                "rules" => "the rules have changed since it was begun".to_owned(),
                "study" | "program" => "another version of the program has written it".to_owned(),
                "design" => {
                    return Err("is of an earlier version of the program, which chose other \
                                beginnings: move it away, and its games are played anew; the \
                                file beside it, of ordinary games, stays as it is"
                        .to_owned());
                }
                "guesses" => {
                    "the computer took pieces to be worth something else when it was begun, \
                              and plays otherwise now"
                        .to_owned()
                }
                _ => format!("its {name} is {was}, and {value} was asked for"),
            };
            return Err(format!("is of another study: {why}; give another file to `--keep`"));
        }
    }
    Ok(())
}

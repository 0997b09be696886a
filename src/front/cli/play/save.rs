//! Saved games as files: where they are, what may be replaced, and what is read.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::super::{disk, records};
use crate::library::{Record, RecordError};

/// The longest saved game that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// As much of a file as tells whether it is a saved game.
const MAX_FIRST_LINE: u64 = 1024 * 1024;

/// What was read from a file: a saved game, and how many bytes make it up.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The saved game.
    pub record: Record,
    /// The bytes up to the end of the last whole line; `None` if the text has the format of an older version, which is
    /// not gone on with.
    pub whole: Option<usize>,
}

/// Returns the path that a person means who types it: with the home folder for `~`, and without the
/// quotes that a shell would have taken away.
pub(super) fn meant_path(typed: &str) -> PathBuf {
    let typed = typed.trim();
    for quote in ['"', '\''] {
        let inside = typed.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inside) = inside.filter(|inside| !inside.is_empty()) {
            return PathBuf::from(inside);
        }
    }
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (typed.strip_prefix('~'), home) {
        (Some(""), Some(home)) => PathBuf::from(home),
        (Some(rest), Some(home)) if rest.starts_with('/') => {
            Path::new(&home).join(rest.trim_start_matches('/'))
        }
        _ => PathBuf::from(typed),
    }
}

/// Reads a file that should hold a saved game.
///
/// # Errors
///
/// Says what is wrong with it.
pub(super) fn read_file(path: &Path) -> Result<Reading, String> {
    let shown = path.display();
    if records::is_pgn(path) {
        let record = records::read(path).map_err(|reason| format!("`{shown}`: {reason}"))?;
        return Ok(Reading { record, whole: None });
    }
    let bytes = read_bytes(path).map_err(|error| format!("`{shown}`: {error}"))?;
    // What was not written to its end may break off within a letter.
    let text = String::from_utf8_lossy(&bytes);
    let (record, lines) = read(&text).map_err(|reason| format!("`{shown}`: {reason}"))?;
    // Text that had to be mended has other lengths than its bytes, and the same lines.
    let whole = bytes.split_inclusive(|byte| *byte == b'\n').take(lines).map(<[u8]>::len).sum();
    let whole = record.can_go_on().then_some(whole);
    Ok(Reading { record, whole })
}

/// Reads the record in a text and counts its whole lines.
fn read(text: &str) -> Result<(Record, usize), RecordError> {
    let records = Record::read_all(text)?;
    let lines = text.get(..records.whole).unwrap_or(text).split_inclusive('\n').count();
    Ok((records.only()?, lines))
}

/// Writes a file all at once, and returns whether there was an older one, which it replaces.
///
/// # Errors
///
/// Fails if the file cannot be written, and if there is a file that is no saved game.
pub(super) fn write_file(path: &Path, text: &str) -> io::Result<bool> {
    let replaces = path.exists();
    if replaces && !is_saved_game(path)? {
        let reason = "there is another file of that name, which is no saved game; it is left alone";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
    }
    disk::put(path, text)?;
    Ok(replaces)
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is too large"));
    }
    Ok(bytes)
}

/// Opens a regular file: whoever opens a named pipe would wait for ever.
fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    File::open(path)
}

fn is_saved_game(path: &Path) -> io::Result<bool> {
    let mut line = Vec::new();
    BufReader::new(open(path)?).take(MAX_FIRST_LINE).read_until(b'\n', &mut line)?;
    let text = String::from_utf8_lossy(&line);
    Ok(Record::begins(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_whole_is_counted_in_the_bytes_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.game.jsonl");
        let head: &[u8] =
            b"{\"fairyring\":\"game\",\"version\":2,\"game\":\"chess\",\"event\":\"caf\xe9\"}\n";
        for rest in [&b""[..], b"{\"turn\":\"e2e4\"}\n", b"{\"turn\":\"e2e4\"}"] {
            for cut in [&b""[..], b"\n{\"turn\":\"e7e5\xff"] {
                let kept = [head, rest].concat();
                if !kept.ends_with(b"\n") && cut.is_empty() {
                    continue;
                }
                let cut = if kept.ends_with(b"\n") {
                    cut.strip_prefix(b"\n").unwrap_or(cut)
                } else {
                    cut
                };
                fs::write(&path, [&kept, cut].concat()).unwrap();
                let ends = kept.len() + usize::from(cut.starts_with(b"\n"));
                assert_eq!(read_file(&path).unwrap().whole, Some(ends));
            }
        }
    }

    #[test]
    fn paths_as_people_type_them() {
        assert_eq!(meant_path(" a b.game "), Path::new("a b.game"));
        assert_eq!(meant_path("\"a b\""), Path::new("a b"));
        assert_eq!(meant_path("'~/x'"), Path::new("~/x"));
        assert_eq!(meant_path("\""), Path::new("\""));
        if let Some(home) = std::env::var_os("HOME").filter(|home| !home.is_empty()) {
            assert_eq!(meant_path("~/x"), Path::new(&home).join("x"));
            assert_eq!(meant_path("~other/x"), Path::new("~other/x"));
        }
    }
}

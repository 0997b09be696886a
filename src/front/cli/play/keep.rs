//! Games are kept as they are played, without being asked to: a file each, to which every step is added.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::save::{self, Reading};

/// How the names of these files end.
const ENDING: &str = ".game.jsonl";

/// The most names that are tried for a new file.
const MAX_NAMES: u32 = 1000;

/// The most files that are looked into for games to go on with.
const MAX_LOOKED_AT: usize = 200;

/// How often a file is tried to be taken.
const LOCK_TRIES: u32 = 10;

/// How long is waited in between.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// Where a game is kept while it is played.
#[derive(Debug)]
pub(super) enum Keeper {
    /// Nowhere: nobody wants it, or it cannot be done, which has been told.
    Off,
    /// In this folder, once something has been played.
    Ready(PathBuf),
    /// In this file.
    Open(File),
}

/// A kept game that can be gone on with.
#[derive(Debug)]
pub(super) struct Kept {
    /// Its file.
    pub path: PathBuf,
    /// What it says.
    pub reading: Reading,
    /// When something was last added.
    pub changed: SystemTime,
}

impl Keeper {
    /// Keeps games where the user's programs keep their state.
    ///
    /// # Errors
    ///
    /// Says why there is no such place; then games are not kept.
    pub(super) fn standard() -> Result<Self, String> {
        folder().map(Self::Ready)
    }

    /// Takes the file of a kept game, which nobody else may play meanwhile; it is read before anything is added.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, or if somebody else is playing.
    pub(super) fn take(path: &Path) -> io::Result<File> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        for _ in 1..LOCK_TRIES {
            if lock(&file).is_ok() {
                return Ok(file);
            }
            // Whoever looks for games to go on with takes each for a moment.
            thread::sleep(LOCK_PAUSE);
        }
        lock(&file)?;
        Ok(file)
    }

    /// Goes on in the file of a kept game, of which so many bytes are whole: the rest was written halfway.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(super) fn go_on(mut file: File, whole: usize) -> io::Result<Self> {
        let whole = u64::try_from(whole).unwrap_or(u64::MAX);
        if file.metadata()?.len() > whole {
            file.set_len(whole)?;
        }
        let mut last = [b'\n'];
        if whole > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        file.seek(SeekFrom::End(0))?;
        if last != [b'\n'] {
            file.write_all(b"\n")?;
        }
        Ok(Self::Open(file))
    }

    /// Adds a line, which tells what has happened; `so_far` makes the whole text of the game, with what has happened, for a new file.
    ///
    /// # Errors
    ///
    /// Says what went wrong, once: afterwards nothing is kept.
    pub(super) fn add(
        &mut self,
        line: &str,
        game: &str,
        so_far: impl FnOnce() -> String,
    ) -> Result<(), String> {
        let done = match self {
            Self::Off => return Ok(()),
            Self::Open(file) => write(file, line).map(|()| None),
            Self::Ready(folder) => begin(folder, game, &so_far()).map(Some),
        };
        match done {
            Ok(None) => Ok(()),
            Ok(Some(file)) => {
                *self = Self::Open(file);
                Ok(())
            }
            Err(error) => {
                *self = Self::Off;
                Err(format!(
                    "this game is not kept from here on ({error}); `save FILE` still works"
                ))
            }
        }
    }

    /// Tells whether something has been kept.
    pub(super) fn has_kept(&self) -> bool {
        matches!(self, Self::Open(_))
    }
}

/// Lists the kept games that are not over and that nobody is playing, the last one first.
///
/// # Errors
///
/// Says why there is no place where games are kept.
pub(super) fn unfinished(game: Option<&str>) -> Result<Vec<Kept>, String> {
    let folder = folder()?;
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(about) = fs::metadata(&path) else { continue };
        if about.is_file() && path.to_string_lossy().ends_with(ENDING) {
            files.push((about.modified().unwrap_or(UNIX_EPOCH), path));
        }
    }
    files.sort();
    let mut found = Vec::new();
    for (changed, path) in files.into_iter().rev().take(MAX_LOOKED_AT) {
        let Ok(reading) = save::read_file(&path) else { continue };
        let is_meant = game.is_none_or(|game| reading.record.game_name() == game);
        if is_meant && !reading.record.is_over() && is_free(&path) {
            found.push(Kept { path, reading, changed });
        }
    }
    Ok(found)
}

/// Tells whether a file lies where games are kept.
pub(super) fn is_kept(path: &Path) -> bool {
    let parent = path.canonicalize().ok().and_then(|path| Some(path.parent()?.to_owned()));
    let folder = folder().ok().and_then(|folder| folder.canonicalize().ok());
    parent.is_some() && parent == folder
}

/// Returns the folder in which games are kept; it need not exist yet.
fn folder() -> Result<PathBuf, String> {
    let place = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from)?;
        path.is_absolute().then_some(path)
    };
    let state = place("XDG_STATE_HOME").or_else(|| Some(place("HOME")?.join(".local/state")));
    let state = state.or_else(|| place("LOCALAPPDATA"));
    let told = "games are not kept: neither XDG_STATE_HOME nor HOME says where";
    state.map(|state| state.join("fairyring")).ok_or_else(|| told.to_owned())
}

/// Makes a file for a game; its name tells which game and when.
fn begin(folder: &Path, game: &str, text: &str) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let name = format!("{}-{seconds}-{}", file_name(game), std::process::id());
    let mut number = 0;
    let (mut file, path) = loop {
        let again = if number == 0 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{name}{again}{ENDING}"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => break (file, path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MAX_NAMES => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    };
    let begun = lock(&file).and_then(|()| write(&mut file, text));
    if begun.is_err() {
        // What went wrong before is what must be told.
        drop(fs::remove_file(path));
    }
    begun.map(|()| file)
}

/// Writes so that it is there even if the machine stops at once.
fn write(file: &mut File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// Returns what is fit for a file name of a game's name or path.
fn file_name(game: &str) -> String {
    let last = game.rsplit(['/', '\\']).next().unwrap_or(game);
    let stem = last.split('.').next().unwrap_or(last);
    let fit = |char: char| if char.is_alphanumeric() { char } else { '-' };
    let name: String = stem.chars().take(40).map(fit).collect();
    if name.is_empty() { "game".to_owned() } else { name }
}

/// Tells whether nobody plays the game of a file.
fn is_free(path: &Path) -> bool {
    // Whoever may only read it can tell what it says.
    File::open(path).is_ok_and(|file| lock(&file).is_ok())
}

/// Takes a file for this program until it is closed.
#[cfg(unix)]
fn lock(file: &File) -> io::Result<()> {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive).or_else(|error| match error {
        rustix::io::Errno::WOULDBLOCK => {
            let told = "the game is being played in another terminal";
            Err(io::Error::new(io::ErrorKind::ResourceBusy, told))
        }
        // Where files cannot be locked, nobody is kept from playing.
        _ => Ok(()),
    })
}

#[cfg(not(unix))]
fn lock(_: &File) -> io::Result<()> {
    Ok(())
}

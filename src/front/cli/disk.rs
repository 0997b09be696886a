//! Rules files on the disk, with the bundled ones behind them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

use crate::bundled::{Bundled, EXTENSION, MODULES};
use crate::source::{FileError, Files, MAX_SOURCE_BYTES};

/// A rules file and what may stand beside it.
///
/// The file is read once, so that the game and its tests see the same text. The loader asks for
/// parents and modules in its folder first and without a folder then: those are bundled.
#[derive(Debug)]
pub(super) struct Disk {
    name: String,
    text: String,
}

impl Disk {
    /// Reads the file of that path; `Ok(None)` if there is none.
    pub(super) fn open(path: &str) -> Result<Option<Self>, FileError> {
        let text = read_text(Path::new(path))?;
        Ok(text.map(|text| Self { name: path.to_owned(), text }))
    }

    /// Returns the name by which the file itself can be read.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file's folder, with the `/` at its end; empty for the current one.
    fn folder(&self) -> &str {
        self.name.rfind('/').and_then(|end| self.name.get(..=end)).unwrap_or("")
    }
}

impl Files for Disk {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == self.name {
            return Ok(Some(self.text.clone()));
        }
        let inside = name.strip_prefix(self.folder()).filter(|rest| stays_inside(rest));
        if inside.is_some()
            && let Some(text) = read_text(Path::new(name))?
        {
            return Ok(Some(text));
        }
        Bundled.read(name)
    }

    fn names(&self) -> Vec<String> {
        let mut names = names_in(self.folder(), "");
        names.extend(names_in(self.folder(), MODULES));
        names.extend(Bundled.names());
        names
    }
}

/// Reads a file of rules; `Ok(None)` if there is none.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, FileError> {
    match read_bytes(path) {
        Ok(bytes) if bytes.len() > MAX_SOURCE_BYTES => Err(FileError::TooLarge),
        Ok(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|error| FileError::NotText { valid_up_to: error.utf8_error().valid_up_to() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::Unreadable(reason(&error))),
    }
}

/// Reads one byte more than is allowed at most, which tells that there are too many.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let limit = u64::try_from(MAX_SOURCE_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Tells whether a name cannot lead out of the folder it is looked for in.
fn stays_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

fn names_in(folder: &str, below: &str) -> Vec<String> {
    let prefix = format!("{folder}{below}");
    let folder = if prefix.is_empty() { "." } else { prefix.as_str() };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| name.ends_with(EXTENSION))
        .map(|name| format!("{prefix}{name}"))
        .collect();
    names.sort();
    names
}

//! Rules files on the disk, with the bundled ones behind them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use crate::bundled::{Bundled, EXTENSION, MODULES};
use crate::source::{FileError, Files, MAX_SOURCE_BYTES, folder_above};

/// The most folders in each other that are searched for rules files.
const MAX_FOLDERS: usize = 32;

/// A rules file and what may stand beside it.
///
/// The file is read once, so that the game and its tests see the same text. The loader asks for
/// parents and modules in its folder and below it, then in the folder above and its `lib`, and without a
/// folder at last: those are bundled. Nothing else on the disk is read.
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

    /// Makes as if that text were in the file of that path.
    pub(super) fn with_text(path: &str, text: &str) -> Self {
        Self { name: path.to_owned(), text: text.to_owned() }
    }

    /// Returns the name by which the file itself can be read.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file's folder, with the `/` at its end; empty for the current one.
    fn folder(&self) -> &str {
        self.name.rfind('/').and_then(|end| self.name.get(..=end)).unwrap_or("")
    }

    /// Tells whether a file lies in the folder or below it.
    fn is_inside(&self, name: &str) -> bool {
        name.strip_prefix(self.folder()).is_some_and(stays_inside)
    }

    /// Tells whether a file lies right in the folder above, or in the folder of modules there.
    fn is_above(&self, name: &str) -> bool {
        let Some(above) = folder_above(self.folder()) else { return false };
        let Some(rest) = name.strip_prefix(above.as_str()) else { return false };
        let file = rest.strip_prefix(MODULES).unwrap_or(rest);
        !file.contains('/') && stays_inside(file)
    }
}

impl Files for Disk {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == self.name {
            return Ok(Some(self.text.clone()));
        }
        let found = if self.is_inside(name) {
            read_text(Path::new(name))?
        } else if self.is_above(name) {
            // Whoever may not look into the folder above has nothing there.
            match read_text(Path::new(name)) {
                Err(FileError::Unreadable(_)) => None,
                found => found?,
            }
        } else {
            None
        };
        match found {
            Some(text) => Ok(Some(text)),
            None => Bundled.read(name),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = names_in(self.folder(), "");
        names.extend(names_in(self.folder(), MODULES));
        if let Some(above) = folder_above(self.folder()) {
            names.extend(names_in(&above, ""));
            names.extend(names_in(&above, MODULES));
        }
        names.extend(Bundled.names());
        names
    }
}

/// Reads a file of rules; `Ok(None)` if there is none.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, FileError> {
    match read_bytes(path) {
        Ok(bytes) => text_of(bytes).map(Some),
        Err(error) if is_missing(error.kind()) => Ok(None),
        Err(error) => Err(FileError::Unreadable(reason(&error))),
    }
}

/// Tells whether an error only says that there is no such file.
fn is_missing(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Makes a text of what was read of a file.
pub(super) fn text_of(bytes: Vec<u8>) -> Result<String, FileError> {
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(FileError::TooLarge);
    }
    String::from_utf8(bytes)
        .map_err(|error| FileError::NotText { valid_up_to: error.utf8_error().valid_up_to() })
}

/// Puts a text in the place of a file's, all at once: nobody ever sees half of it.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    // What a link leads to is replaced, not the link.
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    let beside = beside(&path);
    let written = write_new(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, permissions))
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // Whatever went wrong before is what must be told.
        drop(fs::remove_file(&beside));
    }
    written
}

/// Returns a name in the same folder that no other program uses.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}

/// Writes a file that must not exist yet.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Returns the names, with each folder replaced by the rules files below it.
pub(super) fn with_folders(names: &[String]) -> Vec<String> {
    let expand = |name: &String| {
        if Path::new(name).is_dir() {
            below(name.trim_end_matches('/'))
        } else {
            vec![name.clone()]
        }
    };
    names.iter().flat_map(expand).collect()
}

/// Returns the rules files in a folder and below, in order.
pub(super) fn below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(Path::new(folder), folder, MAX_FOLDERS, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, name: &str, depth: usize, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(file) = entry.file_name().into_string() else { continue };
        let below = format!("{name}/{file}");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => {
                collect(&entry.path(), &below, depth - 1, found);
            }
            Ok(kind) if !kind.is_dir() && file.ends_with(EXTENSION) => found.push(below),
            _ => {}
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_near_is_read() {
        let near = |root: &str, name: &str| {
            let disk = Disk { name: root.to_owned(), text: String::new() };
            (disk.is_inside(name), disk.is_above(name))
        };
        assert_eq!(near("a/b/mine.rules", "a/b/x.rules"), (true, false));
        assert_eq!(near("a/b/mine.rules", "a/b/lib/x.rules"), (true, false));
        assert_eq!(near("a/b/mine.rules", "a/x.rules"), (false, true));
        assert_eq!(near("a/b/mine.rules", "a/lib/x.rules"), (false, true));
        assert_eq!(near("mine.rules", "../lib/x.rules"), (false, true));
        assert_eq!(near("../mine.rules", "../../x.rules"), (false, true));
        let far = [
            ("a/b/mine.rules", "a/other/x.rules"),
            ("a/b/mine.rules", "x.rules"),
            ("a/b/mine.rules", "a/b/../../x.rules"),
            ("a/b/mine.rules", "a/lib/../../x.rules"),
            ("a/b/mine.rules", "a/lib/more/x.rules"),
            ("/mine.rules", "/../x.rules"),
            ("a/mine.rules", "/etc/passwd"),
            ("mine.rules", "../../x.rules"),
        ];
        for (root, name) in far {
            assert_eq!(near(root, name), (false, false), "{root} {name}");
        }
    }
}

//! Rules files on the disk, with the bundled ones behind them.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path};

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

    /// Tells whether the folder above answers before the bundled files do. It matters for a file that is named without a
    /// folder: what is asked for in its folder then has the same name as what is bundled.
    fn comes_from_above(&self, name: &str) -> bool {
        let file = name.rsplit('/').next().unwrap_or(name);
        let is_there = |below: &str| Path::new(&format!("../{below}{file}")).is_file();
        self.folder().is_empty() && !name.starts_with("../") && (is_there("") || is_there(MODULES))
    }
}

impl Files for Disk {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == self.name {
            return Ok(Some(self.text.clone()));
        }
        let found = if self.is_inside(name) {
            read_regular(name)?
        } else if self.is_above(name) {
            // Whoever may not look into the folder above has nothing there.
            match read_regular(name) {
                Err(FileError::Unreadable(_)) => None,
                found => found?,
            }
        } else {
            None
        };
        match found {
            Some(text) => Ok(Some(text)),
            None if self.comes_from_above(name) => Ok(None),
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

/// Reads a file that nobody has asked for by its name, if it is a regular one: a named pipe may never be written to.
fn read_regular(name: &str) -> Result<Option<String>, FileError> {
    let path = Path::new(name);
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(FileError::Unreadable("it is no regular file".to_owned()));
    }
    read_text(path)
}

/// Tells whether an error only says that there is no such file.
fn is_missing(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// What stands for standard input in place of a file's name.
pub(super) const STDIN: &str = "-";

/// Reads a file of rules from standard input.
pub(super) fn standard_input() -> Result<String, FileError> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(one_too_many()).read_to_end(&mut bytes);
    read.map_err(|error| FileError::Unreadable(error.to_string()))?;
    text_of(bytes)
}

/// Returns one byte more than is allowed at most, which tells that there are too many.
fn one_too_many() -> u64 {
    u64::try_from(MAX_SOURCE_BYTES).unwrap_or(u64::MAX).saturating_add(1)
}

/// Makes a text of what was read of a file.
fn text_of(bytes: Vec<u8>) -> Result<String, FileError> {
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(FileError::TooLarge);
    }
    String::from_utf8(bytes)
        .map_err(|error| FileError::NotText { valid_up_to: error.utf8_error().valid_up_to() })
}

/// Puts a text in the place of a file's, all at once: nobody ever sees half of it.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    fs::metadata(path)?;
    put(path, text)
}

/// Writes a file all at once, in the place of an older one if there is one.
///
/// What a link leads to is replaced, not the link; its permissions stay. What is no regular file and what may not
/// be written is left alone.
pub(super) fn put(path: &Path, text: &str) -> io::Result<()> {
    let refused = |reason: &str| Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
    let (path, permissions) = match fs::canonicalize(path) {
        Ok(real) => {
            let about = fs::metadata(&real)?;
            if !about.is_file() {
                return refused("it is no regular file");
            }
            if about.permissions().readonly() {
                return refused("the file may only be read");
            }
            (real, Some(about.permissions()))
        }
        Err(_) if fs::symlink_metadata(path).is_ok() => {
            return refused("it is a link that leads nowhere");
        }
        Err(_) => (path.to_owned(), None),
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut beside = new_file_in(folder.unwrap_or(Path::new(".")))?;
    beside.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        beside.as_file().set_permissions(permissions)?;
    }
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes a file that must not exist yet.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Makes a file that is taken away again unless it is given a name, with the permissions that new files have.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fairyring-").suffix(".new");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
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
            // A link may lead to a file, and nobody wants to wait for a named pipe.
            Ok(kind)
                if !kind.is_dir()
                    && file.ends_with(EXTENSION)
                    && fs::metadata(entry.path()).is_ok_and(|about| about.is_file()) =>
            {
                found.push(below);
            }
            _ => {}
        }
    }
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(one_too_many()).read_to_end(&mut bytes)?;
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

//! Files as commands read and write them: whole folders, standard input, all at once.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::bundled::EXTENSION;
use crate::front::disk::{one_too_many, text_of};
use crate::source::FileError;

/// The most folders in each other that are searched for rules files.
const MAX_FOLDERS: usize = 32;

/// What stands for standard input in place of a file's name.
pub(super) const STDIN: &str = "-";

/// Reads a file of rules from standard input.
pub(super) fn standard_input() -> Result<String, FileError> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(one_too_many()).read_to_end(&mut bytes);
    read.map_err(|error| FileError::Unreadable(error.to_string()))?;
    text_of(bytes)
}

/// Puts a text in the place of a file's, all at once: nobody ever sees half of it.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    fs::metadata(path)?;
    put(path, text)
}

/// Looks whether a file could be written, without writing it: for those who would else have worked for nothing.
pub(super) fn can_put(path: &Path) -> io::Result<()> {
    if let Ok(about) = fs::metadata(path) {
        let refused = |reason: &str| Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        if !about.is_file() {
            return refused("it is no regular file");
        }
        if about.permissions().readonly() {
            return refused("the file may only be read");
        }
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    new_file_in(folder.unwrap_or(Path::new(".")))?.close()
}

/// Writes a file all at once, in the place of an older one if there is one.
///
/// What a link leads to is replaced, not the link; its permissions stay. What is no regular file and what may not
/// be written is left alone.
pub(super) fn put(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
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
    beside.write_all(content.as_ref())?;
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

/// Returns the names of the rules files in a folder, without those of folders in it, in order.
pub(super) fn right_in(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(Path::new(folder), folder, 0, &mut found);
    found.sort();
    found
        .into_iter()
        .map(|name| name.strip_prefix("./").map_or(name.clone(), str::to_owned))
        .collect()
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

//! A folder in which a solution is kept while it is worked out.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::proofs::solve::Store;

/// How the names of files end that are not whole yet.
const UNFINISHED: &str = ".part";

/// A folder with a bound on how much is in it.
#[derive(Debug)]
pub(in crate::front::cli) struct Folder {
    path: PathBuf,
    bound: u64,
    /// Held as long as somebody works in the folder.
    _lock: fs::File,
}

impl Folder {
    /// Opens a folder, or makes it.
    pub(in crate::front::cli) fn open(path: &Path, bound: u64) -> Result<Self, String> {
        let name = path.display();
        fs::create_dir_all(path).map_err(|error| format!("the folder `{name}`: {error}"))?;
        let lock = fs::File::create(path.join("lock"));
        let lock = lock.map_err(|error| format!("the folder `{name}`: {error}"))?;
        if !is_ours(&lock) {
            return Err(format!("another program works in the folder `{name}`"));
        }
        let folder = Self { path: path.to_owned(), bound, _lock: lock };
        folder.clear_ending(UNFINISHED)?;
        Ok(folder)
    }

    fn told(&self, name: &str, error: &io::Error) -> String {
        let path = self.path.join(name);
        let path = path.display();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => format!(
                "the disk is full: `{path}` cannot be written; what was kept before is whole, and work goes on from there once \
                 there is room"
            ),
            _ => format!("`{path}`: {error}"),
        }
    }

    fn names(&self) -> Result<Vec<String>, String> {
        let entries = fs::read_dir(&self.path).map_err(|error| self.told("", &error))?;
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        Ok(names.collect())
    }

    fn clear_ending(&self, end: &str) -> Result<(), String> {
        for name in self.names()?.iter().filter(|name| name.ends_with(end)) {
            fs::remove_file(self.path.join(name)).map_err(|error| self.told(name, &error))?;
        }
        Ok(())
    }

    fn used(&self) -> Result<u64, String> {
        let sizes = self.names()?.into_iter().filter_map(|name| {
            let about = fs::metadata(self.path.join(name)).ok()?;
            Some(about.len())
        });
        Ok(sizes.sum())
    }
}

/// Tells whether nobody else has a file locked, and locks it until it is closed.
#[cfg(unix)]
fn is_ours(lock: &fs::File) -> bool {
    rustix::fs::flock(lock, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok()
}

#[cfg(not(unix))]
fn is_ours(_lock: &fs::File) -> bool {
    true
}

impl Store for Folder {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        match fs::read(self.path.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.told(name, &error)),
        }
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let needed = self.used()?.saturating_add(bytes.len() as u64);
        if needed > self.bound {
            return Err(format!(
                "the bound on the disk is too small: `{}` would take {} MiB of the {} MiB that may be used (--disk)",
                self.path.display(),
                needed.div_ceil(1 << 20),
                self.bound >> 20
            ));
        }
        let unfinished = self.path.join(format!("{name}{UNFINISHED}"));
        let written = fs::File::create(&unfinished).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        let written = written.and_then(|()| fs::rename(&unfinished, self.path.join(name)));
        written.map_err(|error| {
            drop(fs::remove_file(&unfinished));
            self.told(name, &error)
        })
    }

    fn clear(&mut self, prefix: &str) -> Result<(), String> {
        for name in self.names()?.iter().filter(|name| name.starts_with(prefix)) {
            fs::remove_file(self.path.join(name)).map_err(|error| self.told(name, &error))?;
        }
        Ok(())
    }
}

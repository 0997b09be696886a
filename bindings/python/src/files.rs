//! The files that a game is made of, so that it can be made again where they are not.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use fairyring::{Bundled, DiskFiles, FileError, Files};

/// What was found, by the names that were asked for, where it is not what is bundled under that name.
pub(crate) type Answers = BTreeMap<String, Option<String>>;

/// Files on the disk, and what they were asked for.
pub(crate) struct Recorded {
    disk: DiskFiles,
    answers: Mutex<Answers>,
}

impl Recorded {
    /// Reads the file of a path; nothing if there is none.
    pub(crate) fn open(path: &str) -> Result<Option<Self>, FileError> {
        let disk = DiskFiles::open(path)?;
        Ok(disk.map(|disk| Self { disk, answers: Mutex::default() }))
    }

    /// Returns the name of the file itself.
    pub(crate) fn name(&self) -> &str {
        self.disk.name()
    }

    /// Returns what was found.
    pub(crate) fn answers(self) -> Answers {
        self.answers.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Recorded {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        let found = self.disk.read(name)?;
        if Bundled.read(name).is_ok_and(|bundled| bundled != found) {
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.insert(name.to_owned(), found.clone());
        }
        Ok(found)
    }

    fn names(&self) -> Vec<String> {
        self.disk.names()
    }
}

/// What was found once, and the bundled files behind it.
pub(crate) struct Replayed(pub(crate) Answers);

impl Files for Replayed {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        match self.0.get(name) {
            Some(found) => Ok(found.clone()),
            None => Bundled.read(name),
        }
    }
}

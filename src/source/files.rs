//! How the library asks for files without knowing where they live.

use std::collections::BTreeMap;
use std::{error, fmt};

/// A place to read game files from: a folder, an archive, a map in memory.
///
/// Loading a game never touches the disk by itself. It asks a `Files`, and so the same code runs in tests, in a browser and
/// on the command line. [`Game::load`](crate::Game::load) tells which names are asked for, and shows an implementation.
pub trait Files {
    /// Reads the file of this name; `Ok(None)` if there is none, and the next name at which it may be is asked for.
    ///
    /// Names are written with `/`, whatever the platform.
    ///
    /// # Errors
    ///
    /// Returns a [`FileError`] if the file exists but could not be used: no other name is asked for then, and the game is not
    /// loaded. Whoever has bytes that are no UTF-8 says [`FileError::NotText`].
    fn read(&self, name: &str) -> Result<Option<String>, FileError>;

    /// Lists the names that could be read, for a did-you-mean; empty if that is not known.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<F: Files + ?Sized> Files for &F {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        (**self).read(name)
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }
}

/// Returns the folder above a folder; both end in `/`, or are empty for the current one.
///
/// There is none above the root.
///
/// ```
/// use fairyring::source::folder_above;
///
/// assert_eq!(folder_above("games/variants/").as_deref(), Some("games/"));
/// assert_eq!(folder_above("").as_deref(), Some("../"));
/// assert_eq!(folder_above("/"), None);
/// ```
pub fn folder_above(folder: &str) -> Option<String> {
    let Some(inner) = folder.strip_suffix('/') else { return Some("../".to_owned()) };
    let (above, last) = inner.rfind('/').map_or(("", inner), |at| inner.split_at(at + 1));
    match last {
        "" => None,
        "." | ".." => Some(format!("{folder}../")),
        _ => Some(above.to_owned()),
    }
}

/// The reason why a file that exists could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The file is longer than 256 KiB.
    TooLarge,
    /// The bytes are not UTF-8 text.
    NotText {
        /// The number of good bytes before the first bad one.
        valid_up_to: usize,
    },
    /// The system refused, in its own words.
    Unreadable(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => {
                write!(f, "the file is larger than {} bytes", super::MAX_SOURCE_BYTES)
            }
            Self::NotText { valid_up_to } => {
                write!(f, "the file is not UTF-8 text (first bad byte at offset {valid_up_to})")
            }
            Self::Unreadable(reason) => write!(f, "the file could not be read: {reason}"),
        }
    }
}

impl error::Error for FileError {}

/// Files kept in memory, by their names.
///
/// ```
/// use fairyring::{Files, MemoryFiles};
///
/// let files = MemoryFiles::new().with("tiny.rules", "game \"Tiny\"");
/// assert_eq!(files.read("tiny.rules"), Ok(Some("game \"Tiny\"".to_owned())));
/// assert_eq!(files.read("other.rules"), Ok(None));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, String>,
}

impl MemoryFiles {
    /// Makes a place without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and returns the place again, for chains.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.insert(name, text);
        self
    }

    /// Adds a file or replaces the one of the same name.
    pub fn insert(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.files.insert(name.into(), text.into());
    }
}

impl Files for MemoryFiles {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        match self.files.get(name) {
            Some(text) if text.len() > super::MAX_SOURCE_BYTES => Err(FileError::TooLarge),
            found => Ok(found.cloned()),
        }
    }

    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }
}

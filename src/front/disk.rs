//! Rules files on the disk, with the bundled ones behind them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};

use crate::bundled::{Bundled, EXTENSION, MODULES};
use crate::diag::{Diagnostic, codes, suggest};
use crate::library::{Game, LoadError};
use crate::source::{FileError, Files, MAX_SOURCE_BYTES, Span, folder_above};

/// A rules file on the disk, with what may stand beside it, and the bundled files behind these.
///
/// The file is read once, by [`open`](Self::open). What it builds on may be in its folder and in `lib/` below that, in the
/// folder above and in `lib/` there, or among the bundled files. Nothing else on the disk is read.
///
/// [`Game::from_path`] is all that is needed unless the game has options that are to be other than by default:
///
/// ```no_run
/// use fairyring::{DiskFiles, Game};
///
/// let files = DiskFiles::open("games/mine.rules")?.expect("there is such a file");
/// let options = [("powers".to_owned(), "Queen,Knight".to_owned())];
/// let game = Game::load(files.name(), &files, &options)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiskFiles {
    name: String,
    text: String,
}

impl DiskFiles {
    /// Reads the file of that path; `Ok(None)` if there is none.
    ///
    /// # Errors
    /// If there is one that is too large, is no UTF-8 text, or cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Option<Self>, FileError> {
        let path = path.as_ref();
        let Some(name) = path.to_str() else {
            return Err(FileError::Unreadable("its name is no Unicode text".to_owned()));
        };
        // Names have `/` between folders, whatever the platform.
        let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
        let text = read_text(path)?;
        Ok(text.map(|text| Self { name, text }))
    }

    /// Makes as if that text were in the file of that path.
    #[cfg(feature = "cli")]
    pub(super) fn with_text(path: &str, text: &str) -> Self {
        Self { name: path.to_owned(), text: text.to_owned() }
    }

    /// Returns the name by which [`Game::load`] finds the file itself.
    pub fn name(&self) -> &str {
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

impl Files for DiskFiles {
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

impl Game {
    /// Loads a game from a rules file on the disk. What it builds on may be beside it, as [`DiskFiles`] says, or among the
    /// bundled files.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be read; otherwise, says what is wrong with the rules, and where.
    ///
    /// ```no_run
    /// use fairyring::Game;
    ///
    /// let game = Game::from_path("games/mine.rules")?;
    /// # Ok::<(), fairyring::LoadError>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::from_path_with(path, &[])
    }

    /// Loads a game from a rules file on the disk, with options that are to be other than by default, as name and value.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be read; otherwise, says what is wrong with the rules or the options, and where.
    pub fn from_path_with(
        path: impl AsRef<Path>,
        options: &[(String, String)],
    ) -> Result<Self, LoadError> {
        let path = path.as_ref();
        match DiskFiles::open(path) {
            Ok(Some(files)) => Self::load(files.name(), &files, options),
            Ok(None) => Err(LoadError::unknown(missing(&path.to_string_lossy()))),
            Err(error) => Err(LoadError::unknown(unusable(&path.to_string_lossy(), &error))),
        }
    }
}

/// Says that there is no file of that path.
fn missing(path: &str) -> Diagnostic {
    let (folder, name) = path.rfind('/').map_or(("", path), |end| path.split_at(end + 1));
    let names = names_in(folder, "");
    let names = names.iter().filter_map(|other| other.strip_prefix(folder));
    let message = format!("there is no file `{path}`");
    let found = codes::UNKNOWN_FILE.at(Span::NONE, message);
    found.did_you_mean(suggest::closest(name, names))
}

/// Says that a file exists but cannot be used.
pub(super) fn unusable(path: &str, error: &FileError) -> Diagnostic {
    let code = match error {
        FileError::TooLarge => codes::FILE_TOO_LARGE,
        FileError::NotText { .. } => codes::NOT_TEXT,
        FileError::Unreadable(_) => codes::FILE_UNREADABLE,
    };
    code.at(Span::NONE, format!("`{path}` cannot be used: {error}"))
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

/// The largest picture of a piece, in bytes.
#[cfg(feature = "cli")]
const MAX_PICTURE_BYTES: usize = 20_000;

/// Reads a picture that lies beside a file of rules; `None` unless there is one that rules can name.
#[cfg(feature = "cli")]
pub(super) fn picture_beside(rules: &str, name: &str) -> Option<String> {
    let stem = name.strip_suffix(".svg")?;
    let is_plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-');
    if stem.is_empty() || !stem.chars().all(is_plain) {
        return None;
    }
    let path = Path::new(rules).with_file_name(name);
    let text = read_regular(path.to_str()?).ok()??;
    (text.len() <= MAX_PICTURE_BYTES).then_some(text)
}

/// Tells whether an error only says that there is no such file.
fn is_missing(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Returns one byte more than is allowed at most, which tells that there are too many.
pub(super) fn one_too_many() -> u64 {
    u64::try_from(MAX_SOURCE_BYTES).unwrap_or(u64::MAX).saturating_add(1)
}

/// Makes a text of what was read of a file.
pub(super) fn text_of(bytes: Vec<u8>) -> Result<String, FileError> {
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(FileError::TooLarge);
    }
    String::from_utf8(bytes)
        .map_err(|error| FileError::NotText { valid_up_to: error.utf8_error().valid_up_to() })
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
            let disk = DiskFiles { name: root.to_owned(), text: String::new() };
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

    #[test]
    fn a_game_comes_with_what_stands_beside_its_file() {
        let folder = std::env::temp_dir().join(format!("fairyring-disk-{}", std::process::id()));
        fs::create_dir_all(folder.join("lib")).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write("lib/swift.rules", "rules 1\nmodule \"Swift\"\nextend King { moves N }\n");
        write("amazons.rules", "rules 1\ngame \"Amazons\" from chess\nextend Queen { moves N }\n");
        write("mine.rules", "rules 1\ngame \"Mine\" from amazons\nuse swift\n");
        write("bytes.rules", "");
        write("dragon.svg", "<svg/>");
        write("large.svg", &" ".repeat(MAX_PICTURE_BYTES + 1));
        let rules = folder.join("mine.rules");
        let picture = |name: &str| picture_beside(rules.to_str().unwrap(), name);
        assert_eq!(picture("dragon.svg").as_deref(), Some("<svg/>"));
        for name in
            ["large.svg", "lib.svg", "mine.rules", ".svg", "../dragon.svg", "lib/../dragon.svg"]
        {
            assert_eq!(picture(name), None, "{name}");
        }
        fs::write(folder.join("bytes.rules"), b"rules 1\n\xff").unwrap();
        let game = Game::from_path(folder.join("mine.rules")).unwrap();
        // The knights' four turns, as many of the pawns as in chess, and those of the king and the queen.
        assert_eq!((game.title(), game.start().perft(1)), ("Mine", Ok(24)));
        let told = |name: &str| Game::from_path(folder.join(name)).unwrap_err().to_string();
        assert!(told("mime.rules").contains("there is no file `"), "{}", told("mime.rules"));
        assert!(told("mime.rules").ends_with("help: did you mean `mine.rules`?"));
        assert!(told("bytes.rules").contains("is not UTF-8 text"), "{}", told("bytes.rules"));
        assert!(told("lib").contains("it is a folder"), "{}", told("lib"));
        fs::remove_dir_all(folder).unwrap();
    }
}

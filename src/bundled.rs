//! The games that come with the program: every file of the folder `games/`, inside the binary.
//!
//! ```
//! use fairyring::bundled::Bundled;
//! use fairyring::source::Files;
//!
//! assert!(Bundled.read("chess.rules").unwrap().is_some());
//! assert_eq!(Bundled.read("chess"), Bundled.read("chess.rules"));
//! ```

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::source::{FileError, Files};

/// What every file of rules is called at the end.
pub const EXTENSION: &str = ".rules";

/// What every file of weights is called at the end: beside the rules by which it was learned.
const WEIGHTS: &str = ".weights";

/// The folder, below that of the games, of the modules they are made of.
pub const MODULES: &str = "lib/";

/// The names, relative to `games/`, and the texts.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The texts that were left out when the library was built, once they are there.
static LATER: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// The texts of all files of weights.
static LEARNED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/weights.rs"));

/// What files of curves are called at the end: beside the rules by which they were measured.
const SHARES: &str = ".shares";

/// The curves by which scores become shares of points, a line for each game that was measured.
const CURVES: &str = include_str!("../games/shares.tsv");

/// The folder, below that of the games, of puzzles, and what their files are called at the end.
const PUZZLES: (&str, &str) = ("puzzles/", ".epd");

/// The texts of all files of puzzles.
static POSED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// The files that come with the library: games (`chess.rules`), further games (`variants/….rules`) and the modules that
/// they are made of (`lib/….rules`). They are read by these names, with or without `.rules`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bundled;

impl Files for Bundled {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        Ok(find(name).filter(|(_, text)| !text.is_empty()).map(|(_, text)| text.to_owned()))
    }

    fn names(&self) -> Vec<String> {
        FILES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// Returns all files in order: their names relative to `games/`, and their texts.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let text = |name, text: &'static str| if text.is_empty() { later(name) } else { text };
    FILES.iter().map(move |(name, known)| (*name, text(name, known)))
}

/// Returns the names of the files whose texts were left out when the library was built, and are not there yet.
pub fn missing() -> impl Iterator<Item = &'static str> {
    files().filter(|(_, text)| text.is_empty()).map(|(name, _)| name)
}

/// Takes the texts that were left out, by the names of their files; what is there stays. It can be done once.
pub fn complete(texts: BTreeMap<String, String>) {
    // A second time changes nothing.
    drop(LATER.set(texts));
}

fn later(name: &str) -> &'static str {
    LATER.get().and_then(|texts| texts.get(name)).map_or("", String::as_str)
}

/// Returns the table of the curves by which scores become shares of points in bundled games.
pub fn curves() -> &'static str {
    CURVES
}

/// Returns the path of the curve that belongs to the rules of a path, or of a name without `.rules`: beside them.
pub fn curve_beside(rules: &str) -> String {
    let stem = rules.strip_suffix(EXTENSION).unwrap_or(rules);
    format!("{stem}{SHARES}")
}

/// Returns the path of the weights that belong to the rules of a path, or of a name without `.rules`: beside them.
pub fn weights_beside(rules: &str) -> String {
    let stem = rules.strip_suffix(EXTENSION).unwrap_or(rules);
    format!("{stem}{WEIGHTS}")
}

/// Returns the texts of all files of weights.
pub fn weights() -> impl Iterator<Item = &'static str> {
    LEARNED.iter().map(|(_, text)| *text)
}

/// Returns the puzzles that come with a bundled game, called by its own name: a line of EPD for each.
pub fn puzzles(game: &str) -> Option<&'static str> {
    let (folder, end) = PUZZLES;
    let by = |name: &str| name.strip_prefix(folder)?.strip_suffix(end).map(|name| name == game);
    POSED.iter().find(|(name, _)| by(name) == Some(true)).map(|(_, text)| *text)
}

/// Returns the names, without `.rules`, of the games right in `games/`, in order.
pub fn games() -> impl Iterator<Item = &'static str> {
    all_games().filter(|name| !name.contains('/'))
}

/// Returns the names, without `.rules`, of all games: also of those in folders below, modules left out.
pub fn all_games() -> impl Iterator<Item = &'static str> {
    files().filter_map(|(name, _)| name.strip_suffix(EXTENSION)).filter(|name| !is_module(name))
}

/// Returns the name, relative to `games/`, and the text of a bundled file; its name may lack `.rules`.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let name = name.strip_suffix(EXTENSION).unwrap_or(name);
    files().find(|(file, _)| file.strip_suffix(EXTENSION) == Some(name))
}

/// Returns the full name, without `.rules`, of the bundled game that is called so: by its full name, or by its
/// own without that of its folder.
pub fn find_game(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix(EXTENSION).unwrap_or(name);
    let by = |wanted: fn(&str) -> &str| all_games().find(|full| wanted(full) == name);
    by(|full| full).or_else(|| by(own_name))
}

/// Returns the name of a game without that of its folder: the one by which it can be called everywhere.
pub fn own_name(full: &str) -> &str {
    full.rsplit('/').next().unwrap_or(full)
}

/// Returns the title in the text of a game: what stands in quotes behind the word `game`.
pub fn title(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("game \""))?;
    line.split('"').next()
}

/// Returns the bundled games, each by the name it is called by here and its title.
pub fn titles() -> impl Iterator<Item = (&'static str, &'static str)> {
    all_games().filter_map(|full| Some((own_name(full), title(find(full)?.1)?)))
}

fn is_module(name: &str) -> bool {
    name.starts_with(MODULES) || name.contains("/lib/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_files() {
        assert_eq!(find("chess").map(|(name, _)| name), Some("chess.rules"));
        assert_eq!(find("chess.rules").map(|(name, _)| name), Some("chess.rules"));
        assert_eq!(find("castling"), None);
        assert_eq!(find("lib/castling.rules").map(|(name, _)| name), Some("lib/castling.rules"));
        assert_eq!(find("no-such-game"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn games_are_called_by_their_own_names() {
        for full in all_games() {
            assert_eq!(find_game(own_name(full)), Some(full), "two games are called {full}");
            assert_eq!(find_game(full), Some(full));
        }
        assert_eq!(find_game("castling"), None, "a module is no game");
    }

    #[test]
    fn modules_are_no_games() {
        let games: Vec<&str> = games().collect();
        for name in ["chess", "fellowship", "one-ring", "ruddigore", "mono", "magic-ring"] {
            assert!(games.contains(&name), "{name}");
        }
        assert!(all_games().all(|name| !name.contains("lib/")));
    }
}

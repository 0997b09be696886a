//! Games by the names that protocols give them.

use std::sync::Arc;

use crate::bundled::{self, EXTENSION, own_name};
use crate::diag::{Sink, short};
use crate::front::cli::load::Origin;
use crate::ir::Game;
use crate::session::{PlayError, Session};
use crate::source::SourceMap;

/// What others call games and options.
const NAMES: &str = include_str!("names.tsv");

/// A game that can be chosen by its name.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name by which it was chosen.
    pub name: String,
    /// The session at its beginning: others begin from it, so that it is compiled once.
    pub start: Session,
    /// The options that are not as by default.
    pub options: Vec<(String, String)>,
}

/// The games that can be chosen: the bundled ones and those of files that were named.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    /// The paths, by the name of the file without its ending.
    files: Vec<(String, String)>,
}

/// One line of the table of foreign names.
fn rows(kind: &str) -> impl Iterator<Item = [&'static str; 3]> {
    NAMES.lines().filter_map(move |line| {
        let mut cells = line.strip_prefix(kind)?.strip_prefix('\t')?.split('\t');
        Some([cells.next()?, cells.next()?, cells.next().unwrap_or_default()])
    })
}

/// Returns the game that is meant where nothing is said.
pub fn default_name() -> &'static str {
    rows("default").next().map_or("", |[_, own, _]| own)
}

/// Returns what an option of a protocol is called in games.
pub fn own_option(foreign: &str) -> Option<&'static str> {
    rows("option").find(|[name, ..]| name.eq_ignore_ascii_case(foreign)).map(|[_, own, _]| own)
}

/// Returns the options of the protocols that games have under other names.
pub fn foreign_options() -> impl Iterator<Item = &'static str> {
    rows("option").map(|[name, ..]| name)
}

/// Returns all that others call a game.
pub fn others(own: &str) -> impl Iterator<Item = &'static str> {
    let is_plain = move |[_, name, set]: &[&str; 3]| *name == own && set.is_empty();
    rows("variant").filter(is_plain).map(|[foreign, ..]| foreign)
}

/// Returns the names that others have for a game with options of its own, which is no game of its own here.
pub fn with_options() -> impl Iterator<Item = &'static str> {
    rows("variant").filter(|[_, _, set]| !set.is_empty()).map(|[foreign, ..]| foreign)
}

/// Returns what `XBoard` calls a game.
pub fn xboard_name(own: &str) -> &str {
    rows("xboard").find(|[name, ..]| *name == own).map_or(own, |[_, theirs, _]| theirs)
}

impl Variants {
    /// Returns the names of all games, in order.
    pub fn names(&self) -> Vec<String> {
        let bundled = bundled::all_games().map(|full| own_name(full).to_owned());
        let mut names: Vec<String> =
            bundled.chain(self.files.iter().map(|(name, _)| name.clone())).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Adds the file of that path, and returns the name by which it can be chosen.
    ///
    /// # Errors
    /// If there is no such file, or what is wrong with it.
    pub fn add(&mut self, path: &str) -> Result<String, String> {
        let path = path.trim();
        let is_rules = path.ends_with(EXTENSION);
        if let (false, Some(full)) = (is_rules, bundled::find_game(path)) {
            return Ok(own_name(full).to_owned());
        }
        if !is_rules {
            return Err(format!(
                "`{path}` is no file of rules ({EXTENSION}); `fairyring import` makes such files of other configurations"
            ));
        }
        drop(read(path, &[])?);
        let stem = path.rsplit('/').next().unwrap_or(path);
        let name: String = stem.trim_end_matches(EXTENSION).split_whitespace().collect();
        self.files.retain(|(other, _)| *other != name);
        self.files.push((name.clone(), path.to_owned()));
        Ok(name)
    }

    /// Loads a game by its name, its path, or what others call it.
    ///
    /// # Errors
    /// Says what is wrong with the name, the rules or the options.
    pub fn load(&self, name: &str, options: &[(String, String)]) -> Result<Variant, String> {
        let name = name.trim();
        let path = self.files.iter().find(|(other, _)| other == name).map(|(_, path)| path);
        if let Some(path) = path {
            return variant(name, path, options.to_vec());
        }
        if bundled::find_game(name).is_none()
            && let Some([_, own, set]) = rows("variant").find(|[foreign, ..]| *foreign == name)
        {
            let mut all = settings(set);
            all.extend(options.iter().cloned());
            return variant(own, own, all);
        }
        variant(name, name, options.to_vec())
    }
}

fn variant(name: &str, path: &str, options: Vec<(String, String)>) -> Result<Variant, String> {
    let start = Session::new(Arc::new(read(path, &options)?)).map_err(|error| error.to_string())?;
    Ok(Variant { name: name.to_owned(), start, options })
}

/// Reads a game; says in one line what is wrong with it.
fn read(path: &str, options: &[(String, String)]) -> Result<Game, String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = Origin::find(path, &mut sink)
        .and_then(|origin| origin.load(options, &mut sources, &mut sink));
    game.ok_or_else(|| {
        let wrong: Vec<String> =
            sink.iter().take(3).map(|found| short::one_line(found, &sources)).collect();
        if wrong.is_empty() { format!("`{path}` cannot be loaded") } else { wrong.join("; ") }
    })
}

/// Reads `NAME=VALUE NAME=VALUE`.
pub fn settings(text: &str) -> Vec<(String, String)> {
    let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

impl Variant {
    /// Begins a game in its own set-up, or in the position of a text.
    ///
    /// # Errors
    /// If the text is no position of the game.
    pub fn begin(&self, position: Option<&str>) -> Result<Session, PlayError> {
        match position {
            Some(text) => self.start.elsewhere(text),
            None => Ok(self.start.clone()),
        }
    }

    /// Returns the same options with one of them set.
    pub fn options_with(&self, name: &str, value: &str) -> Vec<(String, String)> {
        let others = self.options.iter().filter(|(other, _)| other != name).cloned();
        others.chain([(name.to_owned(), value.to_owned())]).collect()
    }

    /// Returns the name of the game's option that is called so, whatever its capitals.
    pub fn option_named(&self, name: &str) -> Option<String> {
        let mut options = self.start.game().options.iter().map(|option| &option.name);
        options.find(|option| option.eq_ignore_ascii_case(name)).cloned()
    }

    /// Returns the number of files and ranks, as the board is drawn.
    pub fn size(&self) -> (usize, usize) {
        let rows = &self.start.game().board.rows;
        (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_call_games_is_found() {
        let variants = Variants::default();
        for [foreign, own, _] in rows("variant") {
            let found = variants.load(foreign, &[]).unwrap();
            assert_eq!(
                found.name,
                if bundled::find_game(foreign).is_some() { foreign } else { own }
            );
        }
        assert_eq!(Variants::default().add("variants/3check").as_deref(), Ok("3check"));
        assert!(variants.load(default_name(), &[]).is_ok());
        assert!(variants.load("no such game", &[]).unwrap_err().contains("no such game"));
    }

    #[test]
    fn options_are_those_of_the_game() {
        let variants = Variants::default();
        let chess = variants.load("chess", &settings("chess960=on")).unwrap();
        assert_eq!(chess.start.game().options[0].value, "on");
        assert_eq!(chess.option_named("Chess960").as_deref(), Some("chess960"));
        assert!(variants.load("chess", &settings("chess960=maybe")).is_err());
    }
}

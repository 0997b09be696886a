//! Variants of other programs as rules files.
//!
//! A configuration of Fairy-Stockfish goes down this line. All its words are data in `tables/`; the code knows what
//! settings are about, and no game and no piece by name.
//!
//! ```text
//! text ─ ini ─▶ sections ─ settings ─▶ what holds in a variant ─ variant ─▶ what follows ─ write ─▶ rules file
//! ```

mod area;
mod betza;
mod fen;
mod ini;
mod page;
mod report;
mod settings;
mod tables;
mod variant;
mod write;

use crate::syntax::version::{self, Migrated};
pub use page::page;
use settings::Shelf;
pub use tables::{Class, Key, KindRow, keys, kinds};
use variant::Variant;
use write::Ground;

/// What is wrong with a configuration, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 if it is about none.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// A variant as a rules file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the variant.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// What the file does not say, a line each.
    pub losses: Vec<String>,
    form: fen::Form,
}

/// A configuration that has been read.
#[derive(Clone, Debug)]
pub struct Configuration {
    shelf: Shelf,
    names: Vec<String>,
    grounds: Vec<(Variant, String)>,
}

impl Fault {
    fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }
}

impl Configuration {
    /// Reads a configuration.
    ///
    /// # Errors
    ///
    /// What is wrong with it, line by line.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let sections = ini::parse(text)?;
        let shelf = Shelf::new(ini::parse(tables::BUILT_IN)?, &sections)?;
        let names: Vec<String> = sections.into_iter().map(|section| section.name).collect();
        let mut grounds = Vec::new();
        for section in ini::parse(tables::BUILT_IN)? {
            let file = section.entry("carries").and_then(|_| section.entry("bundled"));
            if let Some(file) = file {
                grounds.push((Variant::new(shelf.settings(&section.name)?), file.value.clone()));
            }
        }
        Ok(Self { shelf, names, grounds })
    }

    /// Returns the names of the variants, in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the names of the variants that are built in there and known here.
    pub fn built_in(&self) -> Vec<String> {
        self.shelf.built_in()
    }

    /// Writes a variant as a rules file; a variant that is built in there may be asked for as well.
    ///
    /// # Errors
    ///
    /// What is wrong with its settings, line by line, or that there is no such variant.
    pub fn import(&self, name: &str) -> Result<Imported, Vec<Fault>> {
        let variant = Variant::new(self.shelf.settings(name)?);
        let Some((first, base)) = self.grounds.first() else {
            return Err(vec![Fault::new(0, "the table of built-in variants is empty")]);
        };
        let bare = Ground { game: None, first };
        let carriers = &variant.settings.carriers;
        let games = self.grounds.iter().filter(|(_, file)| carriers.contains(file) || file == base);
        let grounds = games.map(|(game, file)| Ground { game: Some((game, file.as_str())), first });
        let mut best: Option<(usize, Ground<'_>, write::sheet::Sheet)> = None;
        for ground in grounds.chain([bare]) {
            let Some(sheet) = write::write(&variant, ground) else { continue };
            let weight = sheet.weight() + 200 * sheet.losses.len();
            if best.as_ref().is_none_or(|(least, ..)| weight < *least) {
                best = Some((weight, ground, sheet));
            }
        }
        let Some((_, ground, sheet)) = best else {
            let what = format!("`{name}` combines settings that no file here can hold");
            return Err(vec![Fault::new(0, what)]);
        };
        let (text, losses) = report::file(&variant, ground.game.map(|(_, file)| file), &sheet);
        let text = match version::migrate(&text) {
            Migrated::Text(newest) => newest,
            _ => text,
        };
        Ok(Imported { name: name.to_owned(), text, losses, form: write::form(&variant) })
    }
}

impl Imported {
    /// Writes a position of the variant as the file reads it.
    pub fn position(&self, fen: &str) -> String {
        fen::Start::read(fen).told(self.form)
    }
}

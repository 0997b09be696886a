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
mod doubts;
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
    /// The name of the variant that is not known here, if that is what is wrong.
    pub unknown: Option<String>,
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
    /// What is probably not meant so, line by line: settings that nobody knows or that have no effect.
    pub doubts: Vec<Fault>,
    form: fen::Form,
}

/// A configuration that has been read.
#[derive(Clone, Debug)]
pub struct Configuration {
    shelf: Shelf,
    names: Vec<String>,
    faults: Vec<Fault>,
    grounds: Vec<(Variant, String)>,
}

impl Fault {
    fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into(), unknown: None }
    }
}

impl Configuration {
    /// Reads a configuration. What cannot be read is passed over, as it is there; [`faults`](Self::faults) tells of it.
    pub fn read(text: &str) -> Self {
        Self::read_with(text, &[])
    }

    /// The same, where variants of other configurations can be built on.
    pub fn read_with(text: &str, others: &[String]) -> Self {
        let (mut sections, mut faults) = ini::parse(text);
        let (built_in, _) = ini::parse(tables::BUILT_IN);
        let (mut shelf, taken) = Shelf::new(built_in.clone(), &mut sections);
        faults.extend(taken);
        for other in others {
            shelf.add(ini::parse(other).0);
        }
        faults.sort_by_key(|fault| fault.line);
        let names: Vec<String> = sections.into_iter().map(|section| section.name).collect();
        let mut grounds = Vec::new();
        for section in built_in {
            let file = section.entry("carries").and_then(|_| section.entry("bundled"));
            if let Some(file) = file {
                match shelf.settings(&section.name) {
                    Ok(settings) => grounds.push((Variant::new(settings), file.value.clone())),
                    Err(found) => faults.extend(found),
                }
            }
        }
        Self { shelf, names, faults, grounds }
    }

    /// Returns what cannot be read, line by line.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Returns the names of the variants, in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the names of the variants that are built in there and known here.
    pub fn built_in(&self) -> Vec<String> {
        self.shelf.built_in()
    }

    /// Writes a variant on the ground that makes the shortest file with the least that is lost.
    fn best(&self, variant: &Variant) -> Option<(Ground<'_>, write::sheet::Sheet)> {
        let (first, base) = self.grounds.first()?;
        let bare = Ground { game: None, first };
        let carriers = &variant.settings.carriers;
        let games = self.grounds.iter().filter(|(_, file)| carriers.contains(file) || file == base);
        let grounds = games.map(|(game, file)| Ground { game: Some((game, file.as_str())), first });
        let written = grounds
            .chain([bare])
            .filter_map(|ground| Some((ground, write::write(variant, ground)?)));
        written.min_by_key(|(_, sheet)| sheet.weight() + 200 * sheet.losses.len())
    }

    /// Says which settings keep a variant from being written: without one of them, it could be.
    fn refusal(&self, name: &str) -> Vec<Fault> {
        let writes = |key: &str| {
            let settings = self.shelf.without(name, key).settings(name);
            settings.is_ok_and(|settings| self.best(&Variant::new(settings)).is_some())
        };
        let told = |entry: &ini::Entry| {
            let what = format!(
                "no file here can hold `{} = {}` together with the other settings of `{name}`",
                entry.key, entry.value
            );
            Fault::new(entry.line, what)
        };
        let section = self.shelf.section(name);
        let entries = section.iter().flat_map(|section| &section.entries);
        let faults: Vec<Fault> = entries.filter(|entry| writes(&entry.key)).map(told).collect();
        if faults.is_empty() {
            let what = format!("`{name}` combines settings that no file here can hold");
            return vec![Fault::new(section.map_or(0, |section| section.line), what)];
        }
        faults
    }

    /// Writes a variant as a rules file; a variant that is built in there may be asked for as well.
    ///
    /// # Errors
    ///
    /// What is wrong with its settings, line by line, or that there is no such variant.
    pub fn import(&self, name: &str) -> Result<Imported, Vec<Fault>> {
        let variant = Variant::new(self.shelf.settings(name)?);
        let Some((ground, sheet)) = self.best(&variant) else { return Err(self.refusal(name)) };
        let doubts = doubts::doubts(&variant);
        let ground = ground.game.map(|(_, file)| file);
        let (text, losses) = report::file(&variant, ground, (&sheet, &doubts));
        let text = match version::migrate(&text) {
            Migrated::Text(newest) => newest,
            _ => text,
        };
        let form = write::form(&variant);
        Ok(Imported { name: name.to_owned(), text, losses, doubts, form })
    }
}

impl Imported {
    /// Says at the head of the file that it is not right as it stands, and why.
    pub fn is_wrong(&mut self, why: &str) {
        report::mark_wrong(&mut self.text, why);
    }

    /// Writes a position of the variant as the file reads it.
    pub fn position(&self, fen: &str) -> String {
        fen::Start::read(fen).told(self.form)
    }
}

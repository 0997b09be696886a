//! The games that records are of: each is loaded once.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;

use super::super::consult::Consulted;
use super::super::load::{Origin, Setting};
use super::super::protocols::variants::Variants;
use super::analyse::curve_of;
use super::source::Entry;
use crate::analysis::Curve;
use crate::bundled::{self, EXTENSION};
use crate::diag::Sink;
use crate::ir::display;
use crate::notation::{self, shown};
use crate::records::replay::{Replayer, Terms};
use crate::records::{compose, variants};
use crate::search::Probe;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::Position;

/// Which game the records are of, where they do not say, or say something else.
#[derive(Clone, Debug, Default, Args)]
pub struct Choice {
    /// The game that all records are of, whatever they say: a bundled one or the path of a rules file
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Set one of the game's options; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = Setting::option, requires = "game")]
    pub options: Vec<(String, String)>,
}

/// A game that was loaded.
pub struct Game {
    /// Its name here.
    pub name: String,
    /// A session at its beginning.
    pub start: Session,
    /// The options that are not by default.
    pub options: Vec<(String, String)>,
    /// Who plays its records.
    pub replayer: Replayer,
    /// The hash of its rules.
    pub hash: String,
    /// Its name, or the path of its file.
    path: String,
    /// How scores become shares of points in it, once somebody has asked.
    curve: OnceCell<Curve>,
    /// The tables of endings that are asked, once somebody has asked for them.
    tables: OnceCell<Result<Option<Arc<dyn Probe>>, String>>,
    /// The texts of its rules, once somebody has asked for a reason.
    sources: OnceCell<SourceMap>,
}

/// By what a game is known: its name and options.
type Key = (String, Vec<(String, String)>);

/// The games that were loaded.
pub struct Known {
    variants: Variants,
    choice: Choice,
    games: HashMap<Key, Result<Rc<Game>, String>>,
}

impl Known {
    /// Knows no game yet.
    pub fn new(choice: Choice) -> Self {
        Self { variants: Variants::default(), choice, games: HashMap::new() }
    }

    /// Returns the game that a record is of.
    ///
    /// # Errors
    /// If there is no such game, or what is wrong with it.
    pub fn game_of(&mut self, entry: &Entry) -> Result<Rc<Game>, String> {
        let key = match &self.choice.game {
            Some(game) => (game.clone(), self.choice.options.clone()),
            None => variants::of_record(entry.game.tag("Variant"), entry.options.clone()),
        };
        if let Some(known) = self.games.get(&key) {
            return known.clone();
        }
        let loaded = self.load(&key.0, &key.1).map(Rc::new);
        self.games.insert(key, loaded.clone());
        loaded
    }

    fn load(&mut self, name: &str, options: &[(String, String)]) -> Result<Game, String> {
        let is_file = name.contains('/') || name.ends_with(EXTENSION);
        if !is_file && bundled::find_game(name).is_none() {
            return Err(format!(
                "the variant `{}` is not known; `--game GAME` says which game it is",
                shown(name)
            ));
        }
        let path = name.to_owned();
        let name = if is_file { self.variants.add(name)? } else { name.to_owned() };
        let variant = self.variants.load(&name, options)?;
        let replayer = Replayer::new(&variant.start)
            .ok_or_else(|| format!("`{}` cannot be compiled", shown(&name)))?;
        let hash = display::hash(variant.start.game());
        let (start, options) = (variant.start, variant.options);
        let (curve, tables, sources) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Ok(Game { name, start, options, replayer, hash, path, curve, tables, sources })
    }
}

impl Game {
    /// Returns who writes its turns.
    pub fn composer(&self) -> compose::Game<'_> {
        compose::Game { session: &self.start, name: &self.name, options: &self.options }
    }

    /// Returns how scores become shares of points.
    pub fn curve(&self) -> Curve {
        *self.curve.get_or_init(|| curve_of(&self.path, self.start.game()))
    }

    /// Returns the tables of endings that were named, which are read once.
    ///
    /// # Errors
    /// If one cannot be read, or is of other rules.
    pub fn tables(&self, consulted: &Consulted) -> Result<Option<Arc<dyn Probe>>, String> {
        let read = || match self.start.engine() {
            Some(engine) => consulted.open(engine, &self.start.shared_game()),
            None => Ok(None),
        };
        self.tables.get_or_init(read).clone()
    }

    /// Returns the texts of the rules.
    pub fn sources(&self) -> &SourceMap {
        self.sources.get_or_init(|| {
            let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
            let origin = Origin::find(&self.path, &mut sink);
            // Where the file is gone by now, reasons do without its lines.
            drop(origin.and_then(|origin| origin.load(&self.options, &mut sources, &mut sink)));
            sources
        })
    }

    /// Returns the position in which a record begins.
    ///
    /// # Errors
    /// If its text is none of the game.
    pub fn start_of(&self, entry: &Entry) -> Result<Position, String> {
        match entry.game.tag("FEN").filter(|text| !text.trim().is_empty()) {
            Some(text) => {
                let rules = self.start.game();
                notation::read_position(rules, text).map_err(|error| {
                    format!("the FEN is no position of `{}`: {error}", shown(&self.name))
                })
            }
            None => Ok(self.start.position().clone()),
        }
    }

    /// Tells whether a record is one of other rules: its hash says so.
    pub fn has_changed(&self, entry: &Entry) -> bool {
        entry.game.tag("RulesHash").is_some_and(|hash| !hash.is_empty() && hash != self.hash)
    }

    /// Returns how strictly a record is read: elsewhere draws have to be claimed, and here they come by themselves.
    pub fn terms(entry: &Entry, keeps: bool) -> Terms {
        let is_own = entry.is_own || entry.game.tag("RulesHash").is_some();
        Terms { draws_are_claimed: !is_own, by_squares: entry.is_own, keeps, ..Terms::default() }
    }
}

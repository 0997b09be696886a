//! A game.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::error::LoadError;
use super::position::Position;
use crate::bundled::{self, Bundled};
use crate::diag::{Sink, short};
use crate::ir::{self, SideId, display};
use crate::notation::{self, PositionError};
use crate::pipeline;
use crate::play::Engine;
use crate::session::Judge;
use crate::source::{FileError, Files, SourceMap};
use crate::state::{Allowance, Playout, Random, TooMuch};

/// The name under which a text is loaded that has none.
const NAMELESS: &str = "game.rules";

/// What may be spent on all that is asked here.
static UNLIMITED: Allowance = Allowance::UNLIMITED;

/// A game: its rules, and what plays them. Clones share both.
#[derive(Clone)]
pub struct Game {
    inner: Arc<Inner>,
}

struct Inner {
    rules: Arc<ir::Game>,
    engine: Engine,
    advice: Vec<String>,
    hash: OnceLock<String>,
}

impl Game {
    /// Loads one of the games that come with the library, by its name: `chess`, `fellowship`.
    ///
    /// # Errors
    /// If no bundled game is called so.
    pub fn bundled(name: &str) -> Result<Self, LoadError> {
        Self::load(bundled::find_game(name).unwrap_or(name), &Bundled, &[])
    }

    /// Loads a game from the text of its rules; games and modules that it builds on are the bundled ones.
    ///
    /// # Errors
    /// Says what is wrong with the text, and where.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// let error = Game::from_text("rules 1\ngame \"Test\" from chess\nextend Quen { moves N }\n").unwrap_err();
    /// assert!(error.to_string().starts_with("game.rules:3:8"), "{error}");
    /// ```
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        Self::load(NAMELESS, &Text(text), &[])
    }

    /// Loads a game from files, with options that are to be other than by default, as name and value.
    ///
    /// # Errors
    /// Says what is wrong with the rules or the options, and where.
    pub fn load(
        name: &str,
        files: &dyn Files,
        options: &[(String, String)],
    ) -> Result<Self, LoadError> {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let rules = pipeline::load(name, files, options, &mut sources, &mut sink);
        let Some(rules) = rules else {
            return Err(LoadError {
                diagnostics: sink.iter().cloned().collect(),
                sources,
                refusal: None,
            });
        };
        let advice = sink.iter().map(|found| short::one_line(found, &sources)).collect();
        let rules = Arc::new(rules);
        match Engine::new(&rules) {
            Ok(engine) => {
                let inner = Inner { rules, engine, advice, hash: OnceLock::new() };
                Ok(Self { inner: Arc::new(inner) })
            }
            Err(refusal) => {
                Err(LoadError { diagnostics: Vec::new(), sources, refusal: Some(refusal) })
            }
        }
    }

    /// Returns the title of the game.
    pub fn title(&self) -> &str {
        &self.inner.rules.about.title
    }

    /// Returns what the rules are advised to say otherwise, a line for each piece of advice.
    pub fn advice(&self) -> &[String] {
        &self.inner.advice
    }

    /// Returns the name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        self.inner.rules.side_name(side)
    }

    /// Returns a number, as 32 hexadecimal digits, that stands for what the rules mean: two files have the same if they
    /// differ only in comments and layout, and another with other options.
    pub fn hash(&self) -> &str {
        self.inner.hash.get_or_init(|| display::hash(&self.inner.rules))
    }

    /// Returns the position in which the game begins.
    ///
    /// # Panics
    /// Never: loading a game reads its start position.
    #[expect(clippy::expect_used, reason = "a game whose set-up cannot be read is not loaded")]
    pub fn start(&self) -> Position {
        self.position(&self.inner.rules.start.text).expect("the set-up was read before")
    }

    /// Reads a position from its text.
    ///
    /// # Errors
    /// Says which part of the text is wrong.
    pub fn position(&self, text: &str) -> Result<Position, PositionError> {
        let state = notation::read_position(&self.inner.rules, text)?;
        Ok(Position::first(self.clone(), state))
    }

    /// Counts the sequences of that many legal turns from each of several positions.
    ///
    /// # Errors
    /// If finding the turns of one of them takes more than may be spent.
    pub fn perft(&self, positions: &[Position], depth: u32) -> Result<Vec<u64>, TooMuch> {
        let count = |position: &Position| {
            self.engine().perft(position.state(), depth, &Allowance::UNLIMITED)
        };
        positions.iter().map(count).collect()
    }

    /// Plays a random game from each of several positions, at most `limit` turns of it. The same seed gives the same
    /// games; the game of a position depends on its place among them.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// let game = Game::bundled("mono")?;
    /// let played = game.playouts(&[game.start(), game.start()], 500, 7);
    /// assert_eq!(played.len(), 2);
    /// # Ok::<(), fairyring::LoadError>(())
    /// ```
    pub fn playouts(&self, positions: &[Position], limit: u32, seed: u64) -> Vec<Playout> {
        let play = |(number, position): (u64, &Position)| {
            let mut random = Random::stream(seed, number);
            self.engine().playout(position.state(), limit, &mut |count| random.below(count))
        };
        (0..).zip(positions).map(play).collect()
    }

    /// Returns the rules with every name resolved.
    #[doc(hidden)]
    pub fn rules(&self) -> &Arc<ir::Game> {
        &self.inner.rules
    }

    /// Returns who knows the rules.
    pub(super) fn judge(&self) -> Judge<'_> {
        Judge { game: self.rules(), engine: Some(self.engine()), allowance: &UNLIMITED }
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.inner.engine
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("title", &self.title()).finish_non_exhaustive()
    }
}

/// Two games are the same if their rules mean the same.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner) || self.hash() == other.hash()
    }
}

impl Eq for Game {}

/// A text that is a file, beside the bundled ones.
struct Text<'a>(&'a str);

impl Files for Text<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == NAMELESS {
            return Ok(Some(self.0.to_owned()));
        }
        Bundled.read(name)
    }

    fn names(&self) -> Vec<String> {
        Bundled.names()
    }
}

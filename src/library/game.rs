//! A game.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::error::{BatchError, LoadError};
use super::position::Position;
use crate::bundled::{self, Bundled};
use crate::diag::{Sink, codes, short, suggest};
use crate::ir::{self, SideId, display};
use crate::notation::{self, PositionError};
use crate::pipeline;
use crate::play::Engine;
use crate::session::Judge;
use crate::source::{FileError, Files, SourceMap, Span};
use crate::state::{Allowance, GameResult, Playout, Random};

/// The name under which a text is loaded that has none.
const NAMELESS: &str = "game.rules";

/// What may be spent on all that is asked here.
static UNLIMITED: Allowance = Allowance::UNLIMITED;

/// A game: its rules, and what plays them. Clones share both.
///
/// Two games are equal if their rules mean the same, whatever they are called.
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
    /// [`list_bundled`](Self::list_bundled) tells them all.
    ///
    /// # Errors
    /// If no bundled game is called so.
    pub fn bundled(name: &str) -> Result<Self, LoadError> {
        Self::bundled_with(name, &[])
    }

    /// Loads a bundled game with options that are to be other than by default, as name and value.
    ///
    /// # Errors
    /// If no bundled game is called so, or it has no such option or value.
    pub fn bundled_with(name: &str, options: &[(String, String)]) -> Result<Self, LoadError> {
        let Some(full) = bundled::find_game(name) else {
            let message = format!("there is no bundled game `{name}`");
            let found = codes::UNKNOWN_FILE.at(Span::NONE, message);
            let close = suggest::closest(name, bundled::all_games().map(bundled::own_name));
            return Err(LoadError::unknown(found.did_you_mean(close)));
        };
        Self::load(full, &Bundled, options)
    }

    /// Loads a game from the text of its rules; games and modules that it builds on are the bundled ones. Files on the disk
    /// are not looked at: [`from_path`](Self::from_path) does that.
    ///
    /// # Errors
    /// Says what is wrong with the text, and where. The text itself is called `game.rules` there.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// let error = Game::from_text("rules 2\ngame \"Test\" from chess\nextend Quen { moves N }\n").unwrap_err();
    /// assert!(error.to_string().starts_with("game.rules:3:8"), "{error}");
    /// ```
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        Self::from_text_with(text, &[])
    }

    /// Loads a game from the text of its rules, with options that are to be other than by default, as name and value.
    ///
    /// # Errors
    /// Says what is wrong with the text or the options, and where.
    pub fn from_text_with(text: &str, options: &[(String, String)]) -> Result<Self, LoadError> {
        Self::load(NAMELESS, &Text(text), options)
    }

    /// Loads a game from files of yours, with options that are to be other than by default, as name and value.
    ///
    /// `name` is that of the game's own file; it may have folders before it, as in `mine/amazons`. `files` is asked for
    /// `name`, `name.rules` and `lib/name.rules`, and the first that is there is taken: whether `.rules` is written makes no
    /// difference.
    ///
    /// A parent or module of which a file says `from PARENT` or `use MODULE` is asked for as `PARENT.rules`,
    /// `lib/PARENT.rules` and `variants/PARENT.rules`: first in the folder of that file, then in the folder above, and then
    /// without a folder. A file in `mine/` that builds on `chess` makes nine names, from `mine/chess.rules` to
    /// `variants/chess.rules`; each file is read once.
    ///
    /// Nothing but `files` is asked, not even for the bundled games: files that are to build on these have to hand out what
    /// [`Bundled`] has. What is found first counts, so that a game of yours may have modules of its own:
    ///
    /// ```
    /// use fairyring::{Bundled, FileError, Files, Game, MemoryFiles};
    ///
    /// /// My files, and the bundled ones behind them.
    /// struct Mine(MemoryFiles);
    ///
    /// impl Files for Mine {
    ///     fn read(&self, name: &str) -> Result<Option<String>, FileError> {
    ///         match self.0.read(name)? {
    ///             None => Bundled.read(name),
    ///             found => Ok(found),
    ///         }
    ///     }
    /// }
    ///
    /// let files = MemoryFiles::new()
    ///     .with("mine/amazons.rules", "rules 2\ngame \"Amazons\" from chess\nuse jumps\n")
    ///     .with("mine/lib/jumps.rules", "rules 2\nmodule \"Jumps\"\nextend Queen { moves N }\n");
    /// let game = Game::load("mine/amazons", &Mine(files.clone()), &[])?;
    /// assert_eq!(game.title(), "Amazons");
    ///
    /// let error = Game::load("mine/amazons", &files, &[]).unwrap_err();
    /// assert!(error.to_string().contains("there is no game `chess`"));
    /// # Ok::<(), fairyring::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with the rules or the options, and where; and that there is no such file.
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

    /// Returns the name of a side: `White`.
    pub fn side_name(&self, side: SideId) -> &str {
        self.inner.rules.side_name(side)
    }

    /// Writes how a game ended, with the name of the winner: `White wins (checkmate)`, `a draw (stalemate)`.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// let game = Game::bundled("chess")?;
    /// let mate = game.position("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")?.play("f7g7")?;
    /// let result = mate.outcome()?.unwrap();
    /// assert_eq!(game.result_text(&result), "White wins (checkmate)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn result_text(&self, result: &GameResult) -> String {
        let winner = result.winner().map(|side| self.side_name(side));
        super::result_text(winner, &result.reason)
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

    /// Counts the sequences of that many legal turns from each of several positions; what a rule ends is not gone on with.
    ///
    /// # Errors
    /// If one of them is a position of another game, or finding the turns takes more than may be spent.
    pub fn perft(&self, positions: &[Position], depth: u32) -> Result<Vec<u64>, BatchError> {
        self.check_own(positions)?;
        let count = |(number, position): (usize, &Position)| {
            position.perft(depth).map_err(|limit| BatchError::TooMuch { number, limit })
        };
        positions.iter().enumerate().map(count).collect()
    }

    /// Plays a random game from each of several positions, at most `limit` turns of it. The same seed gives the same
    /// games; the game of a position depends on its place among them.
    ///
    /// The turns are not kept, only how many there were and how the game ended: that is what makes it fast.
    /// [`Position::random_game`] keeps them.
    ///
    /// # Errors
    /// If one of them is a position of another game. Where more would have to be spent than may be, the game
    /// [ends](Playout::end) with that.
    ///
    /// ```
    /// use fairyring::{Game, PlayoutEnd};
    ///
    /// let game = Game::bundled("mono")?;
    /// let played = game.playouts(&[game.start(), game.start()], 500, 7)?;
    /// assert_eq!(played.len(), 2);
    /// if let PlayoutEnd::Over(result) = &played[0].end {
    ///     println!("{} after {} turns", game.result_text(result), played[0].turns);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn playouts(
        &self,
        positions: &[Position],
        limit: u32,
        seed: u64,
    ) -> Result<Vec<Playout>, BatchError> {
        self.check_own(positions)?;
        let play = |(number, position)| self.playout(position, limit, (seed, number));
        Ok((0..).zip(positions).map(play).collect())
    }

    /// Plays one of the random games that [`playouts`](Self::playouts) plays: that of a seed with that number.
    ///
    /// The position has to be one of this game.
    pub fn playout(&self, start: &Position, limit: u32, (seed, number): (u64, u64)) -> Playout {
        let mut random = Random::stream(seed, number);
        self.engine().playout(start.state(), limit, &mut |count| random.below(count))
    }

    /// Complains about positions of other games, whose squares and pieces are others.
    fn check_own(&self, positions: &[Position]) -> Result<(), BatchError> {
        match positions.iter().position(|position| position.game() != self) {
            Some(number) => Err(BatchError::OtherGame { number }),
            None => Ok(()),
        }
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

    /// Returns the position of a state of this game, as the first of its game.
    pub(crate) fn position_of(&self, state: crate::state::Position) -> Position {
        Position::first(self.clone(), state)
    }

    /// Returns what plays the game.
    #[doc(hidden)]
    pub fn engine(&self) -> &Engine {
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

//! A game in progress: the one place where front ends ask for turns, play them and learn the result.
//!
//! A session keeps the record of the game, which repetition looks at, and lets turns be taken back.

mod playout;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::compile::FactSet;
use crate::ir::{Game, SideId, SquareSet};
use crate::notation::{self, PositionError, TurnError};
use crate::play::Engine;
pub use crate::play::HashedCount;
use crate::reference::{self, ComparisonKey, LegalTurn, PlayError};
use crate::state::{GameResult, Position, Turn};
use crate::validate::{self, Budget, Doubt};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    game: Arc<Game>,
    start: String,
    positions: Vec<Position>,
    keys: Vec<ComparisonKey>,
    turns: Vec<Turn>,
    /// The game compiled, once it was asked for; `None` within if it cannot be. Copies share it.
    engine: Arc<OnceLock<Option<Compiled>>>,
    /// What of the knowledge about the game the compiled game may use.
    facts: FactSet,
    /// How much of that is checked when the game is compiled, if anything.
    validation: Option<Budget>,
}

/// A compiled game, and the facts that were found to be wrong for it.
type Compiled = (Engine, Vec<Doubt>);

/// Who counts turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Executor {
    /// The compiled game; the reference where a game cannot be compiled.
    #[default]
    Fast,
    /// The reference, straight from the rules.
    Reference,
}

/// Why something could not be done in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The position text is not one of this game.
    Position(PositionError),
    /// The turn's text is not that of a legal turn.
    Turn(TurnError),
    /// The turn cannot be played.
    Play(PlayError),
    /// The game is over.
    Over(GameResult),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Turn(error) => error.fmt(f),
            Self::Play(error) => error.fmt(f),
            Self::Over(result) => write!(f, "the game is over: {}", result.reason),
        }
    }
}

impl std::error::Error for SessionError {}

impl Session {
    /// Begins a game from its own set-up.
    ///
    /// # Errors
    /// If the set-up is not a position of the game; analysis sees to it that it is.
    pub fn new(game: Arc<Game>) -> Result<Self, SessionError> {
        let text = game.start.text.clone();
        Self::from_position(game, &text)
    }

    /// Begins from a position text.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn from_position(game: Arc<Game>, text: &str) -> Result<Self, SessionError> {
        let position = notation::read_position(&game, text).map_err(SessionError::Position)?;
        let start = notation::write_position(&game, &position);
        let keys = vec![reference::comparison_key(&game, &position)];
        let engine = Arc::default();
        let (facts, validation, turns) = (FactSet::ALL, None, Vec::new());
        Ok(Self { game, start, positions: vec![position], keys, turns, engine, facts, validation })
    }

    /// Begins from another position text of the same game. If the game is compiled already, it is not compiled again.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn elsewhere(&self, text: &str) -> Result<Self, SessionError> {
        let begun = Self::from_position(self.shared_game(), text)?;
        let (facts, validation) = (self.facts, self.validation);
        Ok(Self { engine: Arc::clone(&self.engine), facts, validation, ..begun })
    }

    /// Plays with some of the facts only that make the compiled game fast; with a budget, those are checked against its
    /// general path first, and wrong ones are not used. The game is compiled anew when it is needed.
    #[must_use]
    pub fn with_facts(self, facts: FactSet, validation: Option<Budget>) -> Self {
        Self { engine: Arc::default(), facts, validation, ..self }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game to share it.
    pub fn shared_game(&self) -> Arc<Game> {
        Arc::clone(&self.game)
    }

    /// Returns the text of the position the session began with.
    pub fn start_text(&self) -> &str {
        &self.start
    }

    /// Returns the position now.
    ///
    /// # Panics
    /// Never: a session has at least the position it began with.
    pub fn position(&self) -> &Position {
        // INVARIANT: `positions` begins with one and `undo` leaves it.
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the text of the position now.
    pub fn position_text(&self) -> String {
        notation::write_position(&self.game, self.position())
    }

    /// Returns the turns played so far.
    pub fn history(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the positions of the game, from the one it began with to the one now.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns how often the position now has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        let now = self.keys.last();
        u32::try_from(self.keys.iter().filter(|key| Some(*key) == now).count()).unwrap_or(u32::MAX)
    }

    /// Returns the result, if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        reference::outcome(&self.game, self.position(), self.occurrences())
    }

    /// Returns the legal turns with the positions they lead to; none when the game is over.
    pub fn legal(&self) -> Vec<LegalTurn> {
        self.legal_found().0
    }

    /// Returns the same, and whether some may be left out, as finding them takes more than may be done.
    pub fn legal_found(&self) -> (Vec<LegalTurn>, bool) {
        if self.result().is_some() {
            return (Vec::new(), false);
        }
        reference::legal_turns_found(&self.game, self.position())
    }

    /// Returns the legal turns; none when the game is over.
    pub fn legal_turns(&self) -> Vec<Turn> {
        self.legal().into_iter().map(|legal| legal.turn).collect()
    }

    /// Returns the texts of the legal turns, sorted.
    pub fn turn_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> =
            self.legal_turns().iter().map(|turn| notation::turn_text(&self.game, turn)).collect();
        texts.sort();
        texts
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If the game is over or the turn is not legal.
    pub fn play(&mut self, turn: &Turn) -> Result<(), SessionError> {
        if let Some(result) = self.result() {
            return Err(SessionError::Over(result));
        }
        let position =
            reference::play(&self.game, self.position(), turn).map_err(SessionError::Play)?;
        self.add(turn.clone(), position);
        Ok(())
    }

    /// Plays the legal turn with that text.
    ///
    /// # Errors
    /// If the game is over or no legal turn, or more than one, fits the text.
    pub fn play_text(&mut self, text: &str) -> Result<(), SessionError> {
        if let Some(result) = self.result() {
            return Err(SessionError::Over(result));
        }
        let mut legal = reference::legal_turns(&self.game, self.position());
        let turns: Vec<Turn> = legal.iter().map(|legal| legal.turn.clone()).collect();
        let index = notation::find_turn(&self.game, text, &turns).map_err(SessionError::Turn)?;
        let LegalTurn { turn, position } = legal.swap_remove(index);
        self.add(turn, position);
        Ok(())
    }

    /// Takes the last turn back; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.turns.pop().is_none() {
            return false;
        }
        self.positions.pop();
        self.keys.pop();
        true
    }

    /// Returns the royal pieces of the side to move that the other side could capture.
    pub fn checked(&self) -> SquareSet {
        reference::attacked_royals(&self.game, self.position(), self.side_to_move())
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> SideId {
        self.position().to_move
    }

    /// Returns the compiled game, if it can be compiled.
    pub fn engine(&self) -> Option<&Engine> {
        self.compiled().map(|(engine, _)| engine)
    }

    /// Returns the facts that were found to be wrong for this game when it was compiled, and are not used.
    pub fn doubts(&self) -> &[Doubt] {
        self.compiled().map_or(&[], |(_, doubts)| doubts)
    }

    fn compiled(&self) -> Option<&Compiled> {
        let make = || {
            if let Some(budget) = self.validation {
                return validate::validated(&self.game, self.facts, budget).ok();
            }
            let engine = Engine::with_facts(&self.game, self.facts).ok();
            engine.map(|engine| (engine, Vec::new()))
        };
        self.engine.get_or_init(make).as_ref()
    }

    fn engine_of(&self, executor: Executor) -> Option<&Engine> {
        match executor {
            Executor::Fast => self.engine(),
            Executor::Reference => None,
        }
    }

    /// Counts the sequences of that many legal turns from here.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_by(Executor::Fast, depth)
    }

    /// Counts the sequences of that many legal turns from here, and says who counts.
    pub fn perft_by(&self, executor: Executor, depth: u32) -> u64 {
        self.count(executor, self.position(), depth)
    }

    /// Counts the sequences of that many legal turns from a position of the game.
    pub fn count(&self, executor: Executor, position: &Position, depth: u32) -> u64 {
        self.count_found(executor, position, depth).0
    }

    /// Does the same, and tells whether some may be left out, as there is more to be done to find them than may be done for
    /// a position ([`MAX_EFFORT`](crate::ir::limits::MAX_EFFORT)).
    pub fn count_found(&self, executor: Executor, position: &Position, depth: u32) -> (u64, bool) {
        match self.engine_of(executor) {
            Some(engine) => engine.perft_found(position, depth),
            None => reference::perft_found(&self.game, position, depth),
        }
    }

    /// Counts the sequences of that many legal turns from here with a table of positions met before, of at most that many
    /// bytes.
    ///
    /// # Errors
    /// If the game is not compiled, or there is not so much memory.
    pub fn hashed_perft(&self, depth: u32, bytes: usize) -> Result<HashedCount, String> {
        let Some(engine) = self.engine() else {
            return Err("this game is not compiled, so that there is no table of positions".into());
        };
        let counted = engine.hashed_perft(self.position(), depth, bytes);
        counted.ok_or_else(|| "there is not so much memory for a table of positions".into())
    }

    /// Counts them for each first turn, sorted by its text.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.divide_by(Executor::Fast, depth)
    }

    /// Counts them for each first turn, sorted by its text, and says who counts.
    pub fn divide_by(&self, executor: Executor, depth: u32) -> Vec<(String, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let turns = self.turns_from(executor, self.position());
        let mut counts: Vec<_> = turns
            .into_iter()
            .map(|(turn, next)| {
                let count = self.count(executor, &next, rest);
                (notation::turn_text(&self.game, &turn), count)
            })
            .collect();
        counts.sort();
        counts
    }

    /// Returns the turns that perft counts in a position of the game, and where they lead: none where the game is decided.
    pub fn turns_from(&self, executor: Executor, position: &Position) -> Vec<(Turn, Position)> {
        if reference::decided(&self.game, position).is_some() {
            return Vec::new();
        }
        if let Some(engine) = self.engine_of(executor) {
            return engine.legal_turns(position);
        }
        let legal = reference::legal_turns(&self.game, position).into_iter();
        legal.map(|legal| (legal.turn, legal.position)).collect()
    }

    fn add(&mut self, turn: Turn, position: Position) {
        self.keys.push(reference::comparison_key(&self.game, &position));
        self.turns.push(turn);
        self.positions.push(position);
    }
}

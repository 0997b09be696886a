//! A game in progress: the one place where front ends ask for turns, play them and learn the result.
//!
//! A session keeps the record of the game, which repetition looks at, and lets turns be taken back.

mod error;
mod judge;
mod playout;
mod writing;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::compile::FactSet;
use crate::ir::{Game, SideId, SquareSet};
use crate::notation::{self, TurnError};
use crate::play::Engine;
pub use crate::play::HashedCount;
use crate::reference::{self, ComparisonKey, LegalTurn};
use crate::state::{Allowance, GameResult, Position, Random, Recurrence, TooMuch, Turn};
use crate::validate::{self, Budget, Doubt};
pub use error::PlayError;
pub(crate) use judge::Judge;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    game: Arc<Game>,
    start: String,
    positions: Vec<Position>,
    /// What each position is compared by for repetition, once it was asked for.
    keys: Vec<OnceLock<Key>>,
    turns: Vec<Turn>,
    /// The game compiled, once it was asked for; `None` within if it cannot be. Copies share it.
    engine: Arc<OnceLock<Option<Compiled>>>,
    /// What of the knowledge about the game the compiled game may use.
    facts: FactSet,
    /// How much of that is checked when the game is compiled, if anything.
    validation: Option<Budget>,
    /// Who plays.
    executor: Executor,
    /// What may be spent on all that is asked.
    allowance: Allowance,
}

/// What a position is compared by for repetition, as the executor tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    Compiled(u64),
    Reference(ComparisonKey),
}

/// A compiled game, and the facts that were found to be wrong for it.
type Compiled = (Engine, Vec<Doubt>);

/// Who finds, counts and plays turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Executor {
    /// The compiled game; the reference where a game cannot be compiled.
    #[default]
    Fast,
    /// The reference, straight from the rules.
    Reference,
}

impl Session {
    /// Begins a game from its own set-up.
    ///
    /// # Errors
    /// If the set-up is not a position of the game; analysis sees to it that it is.
    pub fn new(game: Arc<Game>) -> Result<Self, PlayError> {
        let text = game.start.text.clone();
        Self::from_position(game, &text)
    }

    /// Begins from a position text.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn from_position(game: Arc<Game>, text: &str) -> Result<Self, PlayError> {
        Self::begin(game, text, Allowance::UNLIMITED)
    }

    /// Begins from a position text, and takes what is done for all that is asked from an allowance.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn begin(game: Arc<Game>, text: &str, allowance: Allowance) -> Result<Self, PlayError> {
        let position = notation::read_position(&game, text).map_err(PlayError::Position)?;
        Ok(Self {
            start: notation::write_position(&game, &position),
            keys: vec![OnceLock::new()],
            positions: vec![position],
            turns: Vec::new(),
            engine: Arc::default(),
            facts: FactSet::ALL,
            validation: None,
            executor: Executor::Fast,
            allowance,
            game,
        })
    }

    /// Begins from another position text of the same game. If the game is compiled already, it is not compiled again.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn elsewhere(&self, text: &str) -> Result<Self, PlayError> {
        let begun = Self::begin(self.shared_game(), text, self.allowance.clone())?;
        let (facts, validation, executor) = (self.facts, self.validation, self.executor);
        Ok(Self { engine: Arc::clone(&self.engine), facts, validation, executor, ..begun })
    }

    /// Plays by another executor: the reference is the meaning of the rules, and slow.
    #[must_use]
    pub fn with_executor(self, executor: Executor) -> Self {
        let keys = self.keys.iter().map(|_| OnceLock::new()).collect();
        Self { keys, executor, ..self }
    }

    /// Plays with some of the facts only that make the compiled game fast; with a budget, those are checked against its
    /// general path first, and wrong ones are not used. The game is compiled anew when it is needed.
    #[must_use]
    pub fn with_facts(self, facts: FactSet, validation: Option<Budget>) -> Self {
        Self { engine: Arc::default(), facts, validation, ..self }
    }

    /// Takes what is done for all that is asked from here on from another allowance.
    #[must_use]
    pub fn with_allowance(self, allowance: Allowance) -> Self {
        Self { allowance, ..self }
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
        let now = self.key(self.keys.len() - 1);
        let same = (0..self.keys.len()).filter(|&number| self.key(number) == now);
        u32::try_from(same.count()).unwrap_or(u32::MAX)
    }

    /// Returns how the position now has come back.
    pub fn recurrence(&self) -> Recurrence<Position> {
        let last = self.keys.len() - 1;
        let before = (0..last).rev();
        let before = before
            .map(|number| (self.positions[number].clone(), self.key(number) == self.key(last)));
        Recurrence::with_before(self.occurrences(), self.game.lookback(), before)
    }

    /// Returns what the position with that number is compared by.
    fn key(&self, number: usize) -> &Key {
        self.keys[number].get_or_init(|| {
            let position = &self.positions[number];
            if let Some(engine) = self.engine_of(self.executor) {
                Key::Compiled(engine.repetition_key(position))
            } else {
                let key = reference::comparison_key(&self.game, position, &self.allowance);
                Key::Reference(key)
            }
        })
    }

    /// Returns what may be spent on all that is asked.
    pub fn allowance(&self) -> &Allowance {
        &self.allowance
    }

    /// Returns the result, if the game is over.
    ///
    /// # Errors
    /// If finding that out takes more than may be spent.
    pub fn result(&self) -> Result<Option<GameResult>, TooMuch> {
        self.judge().outcome(self.position(), || self.recurrence())
    }

    /// Returns who knows the rules.
    fn judge(&self) -> Judge<'_> {
        let engine = self.engine_of(self.executor);
        Judge { game: &self.game, engine, allowance: &self.allowance }
    }

    /// Returns the legal turns with the positions they lead to; none when the game is over.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn legal(&self) -> Result<Vec<LegalTurn>, TooMuch> {
        self.judge().legal(self.position(), || self.recurrence())
    }

    /// Returns the legal turns; none when the game is over.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn legal_turns(&self) -> Result<Vec<Turn>, TooMuch> {
        Ok(self.legal()?.into_iter().map(|legal| legal.turn).collect())
    }

    /// Returns a legal turn that is chosen step by step: what can be played where there are too many turns to be listed.
    #[must_use]
    pub fn turn_by_chance(&self, random: &mut Random) -> Option<Turn> {
        self.engine_of(self.executor)?.turn_by_chance(self.position(), random)
    }

    /// Tells whether there is a legal turn here, whether or not the game is over.
    ///
    /// # Errors
    /// If finding that out takes more than may be spent.
    pub fn has_turn(&self) -> Result<bool, TooMuch> {
        self.judge().has_turn(self.position())
    }

    /// Returns the texts of the legal turns, sorted.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn turn_texts(&self) -> Result<Vec<String>, TooMuch> {
        let turns = self.legal_turns()?;
        let mut texts: Vec<_> =
            turns.iter().map(|turn| notation::turn_text(&self.game, turn)).collect();
        texts.sort();
        Ok(texts)
    }

    /// Returns the position after a turn that can be played in a position; nothing if it cannot, or that takes too much.
    pub fn after(&self, position: &Position, turn: &Turn) -> Option<Position> {
        if let Some(engine) = self.engine() {
            return engine.play(position, turn, &self.allowance).ok();
        }
        let legal = reference::legal_turns(&self.game, position, &self.allowance).ok()?;
        legal.into_iter().find(|legal| legal.turn == *turn).map(|legal| legal.position)
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If the game is over or the turn is not legal, or finding that out takes more than may be spent.
    pub fn play(&mut self, turn: &Turn) -> Result<(), PlayError> {
        let position = self.judge().play(self.position(), || self.recurrence(), turn)?;
        if self.game.turns_by_position {
            let played = self.judge().same_turn(self.position(), turn)?;
            self.add(played.turn, played.position);
            return Ok(());
        }
        self.add(turn.clone(), position);
        Ok(())
    }

    /// Plays the legal turn with that text.
    ///
    /// # Errors
    /// If the game is over or no legal turn, or more than one, fits the text, or finding that out takes more than may be
    /// spent.
    pub fn play_text(&mut self, text: &str) -> Result<(), PlayError> {
        let played = self.judge().play_text(self.position(), || self.recurrence(), text)?;
        self.add(played.turn, played.position);
        Ok(())
    }

    /// Returns the text of the legal turn that is meant by one written as other programs and people do, such as `Nf3`; the
    /// text itself where it means none, or could mean several.
    pub fn meant<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.find(&self.legal().unwrap_or_default(), text) {
            Err(TurnError::Foreign { meant, .. }) if meant.len() == 1 => {
                meant.into_iter().next().map_or(Cow::Borrowed(text), Cow::Owned)
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Finds the turn that a text means among the [legal ones](Self::legal) of the position now.
    ///
    /// # Errors
    /// If it means none of them, or could mean several. [`TurnError::Foreign`] says that it is written as other programs and
    /// people write turns, and which it can mean.
    pub fn find(&self, legal: &[LegalTurn], text: &str) -> Result<usize, TurnError> {
        self.judge().find(self.position(), legal, text)
    }

    /// Returns the number of the [legal turn](Self::legal) that stands for another one of exactly that text, where turns to
    /// the same position are one turn.
    pub fn standing_for(&self, legal: &[LegalTurn], text: &str) -> Option<usize> {
        self.judge().standing_for(self.position(), legal, text)
    }

    /// Plays one of the [legal turns](Self::legal) of the position now, which is not looked into again.
    pub fn play_legal(&mut self, legal: LegalTurn) {
        self.add(legal.turn, legal.position);
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
    ///
    /// # Errors
    /// If finding that out takes more than may be spent.
    pub fn checked(&self) -> Result<SquareSet, TooMuch> {
        let side = self.side_to_move();
        reference::attacked_royals(&self.game, self.position(), side, &self.allowance)
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
                let validated =
                    validate::validated(&self.game, self.facts, budget, &self.allowance);
                return validated.ok();
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
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent: there is no count then.
    pub fn perft(&self, depth: u32) -> Result<u64, TooMuch> {
        self.perft_by(Executor::Fast, depth)
    }

    /// Counts the sequences of that many legal turns from here, and says who counts.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent: there is no count then.
    pub fn perft_by(&self, executor: Executor, depth: u32) -> Result<u64, TooMuch> {
        self.count(executor, self.position(), depth)
    }

    /// Counts the sequences of that many legal turns from a position of the game.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent: there is no count then.
    pub fn count(
        &self,
        executor: Executor,
        position: &Position,
        depth: u32,
    ) -> Result<u64, TooMuch> {
        match self.engine_of(executor) {
            Some(engine) => engine.perft(position, depth, &self.allowance),
            None => reference::perft(&self.game, position, depth, &self.allowance),
        }
    }

    /// Counts the sequences of that many legal turns from here with a table of positions met before, of at most that many
    /// bytes.
    ///
    /// # Errors
    /// If the game is not compiled, or there is not so much memory, or finding the turns of a position takes more than may
    /// be spent.
    pub fn hashed_perft(&self, depth: u32, bytes: usize) -> Result<HashedCount, String> {
        let Some(engine) = self.engine() else {
            return Err("this game is not compiled, so that there is no table of positions".into());
        };
        let counted = engine.hashed_perft(self.position(), depth, bytes);
        let counted = counted.map_err(|limit| limit.to_string())?;
        counted.ok_or_else(|| "there is not so much memory for a table of positions".into())
    }

    /// Counts them for each first turn, sorted by its text.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent: there are no counts then.
    pub fn divide(&self, depth: u32) -> Result<Vec<(String, u64)>, TooMuch> {
        self.divide_by(Executor::Fast, depth)
    }

    /// Counts them for each first turn, sorted by its text, and says who counts.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent: there are no counts then.
    pub fn divide_by(&self, executor: Executor, depth: u32) -> Result<Vec<(String, u64)>, TooMuch> {
        let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let mut counts = Vec::new();
        for (turn, next) in self.turns_from(executor, self.position())? {
            let count = self.count(executor, &next, rest)?;
            counts.push((notation::turn_text(&self.game, &turn), count));
        }
        counts.sort();
        Ok(counts)
    }

    /// Returns the turns that perft counts in a position of the game, and where they lead: none where the game is decided.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn turns_from(
        &self,
        executor: Executor,
        position: &Position,
    ) -> Result<Vec<(Turn, Position)>, TooMuch> {
        if reference::decided(&self.game, position, &self.allowance)?.is_some() {
            return Ok(Vec::new());
        }
        if let Some(engine) = self.engine_of(executor) {
            return engine.legal_turns(position, &self.allowance);
        }
        let legal = reference::legal_turns(&self.game, position, &self.allowance)?.into_iter();
        Ok(legal.map(|legal| (legal.turn, legal.position)).collect())
    }

    fn add(&mut self, turn: Turn, position: Position) {
        self.keys.push(OnceLock::new());
        self.turns.push(turn);
        self.positions.push(position);
    }
}

//! Positions and turns.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::game::Game;
use crate::ir::SideId;
use crate::notation::{self, Notation};
use crate::play::Engine;
use crate::session::PlayError;
use crate::state::{self, Allowance, GameResult, Random, Recurrence, TooMuch};

/// A position in a game, with the record of the positions before it, which repetition looks at.
///
/// ```
/// use fairyring::{Game, PlayError};
///
/// let game = Game::bundled("chess")?;
/// let position = game.start().play("e2e4")?;
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
/// assert_eq!(game.side_name(position.side_to_move()), "Black");
/// assert!(matches!(position.play("e2e4"), Err(PlayError::Turn(_))));
///
/// let turns = position.legal_turns()?;
/// let [first, ..] = &turns[..] else { panic!("there are twenty") };
/// let next = position.play_turn(first)?;
/// assert_eq!(next.outcome()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    game: Game,
    state: Arc<state::Position>,
    /// The repetition keys of the positions of the game, this one last.
    keys: Vec<u64>,
    /// The positions before this one, if rules of the game look back at them.
    before: Vec<Arc<state::Position>>,
}

/// A legal turn of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    text: String,
    steps: state::Turn,
}

impl Position {
    /// Makes the position in which a game begins.
    pub(super) fn first(game: Game, state: state::Position) -> Self {
        let keys = vec![game.engine().repetition_key(&state)];
        Self { game, state: Arc::new(state), keys, before: Vec::new() }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> SideId {
        self.state.to_move
    }

    /// Returns how often the position has occurred in its game, this time included.
    pub fn occurrences(&self) -> u32 {
        let now = self.keys.last();
        u32::try_from(self.keys.iter().filter(|key| Some(*key) == now).count()).unwrap_or(u32::MAX)
    }

    /// Returns how the position has come back.
    fn recurrence(&self) -> Recurrence<state::Position> {
        let now = self.keys.last();
        let before = self.before.iter().zip(&self.keys).rev();
        let before = before.map(|(state, key)| (state::Position::clone(state), Some(key) == now));
        Recurrence::with_before(self.occurrences(), self.game.rules().lookback(), before)
    }

    /// Returns the result, if the game is over here.
    ///
    /// # Errors
    /// If finding that out takes more than may be spent.
    pub fn outcome(&self) -> Result<Option<GameResult>, TooMuch> {
        self.game.judge().outcome(&self.state, || self.recurrence())
    }

    /// Returns the legal turns; none when the game is over.
    ///
    /// There may be none where the game is not over: if no rule says what follows when a side cannot move, [`outcome`] is
    /// `None`, and nothing can be played. A loop that plays on ends with the turns, therefore, and not with a result.
    ///
    /// [`outcome`]: Self::outcome
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn legal_turns(&self) -> Result<Vec<Turn>, TooMuch> {
        let turns = self.game.judge().legal(&self.state, || self.recurrence())?;
        Ok(turns.into_iter().map(|legal| self.named(legal.turn)).collect())
    }

    fn named(&self, steps: state::Turn) -> Turn {
        Turn { text: notation::turn_text(self.game.rules(), &steps), steps }
    }

    /// Returns the legal turns, each with its text in a notation; none when the game is over.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    ///
    /// ```
    /// use fairyring::Game;
    /// use fairyring::notation::Notation;
    ///
    /// let start = Game::bundled("chess")?.start();
    /// let written = start.written(Notation::San)?;
    /// assert!(written.iter().any(|(turn, text)| turn.as_str() == "g1f3" && text == "Nf3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn written(&self, notation: Notation) -> Result<Vec<(Turn, String)>, TooMuch> {
        let judge = self.game.judge();
        let legal = judge.legal(&self.state, || self.recurrence())?;
        let texts = judge.written(&self.state, &legal, notation);
        let written = texts.into_iter().zip(legal).map(|(text, legal)| {
            let text = judge.with_sequel(text, &legal.position, notation);
            (self.named(legal.turn), text)
        });
        Ok(written.collect())
    }

    /// Plays the legal turn that is written so; returns the position after it.
    ///
    /// # Errors
    /// If the game is over, or no legal turn, or more than one, fits the text.
    pub fn play(&self, text: &str) -> Result<Self, PlayError> {
        Ok(self.play_text(text)?.1)
    }

    /// Plays the legal turn that is written so; returns the turn and the position after it.
    ///
    /// # Errors
    /// If the game is over, or no legal turn, or more than one, fits the text.
    pub fn play_text(&self, text: &str) -> Result<(Turn, Self), PlayError> {
        let played = self.game.judge().play_text(&self.state, || self.recurrence(), text)?;
        Ok((self.named(played.turn), self.followed_by(played.position)))
    }

    /// Plays one of the [legal turns](Self::legal_turns); returns the position after it.
    ///
    /// # Errors
    /// If it is a turn of another position that is not legal here.
    pub fn play_turn(&self, turn: &Turn) -> Result<Self, PlayError> {
        match self.game.judge().play(&self.state, || self.recurrence(), &turn.steps) {
            Ok(state) if self.writes(turn) => Ok(self.followed_by(state)),
            // Whoever has a turn of another position is told as with a text. In another game, its steps may be those of a
            // turn that is written otherwise.
            Ok(_) | Err(PlayError::Unplayable(_)) => self.play(&turn.text),
            Err(error) => Err(error),
        }
    }

    /// Tells whether a turn whose steps are possible here is one of this game.
    fn writes(&self, turn: &Turn) -> bool {
        notation::turn_text(self.game.rules(), &turn.steps) == turn.text
    }

    fn followed_by(&self, state: state::Position) -> Self {
        let mut keys = self.keys.clone();
        keys.push(self.game.engine().repetition_key(&state));
        let mut before = self.before.clone();
        if self.game.rules().lookback() > 0 {
            before.push(Arc::clone(&self.state));
        }
        Self { game: self.game.clone(), state: Arc::new(state), keys, before }
    }

    /// Plays a random game from here, at most `limit` turns of it: returns its turns, and the position at its end. The same
    /// seed gives the same game, though another one than [`Game::playouts`] plays.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// let game = Game::bundled("mono")?;
    /// let (turns, end) = game.start().random_game(500, 7)?;
    /// let again = turns.iter().try_fold(game.start(), |position, turn| position.play_turn(turn))?;
    /// assert_eq!(again, end);
    /// println!("{} turns, and then {:?}", turns.len(), end.outcome()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_game(&self, limit: u32, seed: u64) -> Result<(Vec<Turn>, Self), TooMuch> {
        let (mut random, mut position) = (Random::new(seed), self.clone());
        let mut played = Vec::new();
        for _ in 0..limit {
            let judge = self.game.judge();
            let mut legal = judge.legal(&position.state, || position.recurrence())?;
            if legal.is_empty() {
                break;
            }
            let legal = legal.swap_remove(random.below(legal.len()));
            played.push(position.named(legal.turn));
            position = position.followed_by(legal.position);
        }
        Ok((played, position))
    }

    /// Counts the sequences of that many legal turns from here.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// assert_eq!(Game::bundled("chess")?.start().perft(3)?, 8902);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&self, depth: u32) -> Result<u64, TooMuch> {
        self.game.engine().perft(&self.state, depth, &Allowance::UNLIMITED)
    }

    /// Counts them in the same way, and gives up soon after `stop` is set: the count is worth nothing then.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent.
    pub fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Result<u64, TooMuch> {
        count_until(self.game.engine(), &self.state, depth, stop)
    }

    /// Returns what stands where, and all else that a position consists of.
    #[doc(hidden)]
    pub fn state(&self) -> &state::Position {
        &self.state
    }
}

/// How many sequences of turns are counted at most, by a rough estimate, before it is asked whether to stop.
const COUNTED_AT_ONCE: f64 = 3e7;

fn count_until(
    engine: &Engine,
    state: &state::Position,
    depth: u32,
    stop: &AtomicBool,
) -> Result<u64, TooMuch> {
    let allowance = &Allowance::UNLIMITED;
    if stop.load(Ordering::Relaxed) {
        return Ok(0);
    }
    if depth <= 2 {
        return engine.perft(state, depth, allowance);
    }
    if engine.decided(state, allowance)?.is_some() {
        return Ok(0);
    }
    let turns = engine.legal_turns(state, allowance)?;
    let estimate = f64::from(u32::try_from(turns.len()).unwrap_or(u32::MAX)).powf(f64::from(depth));
    if estimate < COUNTED_AT_ONCE {
        return engine.perft(state, depth, allowance);
    }
    let mut sum = 0_u64;
    for (_, next) in &turns {
        sum = sum.saturating_add(count_until(engine, next, depth - 1, stop)?);
    }
    Ok(sum)
}

/// The text of the position, as [`Game::position`] reads it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::write_position(self.game.rules(), &self.state))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Two positions are the same if the same stands in the same game; how they came about does not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.game == other.game
    }
}

impl Eq for Position {}

/// The text of the turn, as [`Position::play`] reads it.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Turn {
    /// Returns the text of the turn.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

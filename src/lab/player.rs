//! Who chooses turns.

use std::fmt;

use crate::search::{Level, Limits, NoControl, Score, Searcher};
use crate::session::Session;
use crate::state::Turn;

/// The memory of a player's table, in bytes: small, since it is emptied before each game.
const TABLE: usize = 1 << 20;

/// What a side counts as that wins for certain, in points.
const CERTAIN: i32 = 100_000;

/// How strong the players of a study are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Every legal turn is as likely as every other.
    Random,
    /// A level of the computer, from 1 to 10.
    Level(u8),
}

impl Strength {
    /// Those that a study has by default, the weakest first.
    pub const USUAL: [Self; 3] = [Self::Random, Self::Level(2), Self::Level(4)];

    /// Reads `random` or the number of a level.
    ///
    /// # Errors
    /// If it is neither; the text says what it may be.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text == "random" {
            return Ok(Self::Random);
        }
        let level = text.parse::<u8>().ok().filter(|level| (1..=Level::STRONGEST).contains(level));
        let wrong = || format!("a level is `random` or a number from 1 to {}", Level::STRONGEST);
        level.map(Self::Level).ok_or_else(wrong)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Level(number) => write!(f, "{number}"),
        }
    }
}

/// A turn, and what whoever chose it takes the position to be worth for the side to move, in points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The turn.
    pub turn: Turn,
    /// What the position is worth.
    pub points: i32,
}

/// All that a study asks of a search. What is chosen may depend on the seed and the game so far, and on nothing else: not
/// on the time, and not on games before.
pub trait Player {
    /// Begins another game, and forgets the one before.
    fn begin(&mut self, seed: u64);

    /// Chooses one of the legal turns; nothing if there is none.
    fn choose(&mut self, session: &Session) -> Option<Chosen>;
}

/// The computer at one of its levels.
#[derive(Debug)]
pub(super) struct Computer {
    searcher: Searcher,
    level: u8,
    seed: u64,
}

impl Computer {
    /// Makes one for the game of a session; nothing if the game is not compiled.
    pub(super) fn new(start: &Session, level: u8) -> Option<Self> {
        Some(Self { searcher: Searcher::new(start.engine()?, TABLE), level, seed: 0 })
    }

    /// Makes another one for the same game.
    pub(super) fn another(&self) -> Self {
        Self { searcher: self.searcher.another(TABLE), ..*self }
    }
}

impl Player for Computer {
    fn begin(&mut self, seed: u64) {
        self.searcher.forget();
        self.seed = seed;
    }

    fn choose(&mut self, session: &Session) -> Option<Chosen> {
        let level = Some(Level::new(self.level, self.seed));
        let limits = Limits { level, ..Limits::default() };
        let thought = self.searcher.think(session.positions(), &limits, &NoControl, &mut |_| {});
        let points = match thought.score()? {
            Score::Points(points) => points,
            Score::Win(_) => CERTAIN,
            Score::Loss(_) => -CERTAIN,
        };
        Some(Chosen { turn: thought.best()?.clone(), points })
    }
}

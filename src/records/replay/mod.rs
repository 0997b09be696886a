//! Playing what a record says, by the rules of a game.
//!
//! A turn that is written plainly is found among the steps that the compiled game lists; whatever is not settled so is
//! compared with all legal turns by the one reader of turns. The first only answers what the second would.

mod meant;
mod quick;
mod shapes;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt;
use std::sync::Arc;

use super::pgn::Item;
use crate::ir::Game;
use crate::notation::shown;
use crate::play::{Engine, each_size};
use crate::session::Session;
use crate::state::{Allowance, GameResult, Position, Turn};
pub use meant::meant;
use shapes::Shapes;

/// How many turns are listed at most where a text could mean several.
const MAX_TOLD: usize = 5;

/// How strictly a record is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a demand of its own")]
pub struct Terms {
    /// Whether a game may go on where the rules say that it is drawn: elsewhere, draws have to be claimed.
    pub draws_are_claimed: bool,
    /// Whether turns are written from square to square, as programs write them here.
    pub by_squares: bool,
    /// Whether the turns that were played are wanted, with the positions after them.
    pub keeps: bool,
    /// Whether each text is compared with all legal turns, however plainly it is written: that takes longer and finds the same.
    pub compares_all: bool,
}

/// What came of playing a record.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// How many turns of the game itself are legal, from the first one on.
    pub turns: usize,
    /// The position after them.
    pub end: Position,
    /// How the game has ended there, by its rules.
    pub result: Option<GameResult>,
    /// After how many turns the rules first say that the game is drawn, if it goes on all the same.
    pub drawn: Option<(usize, GameResult)>,
    /// The turns with the positions after them, if they are wanted.
    pub played: Vec<(Turn, Position)>,
    /// What is wrong first.
    pub wrong: Option<Wrong>,
}

/// What is wrong with a turn of a record.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The number of the turn, from 1, both sides counted.
    pub turn: usize,
    /// The line in which it stands; 0 if that is not known.
    pub line: u64,
    /// How it is written.
    pub text: String,
    /// Whether it stands in a variation.
    pub in_variation: bool,
    /// Why it cannot be played.
    pub why: Why,
    /// The position before it.
    pub before: Position,
}

/// Why a turn cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No legal turn is written so.
    Illegal,
    /// Several are.
    Ambiguous(Vec<String>),
    /// The game is over.
    Over(GameResult),
    /// Finding that out takes more than may be spent.
    TooMuch(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal => f.write_str("no legal turn here is written like that"),
            Self::Ambiguous(texts) => {
                let told: Vec<String> =
                    texts.iter().take(MAX_TOLD).map(|text| format!("`{}`", shown(text))).collect();
                let more = if texts.len() > MAX_TOLD { " and others" } else { "" };
                write!(f, "it could be {}{more}", told.join(", "))
            }
            Self::Over(result) => write!(f, "the game is over: {}", shown(&result.reason)),
            Self::TooMuch(what) => f.write_str(what),
        }
    }
}

/// Plays records of a game.
#[derive(Debug)]
pub struct Replayer {
    game: Arc<Game>,
    engine: Engine,
    shapes: Shapes,
    allowance: Allowance,
}

impl Replayer {
    /// Makes one for the game of a session; nothing if that cannot be compiled, which every game can that analysis accepts.
    pub fn new(session: &Session) -> Option<Self> {
        let game = session.shared_game();
        let shapes = Shapes::of(&game);
        let (engine, allowance) = (session.engine()?.clone(), session.allowance().clone());
        Some(Self { game, engine, shapes, allowance })
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Plays what stands in a record, variations too, up to the first turn that cannot be played.
    pub fn replay(&self, start: &Position, items: &[Item], terms: Terms) -> Replayed {
        each_size!(self.engine, compiled => {
            walk::Walk::begin(self, compiled, start, terms).replay(items)
        })
    }
}

//! Tablebase probing: whoever knows what some positions are worth is asked instead of a search.

use super::values::win_in;
use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::ir::Game;
use crate::play::state::State;
use crate::play::state::convert::position_of;
use crate::play::state::sizes::StateSize;
use crate::state::Position;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The side to move loses, whatever it does.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move can force a win.
    Win,
}

impl Value {
    /// Returns what the same is worth for the other side.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// What a position is worth for the side to move, and how soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What it is worth.
    pub value: Value,
    /// In how many plies a win is forced, the turns of both sides counted; 0 for a draw and where the game is over.
    pub plies: u16,
}

/// Somebody who knows what some positions are worth, whatever it is that they stand in: what a search or whoever
/// looks for mates may ask before it looks further.
pub trait Probe: std::fmt::Debug + Send + Sync {
    /// Returns what is known of a position; `None` if nothing is.
    fn probe(&self, position: &Position) -> Option<Verdict>;

    /// Returns how many pieces there are on the board in any position of which something is known, at most.
    fn most_pieces(&self) -> usize;
}

/// The longest forced win that a search knows, in plies: a longer one counts as one of so many.
const LONGEST: u16 = 800;

/// Who is asked in the nodes of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Oracle<'a> {
    pub(super) game: &'a Game,
    pub(super) probe: &'a dyn Probe,
}

impl Oracle<'_> {
    /// Returns the value of a state between turns, so many turns from the root, if it is known. Nothing is known where the
    /// record of the game may decide: near the limit of a clock, and where repetition gives the game to somebody.
    pub(super) fn value<S: StateSize>(
        &self,
        program: &Program<S::Board>,
        state: &State<S>,
        ply: usize,
    ) -> Option<i32> {
        if state.occupied().count() as usize > self.probe.most_pieces()
            || program.search_key.ends_unforeseen
            || state.is_any_near_limit(program)
        {
            return None;
        }
        let known = self.probe.probe(&position_of(self.game, program, state))?;
        let plies = ply + usize::from(known.plies.min(LONGEST));
        Some(match known.value {
            Value::Win => win_in(plies),
            Value::Draw => 0,
            Value::Loss => -win_in(plies),
        })
    }
}

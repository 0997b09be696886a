//! What a search has found.

use super::values::{DECIDED, WIN};
use crate::state::Turn;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In points: about 100 for the weakest piece that moves.
    Points(i32),
    /// It wins in so many whole turns of both sides.
    Win(u32),
    /// It loses in so many whole turns of both sides.
    Loss(u32),
}

impl Score {
    pub(super) fn of(value: i32) -> Self {
        let turns = |left: i32| u32::try_from(left).unwrap_or(0);
        if value >= DECIDED {
            Self::Win(turns(WIN - value))
        } else if value <= -DECIDED {
            Self::Loss(turns(WIN + value))
        } else {
            Self::Points(value)
        }
    }
}

/// One of the best turns, with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is worth for the side to move.
    pub score: Score,
    /// The turn and those that are expected to follow it; never empty.
    pub turns: Vec<Turn>,
}

/// What a search has found so far, or in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The best turns with their lines, the best first; empty if there is no legal turn.
    pub lines: Vec<Line>,
    /// The depth that was searched to the end, in whole turns.
    pub depth: u32,
    /// The depth of the deepest line that was looked at, in whole turns.
    pub selective_depth: u32,
    /// How many nodes were visited: between turns, and inside them.
    pub nodes: u64,
    /// How many whole turns were made.
    pub turns: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
}

impl Thought {
    /// Returns the best turn, if there is a legal turn.
    pub fn best(&self) -> Option<&Turn> {
        self.lines.first().and_then(|line| line.turns.first())
    }

    /// Returns what the position is worth for the side to move, if there is a legal turn.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

//! A random game that is over.

use super::result::GameResult;

/// What is known of a random game once it is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How many turns were played.
    pub turns: u32,
    /// How it ended.
    pub end: PlayoutEnd,
}

/// How a random game ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayoutEnd {
    /// By a rule of the game.
    Over(GameResult),
    /// With a side that had no legal turn, where no rule says what follows from that.
    Stuck,
    /// With the last turn that was asked for.
    Limit,
}

//! A random game that is over.

use super::result::GameResult;
use super::too_much::SpendingLimit;

/// What is known of a random game once it is over; its turns are not kept.
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
    /// In a position whose turns, or what they mean, could not be worked out within a limit of what may be spent.
    TooMuch(SpendingLimit),
}

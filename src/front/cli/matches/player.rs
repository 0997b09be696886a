//! Who plays in a match.

use std::time::Duration;

use crate::ir::BySide;
use crate::session::Session;
use crate::state::Turn;

/// How long to think about a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// So many nodes.
    Nodes(u64),
    /// So many turns ahead.
    Depth(u32),
    /// So long by the wall clock.
    Time(Duration),
    /// So long on the processor.
    Cpu(Duration),
    /// With a clock: the base time, and what is added for each turn.
    Clock(Duration, Duration),
}

/// What somebody does whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It plays a turn.
    Plays(Turn),
    /// It says something that is no legal turn.
    Illegal(String),
    /// It gives up.
    Resigns,
    /// It says that the game is over.
    Claims(String),
}

/// Where a game stands.
pub(super) struct Place<'a> {
    /// The game so far.
    pub(super) session: &'a Session,
    /// How long to think.
    pub(super) pace: Pace,
    /// What the clocks show, if there are some.
    pub(super) left: BySide<Duration>,
    /// A random number that belongs to this turn of this game of the match, whoever plays and in whatever order the
    /// games are played.
    pub(super) chance: u64,
}

/// Somebody who plays.
pub(super) trait Player: Send {
    /// Makes ready for another game; the session is at its beginning.
    ///
    /// # Errors
    /// If whoever plays does not answer, or cannot play this.
    fn begin(&mut self, variant: &str, session: &Session) -> Result<(), String>;

    /// Finds a turn.
    ///
    /// # Errors
    /// If there is no answer.
    fn turn(&mut self, place: &Place<'_>) -> Result<Answer, String>;

    /// Returns how long it has been at work on the processor, as far as that can be told.
    fn cpu(&self) -> Option<Duration>;
}

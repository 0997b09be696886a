//! What there is to see of the games of a batch.

use crate::state::{GameResult, SpendingLimit};

/// How a game of a batch has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By a rule of the game.
    Over(GameResult),
    /// With a side that has no legal turn, where no rule says what follows from that.
    Stuck,
    /// With the last turn that was wanted.
    Limit,
    /// In a position whose turns could not be worked out within a limit.
    TooMuch(SpendingLimit),
}

/// What there is to see of some games of a batch, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The legal actions of all games, one game after the other.
    pub legal: Vec<u32>,
    /// For each game, where its legal actions end in [`legal`](Self::legal).
    pub bounds: Vec<usize>,
    /// For each game, the number of the side whose turn it is.
    pub movers: Vec<u8>,
    /// For each game, its number: games of one seed with the same number are the same game if the same is chosen.
    pub games: Vec<u64>,
    /// For each game, how many turns were played.
    pub turns: Vec<u32>,
    /// For each game, whether it is between two turns.
    pub between: Vec<bool>,
    /// The planes of all games, if they are observed.
    pub planes: Vec<u8>,
    /// The counters of all games, if they are observed.
    pub counters: Vec<i32>,
    /// The games that the last step has ended, by their places, with the numbers of the games and how they ended.
    pub ended: Vec<(usize, u64, u32, End)>,
}

impl Report {
    /// Removes everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.legal.clear();
        self.bounds.clear();
        self.movers.clear();
        self.games.clear();
        self.turns.clear();
        self.between.clear();
        self.planes.clear();
        self.counters.clear();
        self.ended.clear();
    }

    /// Returns the legal actions of a game, by its place in the report.
    pub fn legal_of(&self, place: usize) -> &[u32] {
        let end = self.bounds.get(place).copied().unwrap_or(0);
        let begin = place.checked_sub(1).and_then(|before| self.bounds.get(before)).copied();
        self.legal.get(begin.unwrap_or(0)..end).unwrap_or_default()
    }
}

//! What the points of some games say about those of all that could be played.

use crate::ir::{BySide, SideId};

/// How many standard deviations hold 95 %.
pub(super) const NINETY_FIVE: f64 = 1.959_964;

/// How games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// The games won by each side.
    pub won: BySide<u64>,
    /// The games that nobody won.
    pub drawn: u64,
}

/// A share from 0 to 1, with the bounds within which the true one lies in 95 of 100 studies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The lower bound.
    pub low: f64,
    /// What was found.
    pub found: f64,
    /// The upper bound.
    pub high: f64,
}

#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

impl Results {
    /// No games.
    pub fn none() -> Self {
        Self { won: BySide::same(0), drawn: 0 }
    }

    /// Counts a game.
    pub fn add(&mut self, winner: Option<SideId>) {
        match winner {
            Some(side) => self.won[side] += 1,
            None => self.drawn += 1,
        }
    }

    /// Returns how many games there were.
    pub fn games(&self) -> u64 {
        self.won.enumerate().map(|(_, won)| *won).sum::<u64>() + self.drawn
    }

    /// Returns the share of the points that a side has won, where a draw counts one half.
    pub fn share(&self, side: SideId) -> Share {
        score(self.won[side], self.drawn, self.games())
    }

    /// Returns the share of games that somebody has won.
    pub fn decisive(&self) -> Share {
        score(self.games() - self.drawn, 0, self.games())
    }
}

impl Share {
    /// Returns the share of some games among all.
    pub fn of(part: u64, whole: u64) -> Self {
        score(part, 0, whole)
    }

    /// Returns half the width of the interval.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Returns the share of points with the interval of all shares that the games do not contradict: Wilson's interval, with the
/// variance of games that may be drawn. It has a width even where all games ended alike.
fn score(won: u64, drawn: u64, games: u64) -> Share {
    if games == 0 {
        return Share { low: 0.0, found: 0.5, high: 1.0 };
    }
    let (games, drawn) = (float(games), float(drawn));
    let found = (float(won) + drawn / 2.0) / games;
    // A game's points have the variance m - m² - d/4, where m is their mean and d the share of draws. The bounds are the
    // means m with (found - m)² games = z² variance. Some draws are taken off, so that all draws prove nothing for certain.
    let squared = NINETY_FIVE * NINETY_FIVE;
    let draws = drawn / (games + squared);
    let middle = 2.0 * games * found + squared;
    let below = games + squared;
    let inside = middle * middle - 4.0 * below * (games * found * found + squared * draws / 4.0);
    let root = inside.max(0.0).sqrt();
    let bound = |value: f64| (value / (2.0 * below)).clamp(0.0, 1.0);
    Share { low: bound(middle - root), found, high: bound(middle + root) }
}

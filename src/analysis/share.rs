//! From scores to shares of points, and from shares to how well somebody played.

use std::fmt;

use crate::search::Score;

/// How many points of a score make 10 games won for each one lost, where that was not measured: four of the weakest pieces,
/// what the logistic curve of ratings has for 400 of its own.
const USUAL: f64 = 400.0;

/// For how many games the usual number stands where something was measured: a few games alone say little.
const USUAL_GAMES: f64 = 12.0;

/// Between which bounds it is looked for.
const BOUNDS: (f64, f64) = (10.0, 20_000.0);

/// How many positions are too few to tell it from.
const TOO_FEW: usize = 200;

/// How often the bounds are drawn together; each time they come closer by a third.
const ROUNDS: usize = 60;

/// How scores become shares of points in a game: a logistic curve, as wide as games of the computer against itself have shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// How many points make 10 games won for each one lost.
    tenfold: f64,
    /// Whether that was measured in this game.
    is_measured: bool,
}

/// One curve for all games that have none of their own.
impl Default for Curve {
    fn default() -> Self {
        Self { tenfold: USUAL, is_measured: false }
    }
}

impl Curve {
    /// Returns the share of the points of a game that a score promises, from 0 (lost) to 1 (won).
    pub fn share(self, score: Score) -> f64 {
        match score {
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
            Score::Points(points) => promise(points, self.tenfold),
        }
    }

    /// Returns how many points make 10 games won for each one lost.
    pub fn tenfold(self) -> f64 {
        self.tenfold
    }

    /// Tells whether it was measured in the game; otherwise it is the one that is used where nothing was.
    pub fn is_measured(self) -> bool {
        self.is_measured
    }

    /// Returns the curve that makes what happened most likely: scores in points, each with the half points that the side got
    /// whose score it was. Nothing if there are too few to tell.
    pub fn fitted(seen: &[(i32, u8)]) -> Option<Self> {
        if seen.len() < TOO_FEW {
            return None;
        }
        let surprise = |logarithm: f64| -> f64 {
            let tenfold = logarithm.exp();
            let of = |&(points, half_points): &(i32, u8)| {
                let promise = promise(points, tenfold).clamp(1e-9, 1.0 - 1e-9);
                let got = f64::from(half_points) / 2.0;
                -(got * promise.ln() + (1.0 - got) * (1.0 - promise).ln())
            };
            seen.iter().map(of).sum()
        };
        let (mut low, mut high) = (BOUNDS.0.ln(), BOUNDS.1.ln());
        for _ in 0..ROUNDS {
            let third = (high - low) / 3.0;
            if surprise(low + third) < surprise(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        Some(Self { tenfold: f64::midpoint(low, high).exp(), is_measured: true })
    }

    /// Returns the curve that is to be used where this one comes from so many games: one between it and the usual one, the closer to
    /// it the more games there are.
    #[must_use]
    pub fn after(self, games: u32) -> Self {
        let games = f64::from(games);
        let weighed = games * self.tenfold.ln() + USUAL_GAMES * USUAL.ln();
        Self { tenfold: (weighed / (games + USUAL_GAMES)).exp(), ..self }
    }

    /// Finds the curve of a game in a table by the hash of its rules: a line for each, with the hash, the points that make 10
    /// games won for each one lost, and what else there is to say, with tabulators between them.
    pub fn in_table(table: &str, rules: &str) -> Option<Self> {
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        let mut cells = lines
            .map(|line| line.split('\t'))
            .find_map(|mut cells| (cells.next() == Some(rules)).then_some(cells))?;
        let tenfold: f64 = cells.next()?.trim().parse().ok()?;
        (BOUNDS.0..=BOUNDS.1).contains(&tenfold).then_some(Self { tenfold, is_measured: true })
    }
}

/// The number that stands in tables.
impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}", self.tenfold)
    }
}

fn promise(points: i32, tenfold: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(points) / tenfold))
}

/// Returns the share of the points of a game that a score promises by the curve that is used where none was measured.
pub fn share(score: Score) -> f64 {
    Curve::default().share(score)
}

/// Returns how well a side played, from 0 to 100, by how much of the points each of its turns gave away; `None` if it had no
/// turn. Each turn counts alike, by the curve that lichess has published (<https://lichess.org/page/accuracy>).
pub fn accuracy(losses: &[f64]) -> Option<f64> {
    if losses.is_empty() {
        return None;
    }
    let of = |loss: f64| (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0);
    let count = u32::try_from(losses.len()).unwrap_or(u32::MAX);
    Some(losses.iter().map(|loss| of(*loss)).sum::<f64>() / f64::from(count))
}

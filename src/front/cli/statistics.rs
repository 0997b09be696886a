//! What a number of games says about who plays better.

use std::fmt;

/// How games ended, from where the first engine stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Games that it won, drew and lost.
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Pairs of games from the same opening with sides changed, by the half points the first engine got of four.
    pub(super) pairs: [u64; 5],
}

/// A number within the bounds of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) middle: f64,
    pub(super) high: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Not enough games.
    Open,
    /// The lower rating difference is accepted.
    Lower,
    /// The higher one is.
    Higher,
}

/// How many standard deviations hold 95 %.
const NINETY_FIVE: f64 = 1.959_964;
/// The chance of either mistake of a sequential test.
const RISK: f64 = 0.05;

#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
fn float(number: u64) -> f64 {
    number as f64
}

impl Tally {
    /// Counts a game by the half points of the first engine.
    pub(super) fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts both games from an opening; they are counted one by one as well.
    pub(super) fn add_pair(&mut self, half_points: u8) {
        if let Some(count) = self.pairs.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    /// Returns how many games there were.
    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns how many samples there are, their mean from 0 to 1 and its variance. Pairs are the samples where every game
    /// has its partner, since two games from one opening are not independent; single games otherwise.
    fn sample(&self) -> Option<(f64, f64, f64)> {
        let pairs: u64 = self.pairs.iter().sum();
        let (counts, most): (Vec<u64>, f64) = if pairs * 2 == self.games() {
            (self.pairs.to_vec(), 4.0)
        } else {
            (vec![self.losses, self.draws, self.wins], 2.0)
        };
        let total = float(counts.iter().sum());
        if total < 0.5 {
            return None;
        }
        let values =
            || (0..).zip(&counts).map(|(points, count)| (f64::from(points) / most, float(*count)));
        let mean = values().map(|(value, count)| value * count).sum::<f64>() / total;
        let spread =
            values().map(|(value, count)| (value - mean).powi(2) * count).sum::<f64>() / total;
        Some((total, mean, spread))
    }

    /// Returns the score as a share of the games.
    pub(super) fn score(&self) -> Interval {
        let Some((total, mean, spread)) = self.sample() else {
            return Interval { low: 0.0, middle: 0.5, high: 1.0 };
        };
        if spread < 1e-12 {
            // All games ended alike; a rule of thumb says that the chance of another end is below three in so many.
            let away = (3.0 / total).min(1.0);
            return Interval {
                low: (mean - away).max(0.0),
                middle: mean,
                high: (mean + away).min(1.0),
            };
        }
        let error = NINETY_FIVE * (spread / total).sqrt();
        Interval { low: (mean - error).max(0.0), middle: mean, high: (mean + error).min(1.0) }
    }

    /// Returns the difference of ratings that goes with the score.
    pub(super) fn elo(&self) -> Interval {
        let Interval { low, middle, high } = self.score();
        Interval { low: elo(low), middle: elo(middle), high: elo(high) }
    }

    /// Returns the logarithm of how much better one difference of ratings explains the games than another: the generalized
    /// sequential probability ratio test with the variance that was observed (M. Van den Bergh, 2017), in its normal
    /// approximation. Pairs are the samples where there are some.
    pub(super) fn ratio(&self, lower: f64, higher: f64) -> f64 {
        let Some((total, mean, spread)) = self.sample() else { return 0.0 };
        // As long as all games end alike, their variance says nothing.
        let spread = spread.max(0.25 / total.max(1.0));
        let (low, high) = (share(lower), share(higher));
        total * (high - low) * (2.0 * mean - low - high) / (2.0 * spread)
    }

    /// Returns what the test says.
    pub(super) fn verdict(&self, lower: f64, higher: f64) -> Verdict {
        let bound = ((1.0 - RISK) / RISK).ln();
        let ratio = self.ratio(lower, higher);
        if ratio >= bound {
            Verdict::Higher
        } else if ratio <= -bound {
            Verdict::Lower
        } else {
            Verdict::Open
        }
    }
}

/// The wins, draws and losses, and the share of points with its bounds.
impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, .. } = self;
        let Interval { low, middle, high } = self.score();
        let [low, middle, high] = [low, middle, high].map(|share| share * 100.0);
        write!(formatter, "+{wins} ={draws} -{losses}, {middle:.1} % ({low:.1} to {high:.1})")
    }
}

/// Returns the difference of ratings at which that share is expected.
fn elo(share: f64) -> f64 {
    // Nobody reads a rating of minus nothing.
    -400.0 * (1.0 / share - 1.0).log10() + 0.0
}

/// Returns the share that is expected at a difference of ratings.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, pairs: [0; 5] }
    }

    fn near(left: f64, right: f64, apart: f64) -> bool {
        (left - right).abs() <= apart
    }

    #[test]
    fn ratings_are_those_of_the_logistic_curve() {
        assert!(near(elo(0.75), 190.85, 0.01) && near(elo(0.5), 0.0, 1e-9));
        assert!(near(share(100.0), 0.640_065, 1e-6));
        assert!(tally(10, 0, 0).elo().middle.is_infinite());
    }

    /// 60 wins, 20 draws and 20 losses of 100: the mean is 0.7, the variance 0.16, its root over 10 is 0.04.
    #[test]
    fn the_interval_is_that_of_the_normal_distribution() {
        let score = tally(60, 20, 20).score();
        assert!(near(score.middle, 0.7, 1e-9) && near(score.high - score.low, 2.0 * 0.0784, 1e-4));
        let even = tally(0, 8, 0).score();
        assert!(even.low < 0.5 && even.high > 0.5, "few games say little: {even:?}");
        let none = tally(0, 0, 0).score();
        assert_eq!((none.low, none.high), (0.0, 1.0));
    }

    /// Pairs in which each engine wins once say nothing about the engines, and nothing is uncertain about that.
    #[test]
    fn pairs_are_samples() {
        let mut games = tally(50, 0, 50);
        let wide = games.score();
        games.pairs[2] = 50;
        let narrow = games.score();
        assert!(narrow.high - narrow.low < wide.high - wide.low);
    }

    #[test]
    fn the_test_comes_to_an_end() {
        assert_eq!(tally(5, 0, 3).verdict(0.0, 20.0), Verdict::Open);
        assert_eq!(tally(600, 200, 300).verdict(0.0, 20.0), Verdict::Higher);
        assert_eq!(tally(300, 200, 600).verdict(0.0, 20.0), Verdict::Lower);
        // (0.7 - 0.5) over the variance, for 100 games between 0 and 100 points of rating.
        let ratio = tally(60, 20, 20).ratio(0.0, 100.0);
        let expected = 100.0 * 0.140_065 * (1.4 - 1.140_065) / (2.0 * 0.16);
        assert!(near(ratio, expected, 1e-2), "{ratio} {expected}");
    }
}

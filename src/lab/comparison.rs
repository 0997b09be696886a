//! Versions of a game beside each other: what differs, and which differences are more than chance.
//!
//! Games of one number have the same seed in all versions, so that they begin alike as far as the rules allow. Differences are
//! therefore taken game by game: what chance did to both falls out, and the intervals are narrower than those of two
//! studies that know nothing of each other.

use std::collections::BTreeMap;

use super::games::{Outline, in_order};
use super::player::Strength;
use super::report::Report;
use super::share::{NINETY_FIVE, Share, float};
use crate::ir::SideId;

/// A difference is significant if chance alone would give one as large among all of a comparison in fewer than so many cases.
pub const LEVEL: f64 = 0.05;

/// From fewer pairs of games nothing is concluded.
const FEW: u64 = 20;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The share of points of the side that begins.
    Points,
    /// The share of games that somebody has won.
    Decisive,
    /// How many turns a game takes.
    Turns,
}

/// A difference between a version and the first one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// In what they differ.
    pub measure: Measure,
    /// From how many pairs of games that is known.
    pub pairs: u64,
    /// By how much the version is above the first, with the bounds of 95 % for this difference alone.
    pub interval: Share,
    /// How likely chance gives such a difference or a larger one somewhere in the whole comparison, where there is none (Holm).
    pub chance: f64,
    /// How alike the games of a pair were, from -1 to 1: the more, the narrower the interval.
    pub correlation: f64,
}

/// What is said of one version at one strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The points of the side that begins.
    pub points: Share,
    /// The games that somebody has won.
    pub decisive: Share,
    /// How many turns a game takes.
    pub turns: Share,
    /// What differs from the first version; nothing for that one itself.
    pub differences: Vec<Difference>,
}

/// The versions at one strength, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// How strong both sides were.
    pub strength: Strength,
    /// What is said of each version.
    pub versions: Vec<Compared>,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Points, Self::Decisive, Self::Turns];

    /// Returns what programs read.
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Decisive => "decisive",
            Self::Turns => "turns",
        }
    }

    /// Returns what a game counts.
    fn of(self, game: &Outline, side: SideId) -> f64 {
        match self {
            Self::Points => game.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))),
            Self::Decisive => f64::from(u8::from(game.winner.is_some())),
            Self::Turns => f64::from(game.turns),
        }
    }
}

impl Difference {
    /// Tells whether it is more than chance, with allowance for how much else was compared.
    pub fn is_significant(&self) -> bool {
        self.pairs >= FEW && self.chance < LEVEL
    }
}

impl Compared {
    /// Returns a difference from the first version; nothing for that one itself.
    pub fn difference(&self, measure: Measure) -> Option<&Difference> {
        self.differences.iter().find(|difference| difference.measure == measure)
    }
}

impl Comparison {
    /// Compares the games of versions at several strengths. In `all`, each strength has the games of each version, in the
    /// same order; `first` is the side whose points are compared. The order of the games does not matter, so that they may
    /// have been played apart: [`Study`](super::Study) tells how.
    pub fn of(first: SideId, all: &[(Strength, Vec<&[Outline]>)]) -> Vec<Self> {
        let mut compared: Vec<Self> = all
            .iter()
            .map(|(strength, versions)| Self {
                strength: *strength,
                versions: versions
                    .iter()
                    .enumerate()
                    .map(|(at, games)| {
                        let base = if at == 0 { None } else { versions.first().copied() };
                        version(first, base, games)
                    })
                    .collect(),
            })
            .collect();
        let versions = compared.iter_mut().flat_map(|one| &mut one.versions);
        let mut differences: Vec<_> = versions.flat_map(|one| &mut one.differences).collect();
        allow_for_many(&mut differences);
        compared
    }
}

fn version(first: SideId, base: Option<&[Outline]>, games: &[Outline]) -> Compared {
    let report = Report::of(first, games);
    let games = in_order(games);
    let turns: Vec<f64> = games.iter().map(|game| f64::from(game.turns)).collect();
    let differences = base.map_or_else(Vec::new, |base| {
        let base: BTreeMap<u64, &Outline> = base.iter().map(|game| (game.number, game)).collect();
        let pairs = games.iter().filter_map(|game| Some((*base.get(&game.number)?, *game)));
        let pairs: Vec<_> = pairs.collect();
        Measure::ALL.map(|measure| difference(measure, first, &pairs)).to_vec()
    });
    Compared {
        points: report.results.share(first),
        decisive: report.results.decisive(),
        turns: mean(&turns),
        differences,
    }
}

fn difference(measure: Measure, side: SideId, pairs: &[(&Outline, &Outline)]) -> Difference {
    let value = |game: &Outline| measure.of(game, side);
    let mut differences: Vec<f64> =
        pairs.iter().map(|(base, other)| value(other) - value(base)).collect();
    let found = mean(&differences).found;
    let correlation = correlation(pairs.iter().map(|(base, other)| (value(base), value(other))));
    if measure != Measure::Turns {
        // Two games more, of which one half differs either way and one half does not: without them, few games that all
        // agree would prove that there is no difference (Agresti and Min, 2005).
        let half = std::f64::consts::FRAC_1_SQRT_2;
        differences.extend([half, -half]);
    }
    let half = mean(&differences).half_width();
    let interval = Share { low: found - half, found, high: found + half };
    let chance = if half > 0.0 { tails(found * NINETY_FIVE / half) } else { 1.0 };
    Difference { measure, pairs: count(pairs.len()), interval, chance, correlation }
}

/// Makes of how likely single differences come by chance how likely one of them all does (Holm, 1979).
fn allow_for_many(differences: &mut [&mut Difference]) {
    differences.sort_by(|one, two| one.chance.total_cmp(&two.chance));
    let (mut left, mut most) = (float(count(differences.len())), 0.0_f64);
    for difference in differences {
        most = most.max((difference.chance * left).min(1.0));
        difference.chance = most;
        left -= 1.0;
    }
}

/// Returns a mean with its interval.
fn mean(values: &[f64]) -> Share {
    let number = float(count(values.len())).max(1.0);
    let found = values.iter().sum::<f64>() / number;
    let squares: f64 = values.iter().map(|value| (value - found).powi(2)).sum();
    let half = NINETY_FIVE * (squares / (number - 1.0).max(1.0) / number).sqrt();
    Share { low: found - half, found, high: found + half }
}

fn correlation(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let pairs: Vec<_> = pairs.collect();
    let number = float(count(pairs.len())).max(1.0);
    let (one, two) = pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
    let (one, two) = (one / number, two / number);
    let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        both += (a - one) * (b - two);
        first += (a - one) * (a - one);
        second += (b - two) * (b - two);
    }
    if first > 0.0 && second > 0.0 { both / (first * second).sqrt() } else { 0.0 }
}

/// Returns how much of a normal distribution lies farther out than so many standard deviations, on both sides together
/// (Abramowitz and Stegun, 26.2.17; off by less than a millionth).
fn tails(deviations: f64) -> f64 {
    let x = deviations.abs();
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    (2.0 * sum * (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt()).clamp(0.0, 1.0)
}

/// Returns about how many pairs of games it takes until a difference as large as the one found is known for certain; nothing
/// if that cannot be hoped for.
pub(super) fn pairs_needed(difference: &Difference) -> Option<u64> {
    let found = difference.interval.found.abs();
    let factor = 1.5 * difference.interval.half_width() / found;
    let needed = float(difference.pairs) * factor * factor;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
    let needed = (needed.is_finite() && needed < 1e9).then_some(needed.ceil() as u64);
    needed
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

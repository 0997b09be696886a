//! What is counted and said of many games.

use std::collections::BTreeMap;

use super::games::{Ended, Outline};
use super::share::{Results, Share, float};
use crate::ir::SideId;

/// Over how many turns the number of legal turns is taken together.
const BREADTH: u32 = 5;

/// Games that ended alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Who has won, if anybody.
    pub winner: Option<SideId>,
    /// How they ended.
    pub ended: Ended,
    /// How many there were.
    pub games: u64,
    /// Their share of all games.
    pub share: Share,
    /// The number of the first of them.
    pub example: u64,
}

/// How long games were, in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub least: u32,
    /// As many games were shorter as were longer.
    pub median: u32,
    /// Nine of ten games were no longer.
    pub ninth_tenth: u32,
    /// The longest.
    pub most: u32,
}

/// Games that began with the same turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The turn.
    pub turn: String,
    /// How many there were.
    pub games: u64,
    /// The points of the side that begins.
    pub share: Share,
}

/// What is said of the games of one strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How they ended.
    pub results: Results,
    /// The same with reasons, the most frequent first.
    pub reasons: Vec<Reason>,
    /// How many games were left before they were over; they count as drawn.
    pub unfinished: u64,
    /// How long they were.
    pub lengths: Lengths,
    /// How many legal turns there were, on average over all positions.
    pub choices: f64,
    /// How often the lead went to the other side, on average over games; nothing if nobody judged.
    pub lead_changes: Option<f64>,
    /// First turns, the most frequent first.
    pub openings: Vec<Opening>,
    /// The side that begins.
    pub first: SideId,
    /// How many games were how long: from this many turns, to fewer than that many, games.
    pub spread: Vec<(u32, u32, u64)>,
    /// How many legal turns there were, on average, from one turn on and before another; nothing if nobody counted.
    pub breadth: Vec<(u32, u32, f64)>,
}

impl Report {
    /// Counts games; their order does not matter.
    pub fn of<'a>(first: SideId, outlines: impl IntoIterator<Item = &'a Outline>) -> Self {
        let mut results = Results::none();
        let mut reasons: BTreeMap<(Option<SideId>, &Ended), (u64, u64)> = BTreeMap::new();
        let mut openings: BTreeMap<&str, Results> = BTreeMap::new();
        let (mut lengths, mut choices, mut changes) = (Vec::new(), 0_u64, None);
        let mut legal = BTreeMap::new();
        for outline in outlines {
            results.add(outline.winner);
            let same = reasons.entry((outline.winner, &outline.ended));
            let (games, example) = same.or_insert((0, outline.number));
            *games += 1;
            *example = (*example).min(outline.number);
            lengths.push(outline.turns);
            choices += outline.choices;
            if let Some(more) = outline.lead_changes {
                *changes.get_or_insert(0_u64) += u64::from(more);
            }
            for (turn, count) in (0_u32..).zip(&outline.legal) {
                let (positions, sum) = legal.entry(turn / BREADTH).or_insert((0_u64, 0_u64));
                *positions += 1;
                *sum += u64::from(*count);
            }
            if let Some(turn) = &outline.first {
                openings.entry(turn).or_insert_with(Results::none).add(outline.winner);
            }
        }
        let games = results.games();
        let turns: u64 = lengths.iter().map(|turns| u64::from(*turns)).sum();
        let left =
            reasons.iter().filter(|((_, ended), _)| matches!(ended, Ended::Limit | Ended::TooMuch));
        let unfinished: u64 = left.map(|(_, (games, _))| games).sum();
        Self {
            results,
            unfinished,
            reasons: sorted_reasons(&reasons, games),
            spread: spread(&lengths),
            breadth: breadth(&legal, games),
            lengths: measure(lengths),
            choices: ratio(choices, turns),
            lead_changes: changes.map(|changes| ratio(changes, games)),
            openings: sorted_openings(&openings, first),
            first,
        }
    }
}

fn sorted_reasons(
    reasons: &BTreeMap<(Option<SideId>, &Ended), (u64, u64)>,
    whole: u64,
) -> Vec<Reason> {
    let told = reasons.iter().map(|((winner, ended), (games, example))| Reason {
        winner: *winner,
        ended: (*ended).clone(),
        games: *games,
        share: Share::of(*games, whole),
        example: *example,
    });
    let mut told: Vec<_> = told.collect();
    told.sort_by_key(|reason| std::cmp::Reverse(reason.games));
    told
}

fn sorted_openings(openings: &BTreeMap<&str, Results>, first: SideId) -> Vec<Opening> {
    let told = openings.iter().map(|(turn, results)| Opening {
        turn: (*turn).to_owned(),
        games: results.games(),
        share: results.share(first),
    });
    let mut told: Vec<_> = told.collect();
    told.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    told
}

/// Returns how many games were how long, in steps of a round number.
fn spread(lengths: &[u32]) -> Vec<(u32, u32, u64)> {
    let Some(most) = lengths.iter().max() else { return Vec::new() };
    let rounds = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].into_iter();
    let step = rounds.chain([most / 20 + 1]).find(|step| most / step < 24).unwrap_or(1);
    let mut counts = vec![0; usize::try_from(most / step).unwrap_or(0) + 1];
    for length in lengths {
        counts[usize::try_from(length / step).unwrap_or(0)] += 1;
    }
    (0..).zip(counts).map(|(number, count)| (number * step, (number + 1) * step, count)).collect()
}

/// Returns the mean of legal turns in each stretch of turns that at least a twentieth of the games came to.
fn breadth(legal: &BTreeMap<u32, (u64, u64)>, games: u64) -> Vec<(u32, u32, f64)> {
    let enough = |positions: u64| positions * 20 >= games * u64::from(BREADTH);
    let stretches = legal.iter().filter(|(_, (positions, _))| enough(*positions));
    let means = stretches.map(|(number, (positions, sum))| {
        (number * BREADTH, (number + 1) * BREADTH, ratio(*sum, *positions))
    });
    means.collect()
}

fn measure(mut lengths: Vec<u32>) -> Lengths {
    lengths.sort_unstable();
    let turns: u64 = lengths.iter().map(|turns| u64::from(*turns)).sum();
    let Some(last) = lengths.len().checked_sub(1) else { return Lengths::default() };
    let at = |tenths: usize| lengths[last * tenths / 10];
    Lengths {
        mean: ratio(turns, u64::try_from(lengths.len()).unwrap_or(u64::MAX)),
        least: at(0),
        median: at(5),
        ninth_tenth: at(9),
        most: at(10),
    }
}

pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { float(part) / float(whole) }
}

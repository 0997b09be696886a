//! All that is said of the games of one strength.

use std::collections::BTreeMap;

use super::faults::{Fault, faults};
use super::games::{Outline, Study};
use super::player::Strength;
use super::report::Report;
use super::usage::Usage;
use crate::notation::turn_text;

/// So many games are played again to see what they used, at most.
pub const LOOKED: u64 = 400;

/// How many of the most frequent reasons and openings are shown by a game.
const SHOWN: usize = 12;

/// What is said of the games of one strength.
#[derive(Clone, Debug)]
pub struct Findings {
    /// How strong both sides were.
    pub strength: Strength,
    /// The counts.
    pub report: Report,
    /// What of the rules was used.
    pub usage: Usage,
    /// What may be wrong.
    pub faults: Vec<Fault>,
    /// The games that are referred to, turn by turn, by their numbers.
    pub records: BTreeMap<u64, String>,
}

impl Findings {
    /// Finds what games say. What the first [`LOOKED`] of them used comes from [`Usage::of_game`].
    pub fn new(study: &Study, games: &[Outline], usage: Usage, forced: Option<&Fault>) -> Self {
        let report = Report::of(study.start().side_to_move(), games);
        let mut faults = faults(study, &report, &usage, games);
        if let Some(forced) = forced {
            faults.insert(0, forced.clone());
        }
        let shown = report.reasons.iter().take(SHOWN).map(|reason| reason.example);
        let wanted = shown.chain(faults.iter().filter_map(|fault| fault.example));
        let mut records = BTreeMap::new();
        for number in wanted {
            if records.contains_key(&number) {
                continue;
            }
            let played = games.iter().find(|game| game.number == number);
            records.extend(played.and_then(|played| Some((number, record(study, played)?))));
        }
        Self { strength: study.terms().strength, report, usage, faults, records }
    }
}

fn record(study: &Study, played: &Outline) -> Option<String> {
    if !played.line.is_empty() {
        return Some(played.line.join(" "));
    }
    let session = study.again(played)?;
    let turns = session.history().iter().map(|turn| turn_text(session.game(), turn));
    Some(turns.collect::<Vec<_>>().join(" "))
}

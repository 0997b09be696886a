//! How each side played.

use std::fmt;

use serde_json::{Value, json};

use super::percent;
use super::record::Judged;
use crate::analysis::{Judgement, accuracy};
use crate::diag::suggest::counted;
use crate::ir::Game;

/// The most of a side's errors that are named.
const MAX_WORST: usize = 3;

/// How a side played.
pub(super) struct Summary {
    /// The name of the side.
    side: String,
    /// From 0 to 100.
    accuracy: f64,
    /// How many turns it had of each kind: inaccuracies, mistakes, blunders.
    errors: [usize; 3],
    /// Its worst turns, the worst first, with how much each gave away, in percent.
    worst: Vec<(String, f64)>,
}

/// Returns how each side played, those that had a turn.
pub(super) fn of_sides(game: &Game, judged: &[Judged]) -> Vec<Summary> {
    let mut sides = Vec::new();
    for judged in judged {
        if !sides.contains(&judged.side) {
            sides.push(judged.side);
        }
    }
    sides.sort();
    let summary = |side| {
        let own: Vec<_> = judged
            .iter()
            .filter(|judged| judged.side == side)
            .filter_map(|judged| Some((judged, judged.found.as_ref()?)))
            .collect();
        let losses: Vec<f64> = own.iter().map(|(_, found)| found.loss).collect();
        let kinds = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];
        let count = |kind| own.iter().filter(|(_, found)| found.judgement() == kind).count();
        let mut bad: Vec<_> =
            own.iter().filter(|(_, found)| found.judgement() > Judgement::Sound).collect();
        bad.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
        let name = |judged: &Judged, sign| format!("{}{sign}", judged.text);
        let worst = bad
            .into_iter()
            .take(MAX_WORST)
            .map(|(judged, found)| (name(judged, found.judgement().sign()), percent(found.loss)));
        Some(Summary {
            side: game.side_name(side).to_owned(),
            accuracy: accuracy(&losses)?,
            errors: kinds.map(count),
            worst: worst.collect(),
        })
    };
    sides.into_iter().filter_map(summary).collect()
}

impl Summary {
    /// Returns the same for programs.
    pub(super) fn json(&self) -> Value {
        let worst: Vec<Value> =
            self.worst.iter().map(|(text, loss)| json!({ "text": text, "loss": loss })).collect();
        json!({
            "side": self.side,
            "accuracy": (self.accuracy * 10.0).round() / 10.0,
            "inaccuracies": self.errors[0],
            "mistakes": self.errors[1],
            "blunders": self.errors[2],
            "worst": worst,
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} played with an accuracy of {:.1} %", self.side, self.accuracy)?;
        let names = ["blunder", "mistake", "inaccuracy"];
        let told = names.into_iter().zip(self.errors.iter().rev()).filter(|(_, count)| **count > 0);
        let told: Vec<String> = told.map(|(name, count)| plural(*count, name)).collect();
        if !told.is_empty() {
            write!(f, ": {}", told.join(", "))?;
        }
        let worst: Vec<String> =
            self.worst.iter().map(|(text, loss)| format!("{text} (-{loss} %)")).collect();
        if worst.is_empty() { Ok(()) } else { write!(f, "; worst: {}", worst.join(", ")) }
    }
}

fn plural(count: usize, name: &str) -> String {
    match (count, name.strip_suffix('y')) {
        (2.., Some(stem)) => format!("{count} {stem}ies"),
        _ => counted(count, name),
    }
}

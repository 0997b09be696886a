//! What a study found, for programs.

use serde_json::{Map, Value, json};

use super::comparison::Comparison;
use super::findings::Findings;
use super::report::Report;
use super::share::Share;
use super::usage::{Usage, Uses};
use super::values::{Method, Values};
use crate::author::coverage::PartKind;
use crate::ir::{Game, SideId};
use crate::source::Span;

/// Returns the file and line of a place in the rules, if they are known.
pub type Places<'a> = &'a dyn Fn(Span) -> Option<(String, usize)>;

impl Findings {
    /// Returns all that is said, as an object.
    pub fn to_json(&self, game: &Game, places: Places<'_>) -> Map<String, Value> {
        let mut told = counts(game, &self.report);
        told.insert("level".to_owned(), json!(self.strength.to_string()));
        told.insert("words".to_owned(), json!(self.report.sentences(game)));
        told.insert("usage".to_owned(), usage(game, &self.usage, places));
        let faults = self.faults.iter().map(|fault| {
            let place = fault.at.and_then(places);
            json!({
                "kind": fault.kind.name(),
                "words": fault.words,
                "file": place.as_ref().map(|(file, _)| file),
                "line": place.as_ref().map(|(_, line)| line),
                "example": fault.example,
                "turns": fault.line,
            })
        });
        told.insert("faults".to_owned(), faults.collect());
        let records = self.records.iter().map(|(number, turns)| (number.to_string(), json!(turns)));
        told.insert("records".to_owned(), Value::Object(records.collect()));
        told
    }
}

impl Comparison {
    /// Returns what is said of the versions beside each other, with their names, as an object.
    pub fn to_json(&self, names: &[&str]) -> Value {
        let versions = names.iter().zip(&self.versions).map(|(name, one)| {
            let differences = one.differences.iter().map(|difference| {
                let Share { low, found, high } = difference.interval;
                let told = json!({
                    "pairs": difference.pairs, "found": found, "low": low, "high": high, "chance": difference.chance,
                    "significant": difference.is_significant(), "correlation": difference.correlation,
                });
                (difference.measure.name().to_owned(), told)
            });
            json!({
                "name": name, "points": interval(one.points), "decisive": interval(one.decisive),
                "turns": interval(one.turns), "difference": differences.collect::<Map<_, _>>(),
            })
        });
        json!({ "level": self.strength.to_string(), "versions": versions.collect::<Vec<_>>() })
    }
}

impl Values {
    /// Returns what things are worth, as an object.
    pub fn to_json(&self, game: &Game) -> Value {
        let worths = self.worths.iter().map(|worth| {
            json!({
                "thing": worth.thing.text(game), "units": worth.units.map(interval),
                "points": worth.points.map(interval), "score": interval(worth.score),
            })
        });
        let method = match self.method {
            Method::Imbalances => "imbalances",
            Method::Positions => "positions",
        };
        json!({
            "method": method, "games": self.games,
            "unit": game.types.get(self.unit).map(|unit| &unit.name),
            "worths": worths.collect::<Vec<_>>(), "lines": self.lines(game),
        })
    }
}

/// Returns a share with its interval.
pub fn interval(share: Share) -> Value {
    json!({ "found": share.found, "low": share.low, "high": share.high })
}

fn counts(game: &Game, report: &Report) -> Map<String, Value> {
    let name = |side| game.side_name(side).to_owned();
    let mut results: Map<String, Value> =
        SideId::ALL.map(|side| (name(side), json!(report.results.won[side]))).into_iter().collect();
    results.insert("draw".to_owned(), json!(report.results.drawn));
    let share = |side| (name(side), interval(report.results.share(side)));
    let shares: Map<String, Value> = SideId::ALL.map(share).into_iter().collect();
    let reasons = report.reasons.iter().map(|reason| {
        json!({
            "winner": reason.winner.map(name),
            "reason": reason.ended.text(),
            "games": reason.games,
            "share": interval(reason.share),
            "example": reason.example,
        })
    });
    let openings = report
        .openings
        .iter()
        .map(|one| json!({ "turn": one.turn, "games": one.games, "share": interval(one.share) }));
    let lengths = report.lengths;
    let spread = report.spread.iter();
    let breadth = report.breadth.iter();
    let told = json!({
        "games": report.results.games(),
        "results": results,
        "share": shares,
        "first_side": name(report.first),
        "first_move_edge": interval(edge(report.results.share(report.first))),
        "decisive": interval(report.results.decisive()),
        "unfinished": report.unfinished,
        "reasons": reasons.collect::<Vec<_>>(),
        "lengths": {
            "mean": lengths.mean, "median": lengths.median, "ninth_tenth": lengths.ninth_tenth,
            "min": lengths.least, "max": lengths.most,
            "spread": spread.map(|(from, to, games)| json!({ "from": from, "to": to, "games": games }))
                .collect::<Vec<_>>(),
        },
        "legal_turns": report.choices,
        "legal_turns_by_turn": breadth
            .map(|(from, to, mean)| json!({ "from": from, "to": to, "mean": mean })).collect::<Vec<_>>(),
        "lead_changes": report.lead_changes,
        "openings": openings.collect::<Vec<_>>(),
    });
    match told {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Returns how much more than half of the points a share is.
fn edge(share: Share) -> Share {
    Share { low: share.low - 0.5, found: share.found - 0.5, high: share.high - 0.5 }
}

fn usage(game: &Game, usage: &Usage, places: Places<'_>) -> Value {
    let uses = |uses: &Uses| json!({ "times": uses.times, "games": uses.games });
    let pieces = usage.pieces.iter().filter_map(|(kind, seen)| {
        let name = &game.types.get(*kind)?.name;
        Some(json!({
            "piece": name, "games": seen.there.games, "moved": uses(&seen.moved), "taken": uses(&seen.taken),
        }))
    });
    let tokens = usage.tokens.iter().filter_map(|(token, seen)| {
        let name = &game.tokens.get(*token)?.name;
        Some(json!({ "token": name, "powers": uses(seen) }))
    });
    let parts = usage.parts.iter().filter(|(part, _)| part.kind != PartKind::Statement);
    let rules = parts.map(|(part, seen)| {
        let place = places(part.span);
        json!({
            "kind": part.kind.name(), "name": part.name, "times": seen.times, "games": seen.games,
            "file": place.as_ref().map(|(file, _)| file), "line": place.as_ref().map(|(_, line)| line),
        })
    });
    json!({
        "games": usage.games,
        "turns": usage.turns,
        "pieces": pieces.collect::<Vec<_>>(),
        "tokens": tokens.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
    })
}

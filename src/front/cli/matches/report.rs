//! What a match came to, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::record::Entry;
use crate::front::cli::statistics::{Interval, Tally, Verdict};

/// Counts games, those of different kinds together.
pub(super) fn tally(entries: &[Entry]) -> Tally {
    let mut tally = Tally::default();
    let mut halves: BTreeMap<(usize, u64), u8> = BTreeMap::new();
    for entry in entries {
        tally.add(entry.half_points);
        let pair = (entry.number.kind, entry.number.game / 2);
        match halves.remove(&pair) {
            Some(other) => tally.add_pair(other + entry.half_points),
            None => {
                halves.insert(pair, entry.half_points);
            }
        }
    }
    tally
}

/// Writes what people read.
pub(super) fn text(
    names: &[String],
    engines: &[String; 2],
    entries: &[Entry],
    sprt: Option<(f64, f64)>,
) -> String {
    let mut out = String::new();
    let [first, second] = engines;
    line(&mut out, format_args!("{first} against {second}"));
    for (kind, name) in names.iter().enumerate() {
        let games: Vec<Entry> =
            entries.iter().filter(|entry| entry.number.kind == kind).cloned().collect();
        line(&mut out, format_args!("{}", row(name, &tally(&games))));
        line(&mut out, format_args!("  {}", ends(&games)));
        line(&mut out, format_args!("  {}", lengths(&games)));
    }
    if names.len() > 1 {
        line(&mut out, format_args!("{}", row("all", &tally(entries))));
    }
    if let Some((lower, higher)) = sprt {
        let all = tally(entries);
        let said = match all.verdict(lower, higher) {
            Verdict::Open => "not decided".to_owned(),
            Verdict::Lower => format!("{lower} is accepted"),
            Verdict::Higher => format!("{higher} is accepted"),
        };
        let ratio = all.ratio(lower, higher);
        line(
            &mut out,
            format_args!("SPRT of Elo {lower} against {higher}: LLR {ratio:.2}, {said}"),
        );
    }
    out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a text never fails.
    writeln!(out, "{text}").unwrap_or_default();
}

fn row(name: &str, tally: &Tally) -> String {
    let elo = tally.elo();
    let games = tally.games();
    format!(
        "{name}: {games} games, {tally}, Elo {:+.0} ({:+.0} to {:+.0})",
        elo.middle, elo.low, elo.high
    )
}

/// Says how the games ended, the most frequent end first.
fn ends(games: &[Entry]) -> String {
    let mut counts: BTreeMap<(bool, &str), u64> = BTreeMap::new();
    for game in games {
        *counts.entry((game.is_fault, &game.reason)).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let shown = |((is_fault, reason), count): &((bool, &str), u64)| {
        let fault = if *is_fault { " (fault)" } else { "" };
        format!("{count} {reason}{fault}")
    };
    let shown: Vec<String> = counts.iter().map(shown).collect();
    format!("ends: {}", shown.join(", "))
}

/// Says how long the games were, and how long the engines worked on a turn.
fn lengths(games: &[Entry]) -> String {
    let turns: u64 = games.iter().map(|game| game.turns).sum();
    let count = u64::try_from(games.len()).unwrap_or(u64::MAX).max(1);
    let [first, second] = [0, 1].map(|engine: usize| millis(games, engine));
    format!("{} turns a game; CPU for each turn: {first:.1} ms and {second:.1} ms", turns / count)
}

/// Returns how many milliseconds an engine worked on a turn, on average.
#[expect(clippy::cast_precision_loss, reason = "an average")]
fn millis(games: &[Entry], engine: usize) -> f64 {
    let work = games.iter().filter_map(|game| game.work.get(engine));
    let (time, turns) = work.fold((0, 0), |sum, work| (sum.0 + work.0, sum.1 + work.1));
    if turns == 0 { 0.0 } else { time as f64 / 1000.0 / turns as f64 }
}

/// Writes what programs read.
pub(super) fn json(
    names: &[String],
    engines: &[String; 2],
    entries: &[Entry],
    sprt: Option<(f64, f64)>,
) -> Value {
    let interval = |Interval { low, middle, high }: Interval| {
        // Without bound where all games ended alike, which JSON has no number for.
        [low, middle, high].map(|number| number.is_finite().then_some(number))
    };
    let object = |name: &str, games: &[Entry]| {
        let tally = tally(games);
        json!({
            "game": name,
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "score": interval(tally.score()),
            "elo": interval(tally.elo()),
            "faults": games.iter().filter(|game| game.is_fault).count(),
            "cpu_ms": [millis(games, 0), millis(games, 1)],
        })
    };
    let of = |kind: usize| -> Vec<Entry> {
        entries.iter().filter(|entry| entry.number.kind == kind).cloned().collect()
    };
    let rows: Vec<Value> =
        names.iter().enumerate().map(|(kind, name)| object(name, &of(kind))).collect();
    let test = sprt.map(|(lower, higher)| {
        let all = tally(entries);
        let verdict = match all.verdict(lower, higher) {
            Verdict::Open => None,
            Verdict::Lower => Some(lower),
            Verdict::Higher => Some(higher),
        };
        json!({ "elo": [lower, higher], "llr": all.ratio(lower, higher), "accepted": verdict })
    });
    json!({ "engines": engines, "rows": rows, "all": object("all", entries), "sprt": test })
}

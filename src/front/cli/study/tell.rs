//! What a study prints.

use serde_json::{Map, Value, json};

use super::{Arguments, Played, Studied, Study, values, versus};
use crate::front::cli::load::Loaded;
use crate::front::cli::{Result, Streams};
use crate::ir::{Game, SideId, display};
use crate::lab::{Fault, Findings, Report, Share, Strength, Uses};

/// How many first turns people read of.
const OPENINGS: usize = 10;

/// How many turns of a game that shows something are printed; the rest is in JSON and on the page.
const TURNS: usize = 24;

/// How many faults of a strength people read of.
const FAULTS: usize = 12;

/// Prints what people read.
pub(super) fn print(arguments: &Arguments, study: &Study, streams: &mut Streams<'_>) -> Result<()> {
    if !study.compared.is_empty() {
        return versus::print(study, streams);
    }
    let Some(Studied { version, levels }) = study.all.first() else { return Ok(()) };
    let game = &*version.loaded.game;
    for (number, played) in levels.iter().enumerate() {
        if number > 0 {
            writeln!(streams.out)?;
        }
        let found = &played.found;
        let who = who(found.strength);
        writeln!(streams.out, "{who}: {}", found.report.sentences(game))?;
        table(game, &found.report, streams)?;
        used(game, found, streams)?;
        wrong(&version.loaded, found, streams)?;
        values::print(game, played, streams)?;
        if arguments.values.is_some() && played.values.is_empty() {
            writeln!(streams.out, "{}", values::NONE)?;
        }
        let speed = per_second(played);
        writeln!(streams.out, "{:.1} s, {speed:.1} games/s", played.seconds)?;
    }
    Ok(())
}

/// Names who plays.
pub(super) fn who(strength: Strength) -> String {
    match strength {
        Strength::Random => "random turns".to_owned(),
        Strength::Level(level) => format!("level {level}"),
    }
}

/// Prints which pieces moved, and the powers of which tokens were used.
fn used(game: &Game, found: &Findings, streams: &mut Streams<'_>) -> Result<()> {
    let usage = &found.usage;
    if usage.games == 0 {
        return Ok(());
    }
    let moved: u64 = usage.pieces.values().map(|uses| uses.moved.times).sum();
    let part = |uses: &Uses| 100.0 * Share::of(uses.times, moved.max(1)).found;
    let pieces = usage.pieces.iter().filter_map(|(kind, uses)| {
        Some(format!("{} {:.1} %", game.types.get(*kind)?.name, part(&uses.moved)))
    });
    let pieces = pieces.collect::<Vec<_>>().join(", ");
    writeln!(streams.out, "moves by pieces, in {} games: {pieces}", usage.games)?;
    for (token, uses) in &usage.tokens {
        let Some(token) = game.tokens.get(*token) else { continue };
        if token.powers.is_empty() {
            continue;
        }
        let (name, share) = (&token.name, part(uses));
        writeln!(streams.out, "moves by powers of {name}: {share:.1} %, in {} games", uses.games)?;
    }
    Ok(())
}

/// Prints what may be wrong.
fn wrong(loaded: &Loaded, found: &Findings, streams: &mut Streams<'_>) -> Result<()> {
    let out = &mut *streams.out;
    if found.faults.is_empty() {
        return Ok(());
    }
    writeln!(out, "what may be wrong:")?;
    for fault in found.faults.iter().take(FAULTS) {
        let place = fault.at.map_or_else(String::new, |span| {
            let line = loaded.sources.line_column(span).line;
            format!(" ({}:{line})", loaded.sources.shown_name(span.source))
        });
        writeln!(out, "  {}{place}", fault.words)?;
        if let Some(shown) = shown(fault, found) {
            writeln!(out, "    {shown}")?;
        }
    }
    if let Some(more) = found.faults.len().checked_sub(FAULTS).filter(|more| *more > 0) {
        writeln!(out, "  and {more} more; `--json` and `--html` name all")?;
    }
    Ok(())
}

/// Returns the beginning of a game that shows a fault.
fn shown(fault: &Fault, found: &Findings) -> Option<String> {
    let (name, turns) = match fault.example {
        Some(number) => (format!("game {number}: "), found.records.get(&number)?.clone()),
        None if fault.line.is_empty() => return None,
        None => (String::new(), fault.line.join(" ")),
    };
    let turns: Vec<&str> = turns.split(' ').collect();
    let rest = match turns.len().checked_sub(TURNS) {
        Some(more) if more > 0 => format!(" … and {more} more"),
        _ => String::new(),
    };
    Some(format!("{name}{}{rest}", turns[..turns.len().min(TURNS)].join(" ")))
}

fn table(game: &Game, report: &Report, streams: &mut Streams<'_>) -> Result<()> {
    let out = &mut *streams.out;
    writeln!(out, "{} games; points, with intervals of 95 %:", report.results.games())?;
    for side in SideId::ALL {
        writeln!(out, "  {:<12} {}", game.side_name(side), percent(report.results.share(side)))?;
    }
    writeln!(out, "  {:<12} {}", "decisive", percent(report.results.decisive()))?;
    writeln!(out, "how games end:")?;
    for reason in &report.reasons {
        let who = reason.winner.map_or("Draw", |side| game.side_name(side));
        let (games, share) = (reason.games, percent(reason.share));
        writeln!(out, "{games:>8}  {share}  {who}, {}", reason.ended.text())?;
    }
    let lengths = report.lengths;
    writeln!(
        out,
        "turns of a game: {:.1} on average, median {}, nine of ten up to {}, from {} to {}",
        lengths.mean, lengths.median, lengths.ninth_tenth, lengths.least, lengths.most
    )?;
    writeln!(out, "legal turns in a position: {:.1} on average", report.choices)?;
    if let Some(changes) = report.lead_changes {
        writeln!(out, "the lead changes {changes:.1} times in a game")?;
    }
    if !report.openings.is_empty() {
        writeln!(out, "first turns, with the points of {}:", game.side_name(report.first))?;
    }
    for opening in report.openings.iter().take(OPENINGS) {
        writeln!(out, "{:>8}  {}  {}", opening.games, percent(opening.share), opening.turn)?;
    }
    Ok(())
}

pub(super) fn percent(share: Share) -> String {
    let [found, low, high] = [share.found, share.low, share.high].map(|part| 100.0 * part);
    format!("{found:>5.1} % ({low:.1} to {high:.1})")
}

/// Prints what programs read. With one level its results stand at the top; with several versions, each is such an object.
pub(super) fn print_json(
    arguments: &Arguments,
    study: &Study,
    streams: &mut Streams<'_>,
) -> Result<()> {
    let mut told = Map::new();
    told.insert("seed".to_owned(), json!(arguments.seed));
    told.insert("limit".to_owned(), json!(arguments.limit));
    if let [one] = &study.all[..] {
        told.extend(version(one, arguments));
    } else {
        let names: Vec<_> = study.all.iter().map(|one| one.version.told.name.as_str()).collect();
        let versions = study.all.iter().map(|one| {
            let mut told = version(one, arguments);
            told.insert("name".to_owned(), json!(one.version.told.name));
            told.insert("patch".to_owned(), json!(one.version.patch));
            Value::Object(told)
        });
        told.insert("versions".to_owned(), versions.collect());
        told.insert(
            "comparison".to_owned(),
            study.compared.iter().map(|one| one.to_json(&names)).collect(),
        );
        told.insert("found".to_owned(), json!(study.told.found));
        told.insert("next".to_owned(), json!(study.told.next));
    }
    writeln!(streams.out, "{}", Value::Object(told))?;
    Ok(())
}

fn version(one: &Studied, arguments: &Arguments) -> Map<String, Value> {
    let Studied { version, levels } = one;
    let game = version.session.game();
    let mut told = Map::new();
    told.insert("game".to_owned(), json!(game.about.name));
    told.insert("rules".to_owned(), json!(display::hash(game)));
    let options = game.options.iter().map(|option| (option.name.clone(), json!(option.value)));
    told.insert("options".to_owned(), Value::Object(options.collect()));
    told.insert("position".to_owned(), json!(version.session.position_text()));
    if let [one] = &levels[..] {
        told.extend(level(&version.loaded, one, arguments));
    } else {
        let levels = levels.iter().map(|one| Value::Object(level(&version.loaded, one, arguments)));
        told.insert("levels".to_owned(), levels.collect());
    }
    told
}

fn level(loaded: &Loaded, played: &Played, arguments: &Arguments) -> Map<String, Value> {
    let places = |span| {
        let line = loaded.sources.line_column(span).line;
        Some((loaded.sources.shown_name(span.source), line))
    };
    let mut told = played.found.to_json(&loaded.game, &places);
    if arguments.values.is_some() {
        let values = played.values.iter().map(|values| values.to_json(&loaded.game));
        told.insert("values".to_owned(), values.collect());
    }
    let run = json!({
        "seconds": played.seconds, "played_now": played.now,
        "games_per_second": per_second(played), "threads": arguments.threads.number(),
    });
    told.insert("run".to_owned(), run);
    told
}

#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
fn per_second(played: &Played) -> f64 {
    played.now as f64 / played.seconds.max(1e-9)
}

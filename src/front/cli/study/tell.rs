//! What a study prints.

use serde_json::{Map, Value, json};

use super::{Arguments, Played};
use crate::front::cli::{Result, Streams};
use crate::ir::{Game, SideId, display};
use crate::lab::{Report, Share, Strength};
use crate::session::Session;

/// How many first turns people read of.
const OPENINGS: usize = 10;

/// Prints what people read.
pub(super) fn print(session: &Session, all: &[Played], streams: &mut Streams<'_>) -> Result<()> {
    let game = session.game();
    for (number, played) in all.iter().enumerate() {
        if number > 0 {
            writeln!(streams.out)?;
        }
        let who = match played.strength {
            Strength::Random => "random turns".to_owned(),
            Strength::Level(level) => format!("level {level}"),
        };
        writeln!(streams.out, "{who}: {}", played.report.sentences(game))?;
        table(game, &played.report, streams)?;
        let speed = per_second(played);
        writeln!(streams.out, "{:.1} s, {speed:.1} games/s", played.seconds)?;
    }
    Ok(())
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

fn percent(share: Share) -> String {
    let [found, low, high] = [share.found, share.low, share.high].map(|part| 100.0 * part);
    format!("{found:>5.1} % ({low:.1} to {high:.1})")
}

/// Prints what programs read. With one level its results stand at the top.
pub(super) fn print_json(
    arguments: &Arguments,
    session: &Session,
    all: &[Played],
    streams: &mut Streams<'_>,
) -> Result<()> {
    let game = session.game();
    let mut told = Map::new();
    told.insert("game".to_owned(), json!(game.about.name));
    told.insert("rules".to_owned(), json!(display::hash(game)));
    told.insert("position".to_owned(), json!(session.position_text()));
    told.insert("seed".to_owned(), json!(arguments.seed));
    told.insert("limit".to_owned(), json!(arguments.limit));
    if let [one] = all {
        told.extend(level(game, one, arguments));
    } else {
        let levels = all.iter().map(|one| Value::Object(level(game, one, arguments)));
        told.insert("levels".to_owned(), levels.collect());
    }
    writeln!(streams.out, "{}", Value::Object(told))?;
    Ok(())
}

fn level(game: &Game, played: &Played, arguments: &Arguments) -> Map<String, Value> {
    let report = &played.report;
    let name = |side| game.side_name(side).to_owned();
    let mut results: Map<String, Value> =
        SideId::ALL.map(|side| (name(side), json!(report.results.won[side]))).into_iter().collect();
    results.insert("draw".to_owned(), json!(report.results.drawn));
    let shares: Map<String, Value> = SideId::ALL
        .map(|side| (name(side), interval(report.results.share(side))))
        .into_iter()
        .collect();
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
    let told = json!({
        "level": played.strength.to_string(),
        "games": report.results.games(),
        "words": report.sentences(game),
        "results": results,
        "share": shares,
        "first_side": name(report.first),
        "decisive": interval(report.results.decisive()),
        "unfinished": report.unfinished,
        "reasons": reasons.collect::<Vec<_>>(),
        "lengths": {
            "mean": lengths.mean, "median": lengths.median, "ninth_tenth": lengths.ninth_tenth,
            "min": lengths.least, "max": lengths.most,
        },
        "legal_turns": report.choices,
        "lead_changes": report.lead_changes,
        "openings": openings.collect::<Vec<_>>(),
        "run": {
            "seconds": played.seconds, "played_now": played.now,
            "games_per_second": per_second(played), "threads": arguments.threads.number(),
        },
    });
    match told {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn interval(share: Share) -> Value {
    json!({ "found": share.found, "low": share.low, "high": share.high })
}

#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
fn per_second(played: &Played) -> f64 {
    played.now as f64 / played.seconds.max(1e-9)
}

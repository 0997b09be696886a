//! `fairyring analyse`: the best turns of a position, and the errors of games that were played.

mod annotate;
mod curves;
mod position;
mod record;
mod review;
mod summary;

use std::time::Duration;

use clap::Args;

use super::super::consult::Consulted;
use super::super::load::Setting;
use super::super::threads::Threads;
use super::super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use crate::search::{Limits, Score};
pub use curves::of as curve_of;
pub(in crate::front::cli) use review::{best, review};

/// The memory of the search, in bytes.
const MEMORY: usize = 1 << 26;

/// How many nodes are looked at in a position, if nothing else is said.
const NODES: u64 = 1_000_000;

/// The same for each turn of a record.
const NODES_OF_RECORDS: u64 = 100_000;

/// The most lines that can be asked for.
const MAX_LINES: u64 = 256;

/// What `analyse` can be told.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// A bundled game or the path of a rules file; records say themselves which game they are of, unless it is given
    #[arg(value_name = "GAME", required_unless_present = "pgn")]
    game: Option<String>,
    #[command(flatten)]
    setting: Setting,
    /// Look at each turn of the games of a file, and print them with what was found
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "lines"])]
    pgn: Option<String>,
    /// How many of the best turns are shown
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=MAX_LINES))]
    lines: u64,
    /// Look so many turns of both sides ahead
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u64::from(u32::MAX)))]
    depth: Option<u32>,
    /// Look at so many nodes for each position
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Think for so many seconds about each position; with `--calibrate`, begin no further game after so many
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Measure how scores become shares of points in this game, from games of the computer against itself, and keep it beside the
    /// rules
    #[arg(long, requires = "game", conflicts_with_all = ["pgn", "position", "lines", "depth"])]
    calibrate: bool,
    /// How many games are played for that
    #[arg(long, value_name = "N", default_value_t = 300, requires = "calibrate",
        value_parser = whole::<u64>(1..=1_000_000))]
    games: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    consulted: Consulted,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// Reads a time.
fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "write a number of seconds".to_owned())?;
    let time = Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| "write a number of seconds above 0".to_owned())
}

/// Analyses a position or records.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    if let Some(file) = &arguments.pgn {
        return record::run(arguments, file, streams);
    }
    let Some(game) = &arguments.game else { return Ok(Outcome::Rejected) };
    let Some(loaded) = arguments.setting.load(game, streams)? else { return Ok(Outcome::Rejected) };
    match arguments.setting.session(loaded.game) {
        Ok(session) if arguments.calibrate => curves::measure(arguments, (game, &session), streams),
        Ok(session) => {
            let curve = curves::of(game, session.game());
            position::run(arguments, (&session, curve), streams)
        }
        Err(error) => streams.error(error),
    }
}

impl Arguments {
    /// Returns how far each position is searched; `usual` is how many nodes that takes if nothing was said.
    fn limits(&self, usual: u64) -> Limits {
        let is_limited = self.depth.is_some() || self.time.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes.or((!is_limited).then_some(usual)),
            lines: usize::try_from(self.lines).unwrap_or(1),
            ..Limits::default()
        }
    }
}

/// Writes a score as people read it: in units of the weakest piece, or how soon the game is decided.
fn score_text(score: Score) -> String {
    match score {
        Score::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        Score::Win(1) => "wins at once".to_owned(),
        Score::Win(turns) => format!("wins, in {turns} turns of both sides"),
        Score::Loss(turns) => format!("loses, in {turns} turns of both sides"),
    }
}

/// Returns a score for programs.
fn score_json(score: Score) -> serde_json::Value {
    match score {
        Score::Points(points) => serde_json::json!({ "points": points }),
        Score::Win(turns) => serde_json::json!({ "wins_in": turns }),
        Score::Loss(turns) => serde_json::json!({ "loses_in": turns }),
    }
}

/// Returns a share in percent, with one digit behind the point.
fn percent(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

//! `fairyring bench`: how fast the program is, on work whose results are known.

pub(super) mod clock;
mod suite;

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};

use super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use crate::session::Session;
use crate::state::{Random, TooMuch};
use suite::{Row, Work};

/// How long a random game may become.
const MAX_PLIES: u32 = 10_000;

/// How the last turns of a count are found: each is generated into a list, as other programs do.
const LEAF: &str = "list";

/// What `bench` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// Measure what takes minutes as well
    #[arg(long)]
    full: bool,
    /// Do everything so often; what is told is the median
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = whole::<u16>(1..=u64::from(u16::MAX)))]
    runs: u16,
    /// Measure only what has this in its name
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Print JSON: a line for each row
    #[arg(long)]
    json: bool,
}

/// What came out of one row.
#[derive(Clone, Debug)]
struct Measured {
    row: Row,
    /// How many nodes were counted, or turns played.
    nodes: u64,
    /// The seconds of each run, the shortest first.
    seconds: Vec<f64>,
}

/// Measures and prints; a wrong count is told and makes the exit code 1.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let wanted = |row: &Row| (row.is_short || arguments.full) && row.name.contains(&arguments.only);
    let rows: Vec<Row> = suite::rows().filter(wanted).collect();
    if rows.is_empty() {
        return streams.error(format!("nothing is called `{}`", arguments.only));
    }
    if !arguments.json {
        writeln!(streams.out, "{}", heading())?;
    }
    let mut outcome = Outcome::Fine;
    for row in rows {
        let Some(measured) = measure(row, arguments.runs, streams)? else {
            return Ok(Outcome::Rejected);
        };
        let line = if arguments.json { measured.json().to_string() } else { measured.line() };
        writeln!(streams.out, "{line}")?;
        // Rows take their time; whoever waits sees each.
        streams.out.flush()?;
        if let Some(wrong) = measured.wrong() {
            outcome = streams.error(wrong)?;
        }
    }
    Ok(outcome)
}

/// Does the work of a row so often; `None` if its game cannot be played, which has been told.
fn measure(row: Row, runs: u16, streams: &mut Streams<'_>) -> Result<Option<Measured>> {
    let setting = row.setting();
    let Some(loaded) = setting.load(row.game, streams)? else { return Ok(None) };
    let session = setting.session(loaded.game)?;
    // Loading and compiling are no part of the work.
    session.engine();
    let mut measured = Measured { row, nodes: 0, seconds: Vec::new() };
    for _ in 0..runs {
        let begun = clock::seconds();
        measured.nodes = match work(measured.row.work, &session) {
            Ok(nodes) => nodes,
            Err(limit) => {
                streams.error(limit)?;
                return Ok(None);
            }
        };
        measured.seconds.push(clock::seconds() - begun);
        if measured.wrong().is_some() {
            break;
        }
    }
    measured.seconds.sort_by(f64::total_cmp);
    Ok(Some(measured))
}

/// Does the work once; returns how many nodes were counted, or turns played.
fn work(work: Work, session: &Session) -> std::result::Result<u64, TooMuch> {
    match work {
        Work::Perft(depth, _) => session.perft(depth),
        Work::Playouts(games) => {
            let played = (0..games).map(|number| {
                let mut random = Random::stream(1, number);
                u64::from(session.playout(MAX_PLIES, &mut |count| random.below(count)).turns)
            });
            Ok(played.sum())
        }
        Work::Moves(times) => {
            for _ in 0..times {
                session.turn_texts()?;
            }
            Ok(times)
        }
        Work::Plays(times) => play_often(times, session),
    }
}

/// Plays the first legal turn and takes it back, so many times.
fn play_often(times: u64, session: &Session) -> std::result::Result<u64, TooMuch> {
    let mut session = session.clone();
    let turns = session.legal_turns()?;
    let Some(turn) = turns.first() else { return Ok(0) };
    for _ in 0..times {
        // A legal turn can be played; where it cannot, fewer are told.
        if session.play(turn).is_err() {
            return Ok(0);
        }
        session.result()?;
        session.undo();
    }
    Ok(times)
}

fn heading() -> String {
    format!(
        "{:<26}{:>14}{:>12}  {:<6}{:>9}{:>9}{:>9}{:>12}",
        "what", "work", "nodes", "leaf", "median s", "min s", "max s", "nodes/s"
    )
}

impl Measured {
    fn median(&self) -> f64 {
        let middle = |index: usize| self.seconds.get(index).copied().unwrap_or(0.0);
        let count = self.seconds.len();
        f64::midpoint(middle(count.saturating_sub(1) / 2), middle(count / 2))
    }

    fn least(&self) -> f64 {
        self.seconds.first().copied().unwrap_or(0.0)
    }

    fn most(&self) -> f64 {
        self.seconds.last().copied().unwrap_or(0.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "nobody reads so many digits")]
    fn rate(&self) -> f64 {
        self.nodes as f64 / self.median().max(1e-9)
    }

    /// What was done, and how its leaves were found.
    fn work(&self) -> (String, &'static str) {
        match self.row.work {
            Work::Perft(depth, _) => (format!("perft {depth}"), LEAF),
            Work::Playouts(games) => (format!("playouts {games}"), "-"),
            Work::Moves(times) => (format!("moves {times}"), "-"),
            Work::Plays(times) => (format!("plays {times}"), "-"),
        }
    }

    /// Returns what is wrong with the count, if it is.
    fn wrong(&self) -> Option<String> {
        match self.row.work {
            Work::Perft(depth, nodes) if nodes != self.nodes => Some(format!(
                "{} has {nodes} nodes at depth {depth}, and {} were counted",
                self.row.name, self.nodes
            )),
            Work::Perft(..) | Work::Playouts(_) | Work::Moves(_) | Work::Plays(_) => None,
        }
    }

    fn line(&self) -> String {
        let (work, leaf) = self.work();
        let mut line = format!("{:<26}{work:>14}{:>12}  {leaf:<6}", self.row.name, self.nodes);
        for seconds in [self.median(), self.least(), self.most()] {
            // Writing to a text cannot fail.
            let _ = write!(line, "{seconds:>9.3}");
        }
        let _ = write!(line, "{:>12.0}", self.rate());
        line
    }

    fn json(&self) -> Value {
        let (work, leaf) = self.work();
        json!({
            "name": self.row.name,
            "game": self.row.game,
            "work": work,
            "leaf": leaf,
            "nodes": self.nodes,
            "right": self.wrong().is_none(),
            "runs": self.seconds.len(),
            "cpu_seconds": { "median": self.median(), "min": self.least(), "max": self.most() },
            "nodes_per_second": self.rate(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::suite::{self, Work};
    use super::{Measured, work};
    use crate::bundled::Bundled;
    use crate::diag::Sink;
    use crate::pipeline;
    use crate::session::Session;
    use crate::source::SourceMap;

    fn measured(nodes: u64, seconds: &[f64]) -> Measured {
        let row = suite::rows().find(|row| row.work == Work::Perft(4, 476_596)).unwrap();
        Measured { row, nodes, seconds: seconds.to_vec() }
    }

    #[test]
    fn a_wrong_count_is_told() {
        assert_eq!(measured(476_596, &[]).wrong(), None);
        let wrong = measured(476_595, &[]).wrong().unwrap();
        assert!(wrong.contains("476596") && wrong.contains("476595"), "{wrong}");
        assert_eq!(measured(476_595, &[]).json()["right"], false);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |seconds: &[f64]| measured(1, seconds).json()["cpu_seconds"].to_string();
        assert_eq!(of(&[1.0, 2.0, 4.0]), r#"{"max":4.0,"median":2.0,"min":1.0}"#);
        assert_eq!(of(&[1.0, 2.0]), r#"{"max":2.0,"median":1.5,"min":1.0}"#);
    }

    #[test]
    fn playouts_count_turns() {
        let game =
            pipeline::load("mono.rules", &Bundled, &[], &mut SourceMap::new(), &mut Sink::new());
        let session = Session::new(std::sync::Arc::new(game.unwrap())).unwrap();
        assert!(work(Work::Playouts(3), &session).unwrap() > 3);
        assert_eq!(work(Work::Perft(4, 0), &session), Ok(155));
    }
}

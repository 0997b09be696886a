//! `fairyring perft GAME DEPTH`: counts the ways to play.

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::load::GameArguments;
use super::progress::Progress;
use super::threads::Threads;
use super::validation;
use super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use crate::notation;
use crate::session::{Executor, HashedCount, Session};
use crate::state::{Position, TooMuch};

/// With fewer parts than this for each thread, some threads would have nothing to do in the end.
const PARTS_FOR_EACH: usize = 16;

/// What `perft` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many turns to play ahead
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(0..=100))]
    depth: u32,
    /// Print the count below each first turn
    #[arg(long)]
    divide: bool,
    /// Who counts: the compiled game, or the reference that plays straight from the rules
    #[arg(long, value_name = "WHICH", default_value = "fast")]
    executor: Counting,
    /// Remember positions in a table of that many MiB, so that none is counted twice; the count is then told to be hashed
    #[arg(long, value_name = "MIB", conflicts_with_all = ["divide", "threads", "executor"])]
    #[arg(value_parser = whole::<u32>(1..=16384))]
    hash: Option<u32>,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON for programs: depth, nodes, and with `--divide` the counts by turn
    #[arg(long)]
    json: bool,
}

/// Who counts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Counting {
    /// The compiled game
    Fast,
    /// The reference, straight from the rules
    Reference,
}

/// Prints the count, in the last line.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    if matches!(arguments.executor, Counting::Fast) {
        validation::warn(&session, streams)?;
    }
    if let Some(size) = arguments.hash {
        return hashed(&session, arguments, size, streams);
    }
    let executor = match arguments.executor {
        Counting::Fast => Executor::Fast,
        Counting::Reference => Executor::Reference,
    };
    let mut divided = Map::new();
    let counted = if arguments.depth > 0 && (arguments.divide || is_shared(arguments)) {
        divide(arguments, executor, &session)?.map(|mut counts| {
            counts.sort();
            let sum = counts.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
            (sum, counts)
        })
    } else {
        session.perft_by(executor, arguments.depth).map(|count| (count, Vec::new()))
    };
    // A part of the turns has no count that means anything.
    let (nodes, counts) = match counted {
        Ok(counted) => counted,
        Err(limit) => return streams.error(limit),
    };
    for (turn, count) in counts.iter().filter(|_| arguments.divide) {
        if arguments.json {
            divided.insert(turn.clone(), json!(count));
        } else {
            writeln!(streams.out, "{turn}: {count}")?;
        }
    }
    if arguments.json {
        let mut object = json!({ "depth": arguments.depth, "nodes": nodes });
        if arguments.divide {
            object["divide"] = Value::Object(divided);
        }
        writeln!(streams.out, "{object:#}")?;
        return Ok(Outcome::Fine);
    }
    writeln!(streams.out, "nodes {nodes}")?;
    Ok(Outcome::Fine)
}

/// Counts with a table of positions; says so, as the figure is no measure of speed.
fn hashed(
    session: &Session,
    arguments: &Arguments,
    size: u32,
    streams: &mut Streams<'_>,
) -> Result {
    let depth = arguments.depth;
    let bytes = usize::try_from(u64::from(size) << 20).unwrap_or(usize::MAX);
    let HashedCount { count, asked, found } =
        session.hashed_perft(depth, bytes).map_err(anyhow::Error::msg)?;
    if arguments.json {
        let table = json!({ "mib": size, "asked": asked, "found": found });
        let object = json!({ "depth": depth, "nodes": count, "hashed": table });
        writeln!(streams.out, "{object:#}")?;
        return Ok(Outcome::Fine);
    }
    let share = found.saturating_mul(100).checked_div(asked).unwrap_or(0);
    writeln!(streams.out, "hashed: {size} MiB, {share} % of {asked} positions known")?;
    writeln!(streams.out, "nodes {count}")?;
    Ok(Outcome::Fine)
}

/// Tells whether it helps to count in parts: several threads share them, or somebody sees how many are done.
fn is_shared(arguments: &Arguments) -> bool {
    arguments.threads.number() > 1 || Progress::is_watched()
}

/// A part of a count: what is played from a position.
struct Part {
    /// The number of the first turn it belongs to.
    first: usize,
    position: Position,
    depth: u32,
}

/// How many sequences of turns begin with a turn.
type Counts = Vec<(String, u64)>;

/// Counts in parts, which threads share; returns the count below each first turn, unless that is more than can be worked
/// out.
fn divide(
    arguments: &Arguments,
    executor: Executor,
    session: &Session,
) -> Result<std::result::Result<Counts, TooMuch>> {
    let (mut counts, parts) = match parts(arguments, executor, session) {
        Ok(parts) => parts,
        Err(limit) => return Ok(Err(limit)),
    };
    let progress = Progress::new(u64::try_from(parts.len()).unwrap_or(u64::MAX), "parts");
    let counted: std::result::Result<Vec<u64>, TooMuch> = arguments.threads.run(|| {
        let counted = parts.par_iter().map(|part| {
            let count = session.count(executor, &part.position, part.depth);
            progress.step();
            count
        });
        counted.collect()
    })?;
    Ok(counted.map(|counted| {
        for (part, count) in parts.iter().zip(counted) {
            let sum = &mut counts[part.first].1;
            *sum = sum.saturating_add(count);
        }
        counts
    }))
}

/// Returns the first turns, and the parts of the count: one for each first turn, or for each second one if those are
/// few.
fn parts(
    arguments: &Arguments,
    executor: Executor,
    session: &Session,
) -> std::result::Result<(Counts, Vec<Part>), TooMuch> {
    let depth = arguments.depth.saturating_sub(1);
    let begun = session.turns_from(executor, session.position())?;
    let text = |turn| (notation::turn_text(session.game(), turn), 0);
    let counts = begun.iter().map(|(turn, _)| text(turn)).collect();
    let whole = begun.into_iter().enumerate();
    let mut parts: Vec<_> =
        whole.map(|(first, (_, position))| Part { first, position, depth }).collect();
    if depth > 1 && parts.len() < PARTS_FOR_EACH * arguments.threads.number() {
        let mut finer = Vec::new();
        for Part { first, position, .. } in &parts {
            let next = session.turns_from(executor, position)?.into_iter();
            let part = |(_, position)| Part { first: *first, position, depth: depth - 1 };
            finer.extend(next.map(part));
        }
        parts = finer;
    }
    Ok((counts, parts))
}

//! `fairyring match GAME… --engine A --engine B`: games between two engines, and what they say about who plays better.

mod openings;
mod own;
mod pgn;
mod player;
mod process;
mod rationed;
mod record;
mod referee;
mod report;
mod table;
mod uci;
mod xboard;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::protocols::variants::{Variant, Variants};
use super::records::Opening;
use super::{Outcome, Result, Streams, records};
use crate::front::cli::values::whole;
use pgn::PgnFile;
use player::{Pace, Player};
use record::{Entry, Number, Record};
use referee::Terms;
use table::Table;

/// What `match` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The games to play: bundled ones or paths of rules files
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// Who plays, given twice: `uci:COMMAND`, `xboard:COMMAND`, or this program as `level=7`, `one-ply`, `nodes=5000`,
    /// `random`
    ///
    /// Behind a command, options may follow: `uci:fairy-stockfish;Hash=32`.
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// How many games of each kind are played
    #[arg(long = "games", value_name = "N", default_value_t = 20,
        value_parser = whole::<u64>(1..=1_000_000))]
    count: u64,
    #[command(flatten)]
    pace: PaceArguments,
    /// From how many openings the games begin, each played with both sides; as many as are needed by default
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000))]
    openings: Option<u64>,
    /// Begin from the games or positions of this file, PGN, EPD or records of ours, instead of random turns: from so many turns of
    /// each as --plies says
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// How many turns an opening has
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = whole::<u32>(0..=100))]
    plies: u32,
    /// What the openings and the turns of `random` come from: the same number makes the same
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=256))]
    concurrency: u64,
    /// A game that is not over after so many turns of both sides is a draw
    #[arg(long, value_name = "TURNS", default_value_t = 600,
        value_parser = whole::<u64>(1..=100_000))]
    longest: u64,
    /// Stop as soon as the games of all kinds together tell these two differences of ratings apart
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Write each game to this file when it is over, as a line of JSON
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write each game to this file when it is over, as PGN; a match that is resumed adds to it
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match whose record that file is
    #[arg(long, requires = "record")]
    resume: bool,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// How long to think about a turn.
#[derive(Clone, Debug, Args)]
#[group(multiple = false)]
pub(super) struct PaceArguments {
    /// So many nodes for each turn
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// So many turns ahead
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1000))]
    depth: Option<u32>,
    /// So many milliseconds for each turn
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(1..=u64::MAX))]
    movetime: Option<u64>,
    /// So many milliseconds of work on the processor for each turn (the default: 25), however busy the machine is
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(1..=u64::MAX))]
    cpu_time: Option<u64>,
    /// Seconds on the clock for the game, and those that are added for each turn
    #[arg(long, value_name = "BASE+INC", value_parser = clock)]
    clock: Option<(Duration, Duration)>,
}

/// Without a pace, so long is worked on each turn.
const CPU_MILLIS: u64 = 25;

fn clock(text: &str) -> std::result::Result<(Duration, Duration), String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let seconds: f64 = text.trim().parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    seconds(base).zip(seconds(increment)).ok_or_else(|| "write it as SECONDS+SECONDS".to_owned())
}

impl PaceArguments {
    fn pace(&self) -> Pace {
        if let Some(nodes) = self.nodes {
            return Pace::Nodes(nodes);
        }
        if let Some(depth) = self.depth {
            return Pace::Depth(depth);
        }
        if let Some(time) = self.movetime {
            return Pace::Time(Duration::from_millis(time));
        }
        if let Some((base, increment)) = self.clock {
            return Pace::Clock(base, increment);
        }
        Pace::Cpu(Duration::from_millis(self.cpu_time.unwrap_or(CPU_MILLIS)))
    }
}

/// One of the games that are played, with its openings.
struct Kind {
    name: String,
    variant: Variant,
    openings: Vec<Opening>,
}

/// Plays the match and tells how it went.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let [first, second] = arguments.engines.as_slice() else {
        streams.error("a match has two engines: give --engine twice")?;
        return Ok(Outcome::Misused);
    };
    let engines = [first.clone(), second.clone()];
    for engine in &engines {
        if let Err(error) = Engine::read(engine) {
            return streams.error(error);
        }
    }
    let kinds = match kinds(arguments) {
        Ok(kinds) => kinds,
        Err(error) => return streams.error(error),
    };
    let names: Vec<String> = kinds.iter().map(|kind| kind.name.clone()).collect();
    let head = arguments.head(&kinds);
    let (record, done) = match arguments.record(&head, &names) {
        Ok(begun) => begun,
        Err(error) => return streams.error(error),
    };
    let played: BTreeSet<Number> = done.iter().map(|entry| entry.number).collect();
    let left = arguments.numbers(kinds.len(), &played);
    let sprt = arguments.sprt.as_ref().and_then(|sprt| Some((*sprt.first()?, *sprt.get(1)?)));
    let pgn = match &arguments.pgn {
        Some(path) => match PgnFile::open(path, arguments.resume) {
            Ok(file) => Some(file),
            Err(error) => return streams.error(error),
        },
        None => None,
    };
    let table = Table::new((record, pgn), done, left, sprt);
    let terms = Terms {
        pace: arguments.pace.pace(),
        most_turns: usize::try_from(arguments.longest).unwrap_or(usize::MAX),
        seed: arguments.seed,
    };
    let places = usize::try_from(arguments.concurrency).unwrap_or(1);
    let (entries, trouble) = table.play(&kinds, &engines, &terms, places);
    if arguments.json {
        writeln!(streams.out, "{}", report::json(&names, &engines, &entries, sprt))?;
    } else if trouble.is_none() || !entries.is_empty() {
        write!(streams.out, "{}", report::text(&names, &engines, &entries, sprt))?;
    }
    match trouble {
        Some(trouble) => streams.error(trouble),
        None => Ok(Outcome::Fine),
    }
}

fn kinds(arguments: &Arguments) -> std::result::Result<Vec<Kind>, String> {
    let mut variants = Variants::default();
    let count = arguments.openings.unwrap_or(arguments.count.div_ceil(2));
    let load = |path: &String| {
        let is_file = path.contains('/') || path.ends_with(crate::bundled::EXTENSION);
        let name = if is_file { variants.add(path)? } else { path.clone() };
        let variant = variants.load(&name, &[])?;
        let openings = match &arguments.book {
            Some(book) => {
                let options = variant.options.clone();
                let choice = records::Choice { game: Some(path.clone()), options };
                let plies = usize::try_from(arguments.plies).unwrap_or(usize::MAX);
                records::openings_of_book(book, choice, plies)?
            }
            None => openings::openings(&variant.start, count, arguments.plies, arguments.seed),
        };
        Ok(Kind { name: variant.name.clone(), variant, openings })
    };
    arguments.games.iter().map(load).collect()
}

impl Arguments {
    /// Returns what is played, as the first line of the record tells it. How many games are played may change when a match
    /// goes on.
    fn head(&self, kinds: &[Kind]) -> Value {
        let games: Vec<Value> = kinds
            .iter()
            .map(|kind| {
                let rules = crate::ir::display::hash(kind.variant.start.game());
                json!({ "name": kind.name, "rules": rules })
            })
            .collect();
        let mut head = json!({
            "fairyring": "match",
            "version": 1,
            "games": games,
            "engines": self.engines,
            "pace": format!("{:?}", self.pace.pace()),
            "openings": self.openings,
            "plies": self.plies,
            "seed": self.seed,
            "longest": self.longest,
        });
        if let Some(book) = &self.book {
            head["book"] = json!(book);
        }
        head
    }

    fn record(
        &self,
        head: &Value,
        names: &[String],
    ) -> std::result::Result<(Option<Record>, Vec<Entry>), String> {
        let Some(path) = &self.record else { return Ok((None, Vec::new())) };
        if self.resume && path.exists() {
            let (record, entries) = Record::resume(path, head, names)?;
            return Ok((Some(record), entries));
        }
        Ok((Some(Record::begin(path, head, names)?), Vec::new()))
    }

    /// Returns the games that are left, the kinds by turns, so that all have about as many whenever the match is stopped.
    fn numbers(&self, kinds: usize, played: &BTreeSet<Number>) -> Vec<Number> {
        let all = (0..self.count).step_by(2).flat_map(|pair| {
            (0..kinds).flat_map(move |kind| {
                (pair..(pair + 2).min(self.count)).map(move |game| Number { kind, game })
            })
        });
        all.filter(|number| !played.contains(number)).collect()
    }
}

/// Who plays.
enum Engine {
    Uci(String),
    Xboard(String),
    Own(own::Settings),
}

impl Engine {
    fn read(text: &str) -> std::result::Result<Self, String> {
        if let Some(command) = text.strip_prefix("uci:") {
            return Ok(Self::Uci(command.to_owned()));
        }
        if let Some(command) = text.strip_prefix("xboard:") {
            return Ok(Self::Xboard(command.to_owned()));
        }
        own::Settings::read(text).map(Self::Own)
    }

    fn start(&self) -> std::result::Result<Box<dyn Player>, String> {
        Ok(match self {
            Self::Uci(command) => Box::new(uci::Uci::start(command)?),
            Self::Xboard(command) => Box::new(xboard::Xboard::start(command)?),
            Self::Own(settings) => Box::new(own::Own::new(*settings)),
        })
    }
}

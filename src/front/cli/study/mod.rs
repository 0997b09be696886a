//! `fairyring study GAME`: games of the computer against itself, and what they say about the game.

mod keep;
mod tell;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::json;

use super::load::GameArguments;
use super::progress::Progress;
use super::threads::Threads;
use super::{Outcome, Result, Streams, validation};
use crate::front::cli::values::whole;
use crate::ir::{SideId, display};
use crate::lab::{Outline, Report, Strength, Study, Terms};
use crate::session::Session;
use keep::{Keeper, Kept};

/// How many games are played unless something else is asked for.
const GAMES: u64 = 400;

/// The most games of a strength.
const MOST: u64 = 1_000_000;

/// Where a precision is asked for, it is looked at after so many games, and always the same numbers of them.
const STEP: u64 = 200;

/// What `study` can be asked.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many games are played at each strength (400 by default)
    #[arg(long, value_name = "N", conflicts_with = "precision",
        value_parser = whole::<u64>(1..=MOST))]
    games: Option<u64>,
    /// Play until the share of points is known to so much either way, for example `2%`
    #[arg(long, value_name = "PERCENT", value_parser = precision)]
    precision: Option<f64>,
    /// How strong both sides are: `random`, or a level of the computer from 1 to 10; may be given several times
    /// (random, 2 and 4 by default)
    #[arg(long = "level", value_name = "LEVEL", value_parser = Strength::read)]
    levels: Vec<Strength>,
    /// What all that is random comes from: the same number gives the same results
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Leave a game that is not over after so many turns; it counts as drawn
    #[arg(long, value_name = "PLIES", default_value_t = 1000,
        value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    #[command(flatten)]
    threads: Threads,
    /// Keep each game in a file as soon as it is over; with the same file, the study goes on where it was stopped
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Reads a precision, and returns it as a share.
fn precision(text: &str) -> std::result::Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    let number = number.filter(|percent| (0.1..=50.0).contains(percent));
    number
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "a precision is a number of percent from 0.1 to 50".to_owned())
}

/// What was played at one strength.
struct Played {
    strength: Strength,
    report: Report,
    seconds: f64,
    /// How many games were played now; the others were in the file.
    now: u64,
}

/// The file that games are kept in, if any.
struct Store {
    keeper: Option<Mutex<Keeper>>,
    kept: Kept,
}

/// Plays the games and says how they went.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    session.engine();
    validation::warn(&session, streams)?;
    let mut store = match store(arguments, &session) {
        Ok(store) => store,
        Err(why) => return streams.error(why),
    };
    let mut levels = arguments.levels.clone();
    if levels.is_empty() {
        levels = Strength::USUAL.to_vec();
    }
    levels.sort_unstable();
    levels.dedup();
    let mut all = Vec::new();
    for strength in levels {
        let terms = Terms { strength, seed: arguments.seed, limit: arguments.limit };
        let Some(study) = Study::new(&session, terms) else {
            return streams.error("this game is not compiled, so that the computer cannot play it");
        };
        match play(arguments, &study, (strength, session.side_to_move()), &mut store) {
            Ok(played) => all.push(played),
            Err(why) => return streams.error(why),
        }
    }
    if arguments.json {
        tell::print_json(arguments, &session, &all, streams)?;
    } else {
        tell::print(&session, &all, streams)?;
    }
    Ok(Outcome::Fine)
}

fn store(arguments: &Arguments, session: &Session) -> std::result::Result<Store, String> {
    let Some(path) = &arguments.keep else {
        return Ok(Store { keeper: None, kept: Kept::new() });
    };
    let head = json!({
        "study": 1,
        "program": env!("CARGO_PKG_VERSION"),
        "rules": display::hash(session.game()),
        "position": session.position_text(),
        "seed": arguments.seed,
        "limit": arguments.limit,
    });
    let (keeper, kept) = Keeper::open(path, &head)?;
    Ok(Store { keeper: Some(Mutex::new(keeper)), kept })
}

/// Plays the games of one strength, as many as were asked for or until enough is known.
fn play(
    arguments: &Arguments,
    study: &Study,
    (strength, first): (Strength, SideId),
    store: &mut Store,
) -> std::result::Result<Played, String> {
    let begun = Instant::now();
    let (mut games, mut now) = (Vec::new(), 0);
    let count = arguments.games.unwrap_or(GAMES);
    let mut target = if arguments.precision.is_some() { STEP } else { count };
    loop {
        now += more(arguments, study, (strength, target), (&mut *store, &mut games))?;
        let report = Report::of(first, &games);
        let width = report.results.share(first).half_width();
        if arguments.precision.is_none_or(|wanted| width <= wanted) || target >= MOST {
            let seconds = begun.elapsed().as_secs_f64();
            return Ok(Played { strength, report, seconds, now });
        }
        target = (target + STEP).min(MOST);
    }
}

/// Adds games until there are so many, and returns how many of them had to be played.
fn more(
    arguments: &Arguments,
    study: &Study,
    (strength, target): (Strength, u64),
    (store, games): (&mut Store, &mut Vec<Outline>),
) -> std::result::Result<u64, String> {
    let from = u64::try_from(games.len()).unwrap_or(u64::MAX);
    let (mut known, mut left) = (Vec::new(), Vec::new());
    for number in from..target {
        match store.kept.remove(&(strength, number)) {
            Some(game) => known.push(game),
            None => left.push(number),
        }
    }
    let progress = Progress::new(u64::try_from(left.len()).unwrap_or(u64::MAX), "games");
    let (is_failed, now) = (AtomicBool::new(false), left.len());
    let played = arguments.threads.run(|| {
        let games = left.into_par_iter().map_init(
            || study.worker(),
            |worker, number| {
                if is_failed.load(Ordering::Relaxed) {
                    return Err("another game could not be kept".to_owned());
                }
                let game = worker.play(number);
                store
                    .add(strength, &game)
                    .inspect_err(|_| is_failed.store(true, Ordering::Relaxed))?;
                progress.step();
                Ok(game)
            },
        );
        games.collect::<std::result::Result<Vec<_>, String>>()
    });
    games.append(&mut known);
    games.extend(played.map_err(|error| error.to_string())??);
    Ok(u64::try_from(now).unwrap_or(u64::MAX))
}

impl Store {
    /// Keeps a game, if games are kept.
    fn add(&self, strength: Strength, game: &Outline) -> std::result::Result<(), String> {
        let Some(keeper) = &self.keeper else { return Ok(()) };
        let added = keeper.lock().unwrap_or_else(PoisonError::into_inner).add(strength, game);
        added.map_err(|error| {
            format!(
                "a game could not be kept: {error}; all games before it are, and the same command goes on with them"
            )
        })
    }
}

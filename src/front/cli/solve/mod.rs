//! `fairyring solve GAME`: everything that can happen in a game, and what each position is worth.

mod folder;
mod report;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::load::{Setting, play_turns};
use super::threads::Threads;
use super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use crate::ir::Game;
use crate::play::Engine;
use crate::proofs::solve::{Failure, Roots, Settings, Solution, Store, solve};
use crate::session::Session;
use crate::state::Position;
pub(super) use folder::Folder;
pub(super) use report::word;
use report::{Asked, Report};

/// What `solve` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A bundled game or the path of a rules file
    #[arg(value_name = "GAME")]
    game: String,
    /// Begin from this position instead of the game's own
    #[arg(long, value_name = "TEXT")]
    from: Option<String>,
    /// Ask about this position; one that cannot be reached is solved by itself
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Ask about the position after these turns, with spaces between them
    #[arg(long, value_name = "TURNS")]
    after: Vec<String>,
    /// Set one of the game's options; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = Setting::option)]
    options: Vec<(String, String)>,
    /// Count positions that the rules make equal, as mirror images or with the sides exchanged, once
    #[arg(long)]
    symmetric: bool,
    #[command(flatten)]
    bounds: Bounds,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// What may be used.
#[derive(Clone, Debug, Args)]
pub(super) struct Bounds {
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Use at most that many MiB of memory for positions
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = whole::<u64>(1..=1 << 24))]
    pub(super) memory: u64,
    /// Use at most that many MiB in the folder of `--keep`
    #[arg(long, value_name = "MIB", default_value_t = 16384, value_parser = whole::<u64>(1..=1 << 24))]
    pub(super) disk: u64,
    /// Keep what is found in this folder; called again, the program goes on from there
    #[arg(long, value_name = "FOLDER")]
    pub(super) keep: Option<PathBuf>,
}

impl Bounds {
    /// Returns how to solve.
    pub(super) fn settings(&self, symmetric: bool) -> Settings {
        Settings { symmetric, threads: self.threads.number(), memory: self.memory << 20 }
    }

    /// Opens the folder, if something is to be kept.
    pub(super) fn folder(&self) -> std::result::Result<Option<Folder>, String> {
        self.keep.as_ref().map(|path| Folder::open(path, self.disk << 20)).transpose()
    }
}

/// Solves the game and says what it is worth.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let position = arguments.from.clone().or_else(|| arguments.position.clone());
    let setting = Setting { position, options: arguments.options.clone() };
    let Some(loaded) = setting.load(&arguments.game, streams)? else {
        return Ok(Outcome::Rejected);
    };
    let game = loaded.game;
    let begun = match &arguments.from {
        Some(text) => Session::from_position(Arc::clone(&game), text),
        None => Session::new(Arc::clone(&game)),
    };
    let begun = match begun {
        Ok(session) => session,
        Err(error) => return streams.error(error),
    };
    let asked = match asked(arguments, &begun) {
        Ok(asked) => asked,
        Err(error) => return streams.error(error),
    };
    let engine = match Engine::new(&game) {
        Ok(engine) => engine,
        Err(refusal) => return streams.error(refusal),
    };
    let mut folder = match arguments.bounds.folder() {
        Ok(folder) => folder,
        Err(message) => return streams.error(message),
    };
    let settings = arguments.bounds.settings(arguments.symmetric);
    let start = begun.position().clone();
    report::estimate(&engine, &game, &start, &settings, streams)?;
    let store = folder.as_mut().map(|folder| folder as &mut dyn Store);
    let solution = match work(&engine, &game, Roots::Position(&start), &settings, store, streams) {
        Ok(solution) => solution,
        Err(failure) => return streams.error(failure),
    };
    let asked = match asked
        .map(|position| look_up(&engine, &game, &solution, position, &settings, streams))
    {
        Some(Ok(asked)) => Some(asked),
        Some(Err(failure)) => return streams.error(failure),
        None => None,
    };
    let report = match Report::new(&game, &start, solution, asked) {
        Ok(report) => report,
        Err(limit) => return streams.error(limit),
    };
    if arguments.json {
        writeln!(streams.out, "{:#}", report.json())?;
    } else {
        write!(streams.out, "{}", report.text())?;
    }
    Ok(Outcome::Fine)
}

/// Returns the position that is asked about, if one is.
fn asked(arguments: &Arguments, begun: &Session) -> std::result::Result<Option<Position>, String> {
    if arguments.position.is_none() && arguments.after.is_empty() {
        return Ok(None);
    }
    let mut session = match &arguments.position {
        Some(text) => begun.elsewhere(text).map_err(|error| error.to_string())?,
        None => begun.clone(),
    };
    play_turns(&mut session, &arguments.after.join(" "))?;
    Ok(Some(session.position().clone()))
}

/// Finds out about a position, in the solution or by another one.
fn look_up(
    engine: &Engine,
    game: &Arc<Game>,
    solution: &Solution,
    position: Position,
    settings: &Settings,
    streams: &mut Streams<'_>,
) -> std::result::Result<Asked, Failure> {
    if let Some(verdict) = solution.verdict(&position) {
        let line = solution.line(&position).map_err(Failure::TooMuch)?;
        return Ok(Asked { position, verdict, line, reached: true });
    }
    let own = work(engine, game, Roots::Position(&position), settings, None, streams)?;
    let verdict = own.verdict(&position).ok_or(Failure::Stopped)?;
    let line = own.line(&position).map_err(Failure::TooMuch)?;
    Ok(Asked { position, verdict, line, reached: false })
}

/// Solves from some positions, and shows how far it has come.
pub(super) fn work(
    engine: &Engine,
    game: &Arc<Game>,
    roots: Roots<'_>,
    settings: &Settings,
    store: Option<&mut dyn Store>,
    streams: &mut Streams<'_>,
) -> std::result::Result<Solution, Failure> {
    let mut shown = report::Shown::new(streams.err);
    solve(engine, game, roots, settings, store, &mut |stage, done, left| {
        shown.show(stage, done, left);
        true
    })
}

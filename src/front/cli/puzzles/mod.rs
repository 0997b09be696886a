//! `fairyring puzzles GAME`: makes puzzles of a game, as EPD or PGN and as a page that is played on.

mod page;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::disk;
use super::load::{Origin, Setting};
use super::progress::Progress;
use super::values::whole;
use super::{Outcome, Result, Streams};
use crate::bundled;
use crate::diag::Sink;
use crate::ir::Game;
use crate::play::Engine;
use crate::proofs::puzzles::{Maker, Puzzle, Settings, choose, grades, read};
use crate::search::NoControl;

/// The longest forced end that puzzles ask for.
const MOST_TURNS: u64 = 6;

/// How many games are played if nobody says how many.
const GAMES: u64 = 40;

/// The longest forced end of puzzles that come with a game.
const MOST_SHIPPED: u32 = 4;

/// What `puzzles` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A bundled game or the path of a rules file
    #[arg(value_name = "GAME")]
    game: String,
    /// Set one of the game's options; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = Setting::option)]
    options: Vec<(String, String)>,
    /// Make new puzzles from so many games, every second one random
    ///
    /// Without it, the puzzles that come with the game are taken; where there are none, 40 games are played.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000))]
    games: Option<u64>,
    /// How many puzzles are wanted, the most interesting ones
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = whole::<u64>(1..=1000))]
    count: u64,
    /// What chance comes from: the same number makes the same puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// The fewest turns to the end
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = whole::<u32>(1..=MOST_TURNS))]
    least: u32,
    /// The most turns to the end
    #[arg(long, value_name = "N", default_value_t = 3,
        value_parser = whole::<u32>(1..=MOST_TURNS))]
    most: u32,
    /// How well the other games are played, in nodes of the search for each turn
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = whole::<u64>(1..=1_000_000))]
    nodes: u64,
    /// Write the puzzles to a file: PGN if its name ends in `.pgn`, else EPD
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page with diagrams on which the solutions are played
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Makes puzzles.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    if arguments.least > arguments.most {
        return streams.error("--least is more than --most");
    }
    let setting = Setting { position: None, options: arguments.options.clone() };
    let Some(loaded) = setting.load(&arguments.game, streams)? else {
        return Ok(Outcome::Rejected);
    };
    let game = loaded.game;
    let engine = match Engine::new(&game) {
        Ok(engine) => engine,
        Err(refusal) => return streams.error(refusal),
    };
    let wanted = usize::try_from(arguments.count).unwrap_or(usize::MAX);
    let chosen = match shipped(arguments) {
        Some(text) => again(text, wanted, (&game, &engine), streams),
        None => find(arguments, wanted, (&game, &engine), streams),
    };
    let chosen = match chosen {
        Ok(chosen) => chosen,
        Err(message) => return streams.error(message),
    };
    match &arguments.out {
        Some(path) => put(path, &write::file(path, &game, &chosen))?,
        None if arguments.html.is_none() => write!(streams.out, "{}", write::epd(&game, &chosen))?,
        None => {}
    }
    if let Some(path) = &arguments.html {
        let origin = Origin::find(&arguments.game, &mut Sink::new());
        let text = origin.map(|origin| page::page(&game, &origin, &arguments.options, &chosen));
        match text {
            Some(Ok(text)) => put(path, &text)?,
            Some(Err(error)) => return streams.error(error),
            None => return streams.error(format!("the game `{}` is gone", arguments.game)),
        }
    }
    Ok(Outcome::Fine)
}

/// Returns the puzzles that come with the game, unless new ones are wanted or its options are changed.
fn shipped(arguments: &Arguments) -> Option<&'static str> {
    if arguments.games.is_some() || !arguments.options.is_empty() {
        return None;
    }
    match Origin::find(&arguments.game, &mut Sink::new())? {
        Origin::Bundled(_) => bundled::puzzles(bundled::own_name(&arguments.game)),
        Origin::Disk(_) => None,
    }
}

/// Makes known puzzles again: each is proved anew, and keeps the grade it was given.
fn again(
    text: &str,
    wanted: usize,
    (game, engine): (&Arc<Game>, &Engine),
    streams: &mut Streams<'_>,
) -> std::result::Result<Vec<Puzzle>, String> {
    let positions = read(game, text)?;
    let settings = Settings { least: 1, most: MOST_SHIPPED, nodes: 0, known: true };
    let mut maker = Maker::new(game, engine, settings);
    let mut found = Vec::new();
    for ((number, position), grade) in (1..).zip(&positions).zip(grades(text)).take(wanted) {
        let puzzle = maker.puzzle(position, number, &NoControl);
        if let Some(mut puzzle) = puzzle.map_err(|failure| failure.to_string())? {
            puzzle.grade = grade.unwrap_or(puzzle.grade);
            found.push(puzzle);
        } else {
            let left_out = format!("puzzle {number} is left out: it could not be proved again");
            writeln!(streams.err, "{left_out}").map_err(|error| error.to_string())?;
        }
    }
    Ok(found)
}

/// Plays games and returns the best puzzles in them.
fn find(
    arguments: &Arguments,
    wanted: usize,
    (game, engine): (&Arc<Game>, &Engine),
    streams: &mut Streams<'_>,
) -> std::result::Result<Vec<Puzzle>, String> {
    let settings = Settings {
        least: arguments.least,
        most: arguments.most,
        nodes: arguments.nodes,
        known: false,
    };
    let mut maker = Maker::new(game, engine, settings);
    let games = arguments.games.unwrap_or(GAMES);
    let progress = Progress::new(games, "games");
    let mut found = Vec::new();
    for number in 0..games {
        let seed = arguments.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let puzzles = maker.puzzles(seed, &NoControl);
        found.extend(puzzles.map_err(|failure| failure.to_string())?);
        progress.step();
    }
    let count = found.len();
    let chosen = choose(game, found, wanted);
    let (kept, of) = (chosen.len(), "positions with a single first turn that wins");
    // Nobody may be there to read it.
    drop(writeln!(streams.err, "{kept} of {count} {of}, from {games} games"));
    Ok(chosen)
}

fn put(path: &Path, text: &str) -> Result<()> {
    disk::put(path, text).map_err(|error| anyhow::anyhow!("`{}`: {error}", path.display()))
}

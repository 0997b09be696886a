//! `fairyring learn GAME`: games of the computer against itself, and what they teach about the worth of positions.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::load::GameArguments;
use super::progress::Progress;
use super::statistics::Tally;
use super::threads::Threads;
use super::{Outcome, Result, Streams, disk};
use crate::bundled::{own_name, weights_beside};
use crate::front::cli::values::whole;
use crate::ir::display;
use crate::learning::{AIMS, Course, Learned, Lesson, Lessons, Player, Terms, Trial, trial};
use crate::notation;
use crate::session::Session;

/// What `learn` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// Where the weights are written; beside the rules by default, where every command finds them
    ///
    /// Beside them stands a file of lessons with the games: with it, the command goes on where it was stopped, and more games
    /// can be added later.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many games are played to learn from, those in the file of lessons included
    #[arg(long, value_name = "N", default_value_t = 10_000,
        value_parser = whole::<u64>(1..=10_000_000))]
    games: u64,
    /// How many nodes are searched for each turn of them
    #[arg(long, value_name = "N", default_value_t = 800,
        value_parser = whole::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// How many games are played in the end against who has not learned; nothing is written unless more than half of the points
    /// are won
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = whole::<u32>(0..=1_000_000))]
    trial: u32,
    /// What games begin from: the same number plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

/// How many steps learning counts for where progress is shown.
const LEARNING: u16 = 200;

/// In a trial, so many times as many nodes are searched as in the games that are learned from: what helps those who think less
/// may not help others.
const THOUGHT: u64 = 4;

/// What was learned with one aim, and how it did in its trial.
struct Candidate {
    learned: Learned,
    tried: Trial,
}

/// The file of lessons, and what is in it.
struct Book {
    file: Mutex<File>,
    lessons: Lessons,
}

/// Plays games, learns from them, tries what was learned, and writes it.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    let terms = Terms { nodes: arguments.nodes, seed: arguments.seed };
    let Some(player) = Player::new(&session, terms) else {
        return streams.error("this game is not compiled, so that the computer cannot play it");
    };
    let out = arguments.out.clone().unwrap_or_else(|| weights_beside(&arguments.game.game).into());
    let path = out.with_extension("lessons");
    let mut book = match Book::open(&path, &display::hash(session.game())) {
        Ok(book) => book,
        Err(why) => return streams.error(format!("`{}` cannot be used: {why}", path.display())),
    };
    announce(arguments, &book, (&path, &out), streams)?;
    play(arguments, &player, &mut book)?;
    let count = book.lessons.all().count();
    let games = book.lessons.games();
    writeln!(streams.out, "{games} games played, with {count} positions to learn from")?;
    let Some(best) = best(arguments, (&session, terms), &book.lessons)? else {
        return streams.error("that is too little to learn from: play more games with `--games`");
    };
    let (derived, after) = best.learned.errors;
    writeln!(
        streams.out,
        "mean square of the errors, for positions not learned from: {derived:.4} before, {after:.4} after"
    )?;
    conclude(arguments, (&best, games), &out, streams)
}

/// Says what will be done, how long that takes, and what is written.
fn announce(
    arguments: &Arguments,
    book: &Book,
    (lessons, out): (&Path, &Path),
    streams: &mut Streams<'_>,
) -> Result<()> {
    let left = (0..arguments.games).filter(|number| !book.lessons.has(*number)).count();
    let (nodes, trial) = (arguments.nodes, arguments.trial);
    writeln!(
        streams.err,
        "The computer plays {left} games against itself, {nodes} nodes a turn, and keeps what it learns from in `{}`, so that it can go \
         on after a stop (a game takes some seconds, ten thousand of them some hours; the bar says how long is left). Then it plays \
         {trial} games against itself without what it learned, and if it wins more than half of the points, `{}` is written.",
        lessons.display(),
        out.display()
    )?;
    Ok(())
}

/// Learns with each aim, tries what was learned, and returns what did best.
fn best(
    arguments: &Arguments,
    (session, terms): (&Session, Terms),
    lessons: &Lessons,
) -> Result<Option<Candidate>> {
    let steps = AIMS.len() as u64 * (u64::from(LEARNING) + u64::from(arguments.trial));
    let progress = Progress::new(steps, "steps of learning and trials");
    let terms = Terms { nodes: nodes_of_trial(arguments), ..terms };
    let Some(course) = Course::new(session, lessons) else { return Ok(None) };
    let candidates = arguments.threads.run(|| {
        let candidates = AIMS.into_par_iter().map(|aim| {
            let mut shown = 0_u16;
            let learned = course.train(aim, &mut |part| {
                while f32::from(shown) < part * f32::from(LEARNING) {
                    shown += 1;
                    progress.step();
                }
            })?;
            let games = (terms, arguments.trial);
            let tried = trial(session, &learned.weights, games, &mut || progress.step())?;
            Some(Candidate { learned, tried })
        });
        candidates.collect::<Vec<_>>()
    })?;
    let found = candidates.into_iter().flatten();
    Ok(found.max_by(|one, other| one.tried.share().total_cmp(&other.tried.share())))
}

/// Plays the games that are not in the book.
fn play(arguments: &Arguments, player: &Player, book: &mut Book) -> Result<()> {
    let left: Vec<u64> = (0..arguments.games).filter(|number| !book.lessons.has(*number)).collect();
    let progress = Progress::new(left.len() as u64, "games");
    let file = &book.file;
    let played = arguments.threads.run(|| {
        let games = left.into_par_iter().map_init(
            || player.another(),
            |player, number| -> io::Result<(u64, Vec<Lesson>)> {
                let lessons = player.play(number);
                let block = Lessons::block(number, &lessons);
                file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&block)?;
                progress.step();
                Ok((number, lessons))
            },
        );
        games.collect::<io::Result<Vec<_>>>()
    })??;
    for (number, lessons) in played {
        book.lessons.add(number, lessons);
    }
    Ok(())
}

/// Writes what was learned if it is good.
fn conclude(
    arguments: &Arguments,
    (best, games): (&Candidate, usize),
    out: &Path,
    streams: &mut Streams<'_>,
) -> Result {
    let told = tally(&best.tried);
    if arguments.trial > 0 {
        writeln!(streams.out, "against who has not learned: {told}")?;
    }
    if arguments.trial > 0 && best.tried.share() <= 0.5 {
        return streams.error("it plays no better: nothing is written; more games may help");
    }
    let (nodes, seed, trial) = (arguments.nodes, arguments.seed, nodes_of_trial(arguments));
    let name = own_name(&arguments.game.game);
    let comment = format!(
        "What the computer learned about {name} in {games} games against itself, {nodes} nodes a turn, seed {seed}.\n\
         Against itself without it, {trial} nodes a turn: {told}.\n\
         Made by `fairyring learn`; docs/learning.md tells what is in it."
    );
    disk::put(out, &notation::write_weights(&best.learned.weights, &comment))?;
    writeln!(streams.out, "written: {}", out.display())?;
    let rules = out.with_extension("rules");
    if !rules.exists() {
        let rules = rules.display();
        writeln!(streams.out, "used with rules beside it: `fairyring help {name} > {rules}`")?;
    }
    Ok(Outcome::Fine)
}

/// Returns how many nodes are searched for each turn of the trial.
fn nodes_of_trial(arguments: &Arguments) -> u64 {
    arguments.nodes.saturating_mul(THOUGHT)
}

/// Counts the games of a trial.
fn tally(trial: &Trial) -> Tally {
    let mut tally = Tally::default();
    for pair in trial.half_points.chunks(2) {
        for &half_points in pair {
            tally.add(half_points);
        }
        if let [one, other] = pair {
            tally.add_pair(one + other);
        }
    }
    tally
}

impl Book {
    /// Opens a file of lessons about such rules, or begins one.
    fn open(path: &Path, rules: &str) -> std::result::Result<Self, String> {
        let told = |error: io::Error| error.to_string();
        let options =
            File::options().read(true).write(true).create(true).truncate(false).to_owned();
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(told(error)),
        };
        let (lessons, good) =
            if bytes.is_empty() { (Lessons::default(), 0) } else { Lessons::read(&bytes, rules)? };
        let mut file = options.open(path).map_err(told)?;
        // What was being written when the command was stopped.
        file.set_len(good as u64).map_err(told)?;
        file.seek(SeekFrom::End(0)).map_err(told)?;
        if good == 0 {
            file.write_all(Lessons::head(rules).as_bytes()).map_err(told)?;
        }
        Ok(Self { file: Mutex::new(file), lessons })
    }
}

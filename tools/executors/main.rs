//! Compares the executors on games that nobody thought of, in all that a game in progress tells.
//!
//! ```text
//! cargo run --release -p fairyring-tools --bin executors -- [--seconds N] [--games N] [--seed N] [FILE…]
//! ```
//!
//! The games are those of the generator of the tests, with `compare turns by position`, with modules and their parameters, with
//! each option at other values, and imported from settings of Fairy-Stockfish that are put together at random. Of each position
//! of a random game the texts of turns, the result, the pieces in danger and the counts are compared, those of several threads
//! too. A game on which the executors differ is made smaller, printed, and ends the run with exit code 1; files are compared
//! in place of made games. Put what is found into `tests/cases/executors/`.

#![expect(clippy::print_stdout, reason = "a program that prints what it finds")]

mod alike;
#[path = "../../tests/generator/mod.rs"]
mod generator;
mod made;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use generator::{Tree, shrink};

/// How many changes are tried to make a game smaller.
const SHRINKING: usize = 2_000;

struct Wanted {
    seconds: u64,
    games: u64,
    seed: u64,
    files: Vec<String>,
}

fn wanted() -> anyhow::Result<Wanted> {
    let mut wanted = Wanted { seconds: 60, games: u64::MAX, seed: 0, files: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().unwrap_or_default().parse();
        match argument.as_str() {
            "--seconds" => wanted.seconds = number()?,
            "--games" => wanted.games = number()?,
            "--seed" => wanted.seed = number()?,
            _ => wanted.files.push(argument),
        }
    }
    Ok(wanted)
}

/// What became of a rules file.
enum Verdict {
    /// So many positions are alike, of so many games: one for each value of an option.
    Same(usize, usize),
    /// It cannot be loaded.
    Rejected(String),
    /// The executors differ, or one of them panics.
    Differs(String),
}

fn judge(text: &str, seed: u64) -> Verdict {
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let games = match made::with_options(text) {
            Ok(games) => games,
            Err(why) => return Verdict::Rejected(why),
        };
        let mut positions = 0;
        for (options, game) in &games {
            match alike::alike(game, seed) {
                Ok(count) => positions += count,
                Err(what) => return Verdict::Differs(format!("{options}{what}")),
            }
        }
        Verdict::Same(positions, games.len())
    }));
    judged.unwrap_or_else(|_| Verdict::Differs("it panics".to_owned()))
}

/// Prints the smallest rules found on which the executors still differ.
fn print_smallest(tree: Tree, seed: u64) {
    let mut left = SHRINKING;
    let small = shrink(tree, |tree| {
        left = left.saturating_sub(1);
        left > 0 && matches!(judge(&tree.to_string(), seed), Verdict::Differs(_))
    });
    if let Verdict::Differs(what) = judge(&small.to_string(), seed) {
        println!("the smallest game that differs: {what}\n{small}");
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let wanted = wanted()?;
    for file in &wanted.files {
        match judge(&std::fs::read_to_string(file)?, wanted.seed) {
            Verdict::Same(positions, games) => {
                println!("{file}: {positions} positions of {games} games are alike")
            }
            Verdict::Rejected(why) => println!("{file}: {why}"),
            Verdict::Differs(what) => {
                println!("{file} differs: {what}");
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    if !wanted.files.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let end = Instant::now() + Duration::from_secs(wanted.seconds);
    let (mut files, mut games, mut positions, mut rejected) = (0, 0, 0, 0);
    for seed in (wanted.seed..).take_while(|seed| seed - wanted.seed < wanted.games) {
        if Instant::now() > end {
            break;
        }
        let made = made::of_seed(seed);
        match judge(&made.tree.to_string(), seed) {
            Verdict::Same(alike, some) => {
                files += 1;
                games += some;
                positions += alike;
            }
            Verdict::Rejected(_) => rejected += 1,
            Verdict::Differs(what) => {
                println!("seed {seed}, {}, differs: {what}", made.title);
                print_smallest(made.tree, seed);
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    println!(
        "{files} files, {games} games, {positions} positions are alike; {rejected} files rejected"
    );
    Ok(ExitCode::SUCCESS)
}

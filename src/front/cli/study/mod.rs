//! `fairyring study GAME`: games of the computer against itself, and what they say about the game.

mod keep;
mod page;
mod page_versions;
#[cfg(feature = "parquet")]
mod parquet;
mod plots;
mod series;
mod table;
mod tell;
mod values;
mod versions;
mod versus;

use std::path::{Path, PathBuf};

use clap::Args;

pub use keep::{Keeper, Kept, head};

use super::load::GameArguments;
use super::threads::Threads;
use super::{Outcome, Result, Streams, disk, validation};
use crate::front::cli::values::whole;
use crate::lab::{self, Comparison, Findings, Outline, Strength, Told, Values};
use versions::{Version, With};

/// How many games are played unless something else is asked for.
const GAMES: u64 = 400;

/// After so many turns a game is left, unless something else is asked for.
const LIMIT: u32 = 1000;

/// The most games of a strength.
const MOST: u64 = 1_000_000;

/// What stands for as many games with imbalances as there are others.
const AS_MANY: &str = "0";

/// Where a precision is asked for, it is looked at after so many games, and always the same numbers of them.
const STEP: u64 = 200;

/// What `study` can be asked.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// Further games or files, to be compared with the first one
    #[arg(value_name = "GAME")]
    others: Vec<String>,
    /// Compare versions with these values of an option; `;` stands between values that have commas. May be given several
    /// times: every value of the one is then compared with every value of the other
    #[arg(long, value_name = "OPTION=A,B,C", value_parser = versions::with)]
    with: Vec<With>,
    /// Compare with a version to which these rules are added, as in a file that builds on the game, for example
    /// `replace token Ring { … }`; may be given several times
    #[arg(long, value_name = "RULES")]
    also: Vec<String>,
    /// Estimate what pieces, tokens, hands and having the move are worth: as many games again are played with imbalances, or
    /// N with `--values=N`, and positions of the others are compared with how they ended
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = AS_MANY,
        value_parser = whole::<u64>(0..=MOST))]
    values: Option<u64>,
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
    #[arg(long, value_name = "PLIES", default_value_t = LIMIT,
        value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    #[command(flatten)]
    threads: Threads,
    /// Keep each game in a file as soon as it is over; with the same file, the study goes on where it was stopped. Versions
    /// after the first one have files of their own beside it: FILE.2, FILE.3 and so on
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Play only part K of N of the games, as on one of several machines, and print no report: the files of all parts, one
    /// after the other, are the file of the whole study
    #[arg(long, value_name = "K/N", requires = "keep", value_parser = part,
        conflicts_with_all = ["precision", "json", "csv", "parquet", "html", "values", "with", "also"])]
    part: Option<Part>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the numbers as a table for other programs
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the same table as a Parquet file
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// Write a page with pictures, for a browser or to be printed
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Reads a precision, and returns it as a share.
fn precision(text: &str) -> std::result::Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    let number = number.filter(|percent| (0.1..=50.0).contains(percent));
    number
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "a precision is a number of percent from 0.1 to 50".to_owned())
}

/// One of several parts of the games: every so many of them.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Which one it is, from 1.
    number: u64,
    /// How many there are.
    of: u64,
}

impl Part {
    /// Tells whether the game of a number belongs to it.
    fn has(self, game: u64) -> bool {
        game % self.of == self.number - 1
    }
}

/// Reads a part: `2/5`.
fn part(text: &str) -> std::result::Result<Part, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| {
        Some((number.trim().parse::<u64>().ok()?, of.trim().parse::<u64>().ok()?))
    });
    match numbers {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
        _ => Err("a part is its number and how many there are, for example `2/5`".to_owned()),
    }
}

/// What was played at one strength.
struct Played {
    found: Findings,
    games: Vec<Outline>,
    /// What things are worth, by each way of finding out that could be used.
    values: Vec<Values>,
    seconds: f64,
    /// How many games were played now; the others were in the file.
    now: u64,
}

/// A version and what was played of it, the weakest strength first.
struct Studied {
    version: Version,
    levels: Vec<Played>,
}

/// All that was played, and what a comparison of versions says.
struct Study {
    all: Vec<Studied>,
    compared: Vec<Comparison>,
    told: Told,
}

/// Plays the games and says how they went.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(versions) = versions::load(arguments, streams)? else { return Ok(Outcome::Rejected) };
    for version in &versions {
        validation::warn(&version.session, streams)?;
    }
    if let Err(why) = arguments.can_write() {
        return streams.error(why);
    }
    if let Some(part) = arguments.part {
        return play_part(arguments, &versions, part, streams);
    }
    let study = match series::play_all(arguments, versions) {
        Ok(all) => Study::of(all),
        Err(why) => return streams.error(why),
    };
    let written = arguments.write(&study);
    if arguments.json {
        tell::print_json(arguments, &study, streams)?;
    } else {
        tell::print(arguments, &study, streams)?;
    }
    // What was found is printed whether or not it can be written.
    match written {
        Ok(()) => Ok(Outcome::Fine),
        Err(why) => streams.error(why),
    }
}

/// Plays one of several parts of the games and says how many they were.
fn play_part(
    arguments: &Arguments,
    versions: &[Version],
    Part { number, of }: Part,
    streams: &mut Streams<'_>,
) -> Result {
    let [version] = versions else {
        return streams.error(
            "`--part` plays games of one version: leave out `--with`, `--also` and further games",
        );
    };
    match series::play_part(arguments, &version.session) {
        Ok((games, now)) => {
            writeln!(
                streams.out,
                "part {number} of {of}: {games} games, {now} of them played now"
            )?;
            Ok(Outcome::Fine)
        }
        Err(why) => streams.error(why),
    }
}

impl Study {
    /// Compares what was played.
    fn of(all: Vec<Studied>) -> Self {
        let (mut compared, mut told) = (Vec::new(), Told::default());
        if let [first, _, ..] = &all[..] {
            let side = first.version.session.side_to_move();
            let levels = first.levels.iter().enumerate().map(|(at, level)| {
                let games = all.iter().filter_map(|one| Some(one.levels.get(at)?.games.as_slice()));
                (level.found.strength, games.collect())
            });
            compared = Comparison::of(side, &levels.collect::<Vec<_>>());
            let versions: Vec<_> = all.iter().map(|one| one.version.told.clone()).collect();
            told = lab::told(first.version.loaded.game.side_name(side), &versions, &compared);
        }
        Self { all, compared, told }
    }
}

impl Arguments {
    /// Returns the strengths, the weakest first.
    fn strengths(&self) -> Vec<Strength> {
        let mut levels = self.levels.clone();
        if levels.is_empty() {
            levels = Strength::USUAL.to_vec();
        }
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// Looks whether files can be written where they are to be, before any game is played.
    fn can_write(&self) -> std::result::Result<(), String> {
        if self.parquet.is_some() && cfg!(not(feature = "parquet")) {
            return Err(NO_PARQUET.to_owned());
        }
        for path in [&self.csv, &self.parquet, &self.html].into_iter().flatten() {
            disk::can_put(path).map_err(|error| not_written(path, &error))?;
        }
        Ok(())
    }

    /// Writes the files that were asked for.
    fn write(&self, study: &Study) -> std::result::Result<(), String> {
        if let Some(path) = &self.csv {
            let text = table::csv(study);
            disk::put(path, &text).map_err(|error| not_written(path, &error))?;
        }
        if let Some(path) = &self.parquet {
            let file = parquet(study)?;
            disk::put(path, &file).map_err(|error| not_written(path, &error))?;
        }
        if let Some(path) = &self.html {
            let text = page::page(self, study);
            disk::put(path, &text).map_err(|error| not_written(path, &error))?;
        }
        Ok(())
    }

    /// Returns the command that gives the same results.
    fn command(&self, study: &Study) -> String {
        let mut words = vec!["fairyring study".to_owned(), quoted(&self.game.game)];
        words.extend(self.others.iter().map(|game| quoted(game)));
        let setting = &self.game.setting;
        let options = setting.options.iter();
        words.extend(
            options.map(|(name, value)| format!("--set {}", quoted(&format!("{name}={value}")))),
        );
        words.extend(
            setting.position.iter().map(|position| format!("--position {}", quoted(position))),
        );
        words.extend(self.with.iter().map(|with| format!("--with {}", quoted(&with.to_string()))));
        words.extend(self.also.iter().map(|rules| format!("--also {}", quoted(rules))));
        let levels = study.all.first().map_or(&[][..], |one| &one.levels);
        match (self.precision, levels.first()) {
            (Some(precision), _) => words.push(format!("--precision {}%", 100.0 * precision)),
            (None, Some(played)) => {
                words.push(format!("--games {}", played.found.report.results.games()));
            }
            (None, None) => {}
        }
        words.extend(levels.iter().map(|played| format!("--level {}", played.found.strength)));
        words.push(format!("--seed {}", self.seed));
        words.extend(self.values.map(|games| match games {
            0 => "--values".to_owned(),
            games => format!("--values={games}"),
        }));
        if self.limit != LIMIT {
            words.push(format!("--limit {}", self.limit));
        }
        words.join(" ")
    }
}

/// What is said where Parquet is not built in.
const NO_PARQUET: &str = "this program was built without Parquet: build it with \
    `cargo build --release --features parquet`, or ask for `--csv FILE`";

/// Returns the numbers as a Parquet file.
#[cfg(feature = "parquet")]
fn parquet(study: &Study) -> std::result::Result<Vec<u8>, String> {
    parquet::file(&table::rows(study)).map_err(|error| error.to_string())
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Study) -> std::result::Result<Vec<u8>, String> {
    Err(NO_PARQUET.to_owned())
}

/// Returns a text as a word for a shell.
fn quoted(text: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./=,%+:".contains(sign);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn not_written(path: &Path, error: &std::io::Error) -> String {
    format!("`{}` cannot be written: {error}", path.display())
}

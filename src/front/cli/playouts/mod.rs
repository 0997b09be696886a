//! `fairyring playouts GAME`: random games to their end.

mod tally;

use std::time::Instant;

use clap::Args;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::json;

use super::load::GameArguments;
use super::progress::Progress;
use super::threads::Threads;
use super::validation;
use super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use crate::ir::{Game, SideId};
use crate::session::Session;
use crate::state::Random;
use crate::state::{GameResult, PlayoutEnd, TooMuch};
use tally::Tally;

/// What `playouts` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = whole::<u64>(1..=u64::MAX))]
    games: u64,
    /// What the random turns begin from: the same number plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Leave a game that is not over after so many turns
    #[arg(long, value_name = "PLIES", default_value_t = 10_000,
        value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays the games and tells how they went.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    // Compiling is no part of playing.
    session.engine();
    validation::warn(&session, streams)?;
    let begun = Instant::now();
    let tally = play(arguments, &session)?;
    let seconds = begun.elapsed().as_secs_f64();
    if arguments.json {
        print_json(session.game(), &tally, seconds, streams)?;
    } else {
        tell(session.game(), &tally, arguments.limit, seconds, streams)?;
    }
    Ok(Outcome::Fine)
}

/// Plays the games; each has random numbers of its own, so that it does not matter which thread plays it.
fn play(arguments: &Arguments, session: &Session) -> Result<Tally> {
    let progress = Progress::new(arguments.games, "games");
    arguments.threads.run(|| {
        let games = (0..arguments.games).into_par_iter();
        let played = games.fold(Tally::default, |mut tally, number| {
            let mut random = Random::stream(arguments.seed, number);
            tally.add(session.playout(arguments.limit, &mut |count| random.below(count)));
            progress.step();
            tally
        });
        played.reduce(Tally::default, Tally::with)
    })
}

/// Prints what people read.
fn tell(
    game: &Game,
    tally: &Tally,
    limit: u32,
    seconds: f64,
    streams: &mut Streams<'_>,
) -> Result<()> {
    let out = &mut *streams.out;
    let lengths = tally.lengths();
    writeln!(out, "{} random games, {} turns", tally.games(), tally.turns())?;
    let mut ends: Vec<_> = tally.ends().collect();
    ends.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (end, count) in ends {
        let share = 100.0 * tally::ratio(count, tally.games());
        let (who, why) = match end {
            PlayoutEnd::Over(result) => (winner(game, result), result.reason.clone()),
            PlayoutEnd::Stuck => ("Nobody", "no legal turn".to_owned()),
            PlayoutEnd::Limit => ("Nobody", format!("not over after {limit} turns")),
            PlayoutEnd::TooMuch(met) => ("Nobody", format!("{}: {met}", TooMuch::WORDS)),
        };
        writeln!(out, "{count:>10} {share:>6.2} %  {who}, {why}")?;
    }
    let tally::Lengths { mean, median, least, most } = lengths;
    writeln!(
        out,
        "turns of a game: {mean:.1} on average, median {median}, from {least} to {most}"
    )?;
    let (games, turns) = per_second(tally, seconds);
    writeln!(out, "took {seconds:.3} s: {games:.0} games and {turns:.0} turns a second")?;
    Ok(())
}

/// Prints what programs read.
fn print_json(game: &Game, tally: &Tally, seconds: f64, streams: &mut Streams<'_>) -> Result<()> {
    let lengths = tally.lengths();
    let ends = tally.ends().map(|(end, count)| match end {
        PlayoutEnd::Over(result) => {
            json!({
                "end": "over",
                "winner": result.winner().map(|side| name(game, side)),
                "reason": result.reason,
                "games": count,
            })
        }
        PlayoutEnd::Stuck => json!({ "end": "stuck", "games": count }),
        PlayoutEnd::Limit => json!({ "end": "limit", "games": count }),
        PlayoutEnd::TooMuch(met) => {
            json!({ "end": "too-much", "reason": met.to_string(), "games": count })
        }
    });
    let (games, turns) = per_second(tally, seconds);
    let told = json!({
        "games": tally.games(),
        "plies": tally.turns(),
        "results": ends.collect::<Vec<_>>(),
        "lengths": {
            "mean": lengths.mean,
            "median": lengths.median,
            "min": lengths.least,
            "max": lengths.most,
        },
        "seconds": seconds,
        "playouts_per_second": games,
        "plies_per_second": turns,
    });
    writeln!(streams.out, "{told}")?;
    Ok(())
}

fn per_second(tally: &Tally, seconds: f64) -> (f64, f64) {
    let seconds = seconds.max(1e-9);
    (tally::float(tally.games()) / seconds, tally::float(tally.turns()) / seconds)
}

fn winner<'g>(game: &'g Game, result: &GameResult) -> &'g str {
    result.winner().map_or("Draw", |side| name(game, side))
}

fn name(game: &Game, side: SideId) -> &str {
    game.side_name(side)
}

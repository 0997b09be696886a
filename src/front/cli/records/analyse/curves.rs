//! How scores become shares of points: measured from games of the computer against itself, and kept beside the rules.

use std::path::Path;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::super::super::progress::Progress;
use super::super::super::{Outcome, Result, Streams, disk};
use super::Arguments;
use crate::analysis::Curve;
use crate::bundled::{self, own_name};
use crate::ir::{Game, display};
use crate::learning::{Player, Terms};
use crate::session::Session;

/// How many nodes are searched for each turn of the games that are played for it.
const NODES: u64 = 800;

/// The same number plays the same games.
const SEED: u64 = 1;

/// Returns the curve of a game that was loaded from a path or by its name: the one beside its rules, or that of the bundled game
/// with the same rules, or the usual one.
pub fn of(path: &str, game: &Game) -> Curve {
    let hash = display::hash(game);
    let beside = std::fs::read_to_string(bundled::curve_beside(path)).ok();
    let found = beside.and_then(|table| Curve::in_table(&table, &hash));
    found.or_else(|| Curve::in_table(bundled::curves(), &hash)).unwrap_or_default()
}

/// Measures the curve of a game, and writes it beside the rules.
pub(super) fn measure(
    arguments: &Arguments,
    (path, session): (&str, &Session),
    streams: &mut Streams<'_>,
) -> Result {
    let out = bundled::curve_beside(path);
    if let Err(error) = disk::can_put(Path::new(&out)) {
        return streams.error(format!("`{out}` cannot be written: {error}"));
    }
    let terms = Terms { nodes: arguments.nodes.unwrap_or(NODES), seed: SEED };
    let Some(player) = Player::new(session, terms) else {
        return streams.error("this game is not compiled, so that the computer cannot play it");
    };
    let progress = Progress::new(arguments.games, "games");
    let seen = arguments.threads.run(|| {
        let games = (0..arguments.games).into_par_iter().map_init(
            || player.another(),
            |player, number| {
                let lessons = player.play(number);
                progress.step();
                let seen =
                    lessons.iter().map(|lesson| (i32::from(lesson.searched), lesson.half_points));
                seen.collect::<Vec<_>>()
            },
        );
        games.flatten_iter().collect::<Vec<(i32, u8)>>()
    })?;
    drop(progress);
    let Some(curve) = Curve::fitted(&seen) else {
        return streams.error("that is too little to measure: play more games with `--games`");
    };
    let (name, games, count) =
        (own_name(path.trim_end_matches(bundled::EXTENSION)), arguments.games, seen.len());
    let hash = display::hash(session.game());
    let line = format!("{hash}\t{curve}\t{name}\t{count} positions of {games} games\n");
    disk::put(Path::new(&out), &line)?;
    writeln!(
        streams.out,
        "a lead of {curve} points counts as ten games won for each one lost ({count} positions of {games} games)"
    )?;
    writeln!(streams.out, "written: {out}")?;
    Ok(Outcome::Fine)
}

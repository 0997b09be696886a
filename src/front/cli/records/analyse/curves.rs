//! How scores become shares of points: measured from games of the computer against itself, and kept beside the rules.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::super::super::progress::Progress;
use super::super::super::{Outcome, Result, Streams, disk};
use super::Arguments;
use crate::analysis::{Calibration, Curve};
use crate::bundled::{self, own_name};
use crate::ir::{Game, display};
use crate::session::Session;

/// How many nodes are searched for each turn of the games that are played for it.
const NODES: u64 = 400;

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

/// Says that shares of points are by the usual curve, if they are.
pub(super) fn caveat(curve: Curve) -> Option<&'static str> {
    (!curve.is_measured()).then_some(
        "percent are by the usual curve: none was measured for these rules (`fairyring analyse GAME --calibrate` does)",
    )
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
    let nodes = arguments.nodes.unwrap_or(NODES);
    let Some(player) = Calibration::new(session, nodes, SEED) else {
        return streams.error("this game is not compiled, so that the computer cannot play it");
    };
    let progress = Progress::new(arguments.games, "games");
    let begun = Instant::now();
    let is_time = || arguments.time.is_none_or(|time| begun.elapsed() < time);
    let games = AtomicU64::new(0);
    let seen = arguments.threads.run(|| {
        let played = (0..arguments.games).into_par_iter().map_init(
            || player.another(),
            |player, number| {
                let scores = if is_time() { player.play(number) } else { Vec::new() };
                games.fetch_add(u64::from(!scores.is_empty()), Ordering::Relaxed);
                progress.step();
                scores
            },
        );
        played.flatten_iter().collect::<Vec<(i32, u8)>>()
    })?;
    drop(progress);
    let Some(curve) = Curve::fitted(&seen) else {
        return streams.error("that is too little to measure: play more games with `--games`");
    };
    let games = games.into_inner();
    let curve = curve.after(u32::try_from(games).unwrap_or(u32::MAX));
    let name = own_name(path.trim_end_matches(bundled::EXTENSION));
    let (hash, count) = (display::hash(session.game()), seen.len());
    let measured = format!("{count} positions of {games} games, {nodes} nodes a turn");
    let line = format!("{hash}\t{curve}\t{name}\t{measured}\n");
    disk::put(Path::new(&out), &line)?;
    writeln!(
        streams.out,
        "a lead of {curve} points counts as ten games won for each one lost ({measured})"
    )?;
    writeln!(streams.out, "written: {out}")?;
    Ok(Outcome::Fine)
}

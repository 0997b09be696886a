//! What a comparison of versions prints.

use super::tell::who;
use super::{Studied, Study};
use crate::front::cli::{Result, Streams};
use crate::lab::{Comparison, Difference, Measure, Share};

/// How wide a column of numbers is.
const COLUMN: usize = 27;

/// Prints the versions beside each other, and what that says.
pub(super) fn print(study: &Study, streams: &mut Streams<'_>) -> Result<()> {
    for one in study.all.iter().filter(|one| one.version.patch.is_some()) {
        let rules = one.version.patch.as_deref().unwrap_or_default();
        writeln!(streams.out, "{}: {rules}", one.version.told.name)?;
    }
    for comparison in &study.compared {
        table(study, comparison, streams)?;
        writeln!(streams.out)?;
    }
    for words in &study.told.found {
        writeln!(streams.out, "{words}")?;
    }
    if !study.told.next.is_empty() {
        writeln!(streams.out, "what to try next:")?;
    }
    for words in &study.told.next {
        writeln!(streams.out, "  {words}")?;
    }
    let seconds: f64 =
        study.all.iter().flat_map(|one| &one.levels).map(|level| level.seconds).sum();
    writeln!(
        streams.out,
        "{seconds:.1} s; `--json` and `--html` have each version as a study of its own"
    )?;
    Ok(())
}

fn table(study: &Study, comparison: &Comparison, streams: &mut Streams<'_>) -> Result<()> {
    let out = &mut *streams.out;
    let Some(Studied { version: first, .. }) = study.all.first() else { return Ok(()) };
    let side = first.loaded.game.side_name(first.session.side_to_move());
    let names = study.all.iter().map(|one| one.version.told.name.as_str());
    let wide = names.clone().map(|name| name.chars().count()).max().unwrap_or(0).max(14) + 2;
    let games = study.all.iter().filter_map(|one| {
        let level = one.levels.iter().find(|level| level.found.strength == comparison.strength)?;
        Some(level.games.len().to_string())
    });
    let mut games: Vec<_> = games.collect();
    games.dedup();
    writeln!(
        out,
        "{}, {} games of each version; intervals of 95 %:",
        who(comparison.strength),
        games.join(", ")
    )?;
    let heads = [format!("points of {side}"), "decided".to_owned(), "turns of a game".to_owned()];
    let heads = heads.map(|head| format!("{head:<COLUMN$}")).concat();
    writeln!(out, "  {:<wide$}{}", "", heads.trim_end())?;
    for (name, version) in names.zip(&comparison.versions) {
        let shares = [version.points, version.decisive]
            .map(|share| format!("{:<COLUMN$}", format!("{} %", numbers(share, 100.0, false))));
        writeln!(out, "  {name:<wide$}{}{}", shares.concat(), numbers(version.turns, 1.0, false))?;
        if version.differences.is_empty() {
            continue;
        }
        let differences = version.differences.iter().map(|one| {
            let scale = if one.measure == Measure::Turns { 1.0 } else { 100.0 };
            let sign = if one.is_significant() { " *" } else { "" };
            format!("{:<COLUMN$}", format!("{}{sign}", numbers(one.interval, scale, true)))
        });
        writeln!(out, "  {:<wide$}{}", "  difference", differences.collect::<String>().trim_end())?;
    }
    if comparison.versions.iter().flat_map(|one| &one.differences).any(Difference::is_significant) {
        writeln!(out, "  * more than chance, with allowance for all that is compared here")?;
    }
    Ok(())
}

/// Writes a number with its bounds; with signs, if it is a difference.
fn numbers(share: Share, scale: f64, signed: bool) -> String {
    let [found, low, high] = [share.found, share.low, share.high].map(|part| scale * part);
    if signed {
        format!("{found:+.1} ({low:+.1} to {high:+.1})")
    } else {
        format!("{found:.1} ({low:.1} to {high:.1})")
    }
}

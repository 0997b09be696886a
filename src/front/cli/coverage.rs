//! `fairyring coverage GAME`: which rules are of no use in random games.

use std::collections::BTreeMap;

use clap::Args;
use serde_json::json;

use super::load::{GameArguments, Loaded};
use super::progress::Progress;
use super::{Outcome, Result, Streams};
use crate::author::coverage::{Coverage, Part, PartKind};
use crate::front::cli::values::whole;
use crate::state::Random;

/// How much of a rule is quoted.
const MAX_QUOTE: usize = 60;

/// What `coverage` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = whole::<u64>(1..=u64::MAX))]
    games: u64,
    /// What the random moves begin from: the same number plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Name each rule that was not used, also of the files that the game builds on
    #[arg(long)]
    all: bool,
    /// Print JSON: a line for each part of the rules, then one for all
    #[arg(long)]
    json: bool,
}

/// Plays the games and tells what was never used.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(loaded) = arguments.game.load(streams)? else { return Ok(Outcome::Rejected) };
    let mut coverage = Coverage::new(&loaded.game);
    let mut random = Random::new(arguments.seed);
    let progress = Progress::new(arguments.games, "games");
    let start = arguments.game.setting.position.as_deref();
    for _ in 0..arguments.games {
        let played = coverage.play(&loaded.game, start, &mut |count| random.below(count));
        if let Err(error) = played {
            drop(progress);
            return streams.error(error);
        }
        progress.step();
    }
    drop(progress);
    if arguments.json {
        print_json(&coverage, &loaded, streams)?;
    } else {
        tell(&coverage, &loaded, arguments.all, streams)?;
    }
    Ok(Outcome::Fine)
}

fn tell(coverage: &Coverage, loaded: &Loaded, all: bool, streams: &mut Streams<'_>) -> Result<()> {
    let unfinished = match coverage.unfinished {
        0 => String::new(),
        some => format!(", {some} without an end"),
    };
    let (games, turns) = (coverage.games, coverage.turns);
    writeln!(streams.out, "{games} random games, {turns} turns{unfinished}")?;
    for kind in PartKind::ALL {
        let (used, all) = coverage.counts(kind);
        if all > 0 {
            writeln!(streams.out, "  {:<11}{used} of {all} used", kind.name())?;
        }
    }
    let mut files: BTreeMap<&str, Vec<(usize, &Part)>> = BTreeMap::new();
    for part in coverage.unused() {
        let line = loaded.sources.line_column(part.span).line;
        files.entry(loaded.sources.name(part.span.source)).or_default().push((line, part));
    }
    if !files.is_empty() {
        writeln!(streams.out, "Never used:")?;
    }
    // What the author wrote comes first; what it builds on is somebody else's.
    let own = loaded.sources.ids().next().map(|own| loaded.sources.name(own));
    let mut elsewhere = Vec::new();
    for (file, parts) in &mut files {
        if !all && own != Some(*file) {
            elsewhere.push(format!("{} in {file}", parts.len()));
            continue;
        }
        parts.sort_by_key(|(line, part)| (*line, part.kind));
        for (line, part) in parts.iter() {
            writeln!(streams.out, "  {file}:{line}: {}", described(part, loaded))?;
        }
    }
    if !elsewhere.is_empty() {
        let also = if elsewhere.len() == files.len() { "" } else { "and " };
        writeln!(streams.out, "  {also}{} (`--all` names them)", elsewhere.join(", "))?;
    }
    Ok(())
}

/// `move of Pawn: moves fmW`
fn described(part: &Part, loaded: &Loaded) -> String {
    let kind = part.kind.name();
    match part.kind {
        PartKind::Move | PartKind::Power => {
            format!("{kind} of {}: {}", part.name, quote(part, loaded))
        }
        PartKind::Statement => format!("{kind} {}", quote(part, loaded)),
        PartKind::Promotion => format!("{kind} to {}", part.name),
        PartKind::Piece | PartKind::Event | PartKind::Forbid | PartKind::Ending => {
            format!("{kind} {}", part.name)
        }
    }
}

/// The beginning of what the author wrote.
fn quote(part: &Part, loaded: &Loaded) -> String {
    let text = loaded.sources.written(part.span);
    let line = text.lines().next().unwrap_or("").trim();
    if line.chars().count() <= MAX_QUOTE && line.len() == text.trim().len() {
        return line.to_owned();
    }
    line.chars().take(MAX_QUOTE).chain(['…']).collect()
}

fn print_json(coverage: &Coverage, loaded: &Loaded, streams: &mut Streams<'_>) -> Result<()> {
    for (part, uses) in &coverage.uses {
        let told = json!({
            "kind": part.kind.name(),
            "name": part.name,
            "file": loaded.sources.name(part.span.source),
            "line": loaded.sources.line_column(part.span).line,
            "uses": uses,
        });
        writeln!(streams.out, "{told}")?;
    }
    let told = json!({
        "games": coverage.games,
        "turns": coverage.turns,
        "unfinished": coverage.unfinished,
        "unused": coverage.unused().count(),
    });
    writeln!(streams.out, "{told}")?;
    Ok(())
}

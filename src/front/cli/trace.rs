//! `fairyring trace GAME TURN`: what happens in a turn, step by step.

use std::io::Write;

use clap::Args;

use super::load::{GameArguments, unnumbered};
use super::why::{self, Before};
use super::{Outcome, Result, Streams};
use crate::author::json;
use crate::author::trace::{self, Trace, Untraced};
use crate::source::SourceMap;

/// What `trace` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The turn to follow; one that a rule forbids is followed to its end
    #[arg(value_name = "TURN", allow_hyphen_values = true)]
    turn: String,
    #[command(flatten)]
    before: Before,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// Follows the turn.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some((session, sources)) = arguments.before.session(&arguments.game, streams)? else {
        return Ok(Outcome::Rejected);
    };
    match trace::trace(&session, &sources, &session.meant(unnumbered(&arguments.turn))) {
        Ok(trace) if arguments.json => {
            writeln!(streams.out, "{:#}", json::trace(&trace, &sources, json::answer))?;
            Ok(Outcome::Fine)
        }
        Ok(trace) => {
            write(&trace, &sources, streams.out)?;
            Ok(Outcome::Fine)
        }
        Err(Untraced::TooMuch(limit)) => streams.error(limit),
        Err(Untraced::NoTurn(answer)) if arguments.json => {
            writeln!(streams.out, "{:#}", json::answer(&answer, &sources))?;
            Ok(Outcome::Rejected)
        }
        Err(Untraced::NoTurn(answer)) => {
            why::write(&answer, Some(&arguments.turn), &sources, streams.out)?;
            Ok(Outcome::Rejected)
        }
    }
}

/// Writes what happened for people.
pub(super) fn write(trace: &Trace, sources: &SourceMap, out: &mut dyn Write) -> Result<()> {
    for entry in &trace.entries {
        match &entry.rule {
            Some(rule) => writeln!(out, "[{}] {}", why::place(rule, sources), entry.text)?,
            None => writeln!(out, "{}", entry.text)?,
        }
        for change in &entry.changes {
            writeln!(out, "    {change}")?;
        }
    }
    if let Some(position) = &trace.position {
        writeln!(out, "{position}")?;
    }
    if let Some(refused) = &trace.refused {
        why::write(refused, Some(&trace.turn), sources, out)?;
    }
    if let Some(standing) = &trace.standing {
        why::write(standing, None, sources, out)?;
    }
    Ok(())
}

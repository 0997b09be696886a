//! `fairyring why GAME [TURN]`: why a turn is legal or not, why a game is over or not.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::load::{GameArguments, Loaded, play_turns, unnumbered};
use super::{Outcome, Result, Streams};
use crate::author::json;
use crate::author::why::{self, Answer, Kind, Note, Rule, Verdict};
use crate::notation::{shown, turn_text};
use crate::records::compose;
use crate::session::Session;
use crate::source::SourceMap;

/// What `why` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The turn that is asked about; without one, why the game is over or not
    #[arg(value_name = "TURN", allow_hyphen_values = true)]
    turn: Option<String>,
    #[command(flatten)]
    before: Before,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// What is played before a question is asked.
#[derive(Clone, Debug, Args)]
pub(super) struct Before {
    /// Turns to play first, separated by spaces
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true)]
    after: Vec<String>,
}

/// Answers the question.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some((session, sources)) = arguments.before.session(&arguments.game, streams)? else {
        return Ok(Outcome::Rejected);
    };
    let turn = arguments.turn.as_ref().map(|turn| session.meant(unnumbered(turn)));
    let answer = match &turn {
        Some(turn) => why::why(&session, &sources, turn),
        None => why::standing(&session, &sources),
    };
    let mut answer = match answer {
        Ok(answer) => answer,
        Err(limit) => return streams.error(limit),
    };
    let text = turn.as_ref().and_then(|turn| written(&session, turn));
    if arguments.json {
        let mut value = json::answer(&answer, &sources);
        value["position"] = json!(session.position_text());
        value["turn"] = json!(arguments.turn);
        if let Some(text) = text {
            value["text"] = json!(text);
        }
        writeln!(streams.out, "{value:#}")?;
    } else {
        if let Some((turn, text)) = turn.as_ref().zip(text) {
            name(&mut answer, turn, &text);
        }
        write(&answer, turn.as_deref(), &sources, streams.out)?;
    }
    // Why a turn is not legal is a good question; what is no turn is none.
    let is_turn = answer.kind != Kind::Unreadable;
    Ok(if is_turn { Outcome::Fine } else { Outcome::Rejected })
}

/// Returns a legal turn as people write it; nothing if that is how it is typed here.
pub(super) fn written(session: &Session, turn: &str) -> Option<String> {
    let legal = session.legal().ok()?;
    let legal = legal.get(session.find(&legal, turn).ok()?)?;
    let composer = compose::Game { session, name: "", options: &[] };
    let (text, _) = composer.written(session.position(), &legal.turn).ok()?;
    (text != turn_text(session.game(), &legal.turn)).then_some(text)
}

/// Adds to an answer how people write the turn.
pub(super) fn name(answer: &mut Answer, turn: &str, text: &str) {
    let typed = format!("`{}`", shown(turn.trim()));
    answer.message = answer.message.replacen(&typed, &format!("`{}` ({typed})", shown(text)), 1);
}

impl Before {
    /// Loads the game and plays what comes before; tells what is wrong and returns `None` if that
    /// cannot be done.
    pub(super) fn session(
        &self,
        game: &GameArguments,
        streams: &mut Streams<'_>,
    ) -> Result<Option<(Session, SourceMap)>> {
        let Some(Loaded { game: loaded, sources, .. }) = game.load(streams)? else {
            return Ok(None);
        };
        let mut session = match game.setting.session(loaded) {
            Ok(session) => session,
            Err(error) => {
                streams.error(error)?;
                return Ok(None);
            }
        };
        if let Err(error) = play_turns(&mut session, &self.after.join(" ")) {
            streams.error(format!("--after: {error}"))?;
            return Ok(None);
        }
        Ok(Some((session, sources)))
    }
}

/// Writes an answer for people.
pub(super) fn write(
    answer: &Answer,
    turn: Option<&str>,
    sources: &SourceMap,
    out: &mut dyn Write,
) -> Result<()> {
    match (answer.verdict, turn) {
        (Verdict::Refused, Some(turn)) => {
            writeln!(out, "`{}` is not legal: {}", shown(turn.trim()), answer.message)?;
        }
        _ => writeln!(out, "{}", capitalised(&answer.message))?,
    }
    writeln!(out, "  {}", place(&answer.rule, sources))?;
    let quoted = answer.rule.line(sources);
    if !quoted.is_empty() {
        writeln!(out, "    {quoted}")?;
    }
    for note in &answer.notes {
        write_note(note, sources, out)?;
    }
    Ok(())
}

fn write_note(note: &Note, sources: &SourceMap, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "- {}", note.text)?;
    if let Some(rule) = &note.rule {
        let (place, line) = (place(rule, sources), rule.line(sources));
        writeln!(out, "  {}", format!("{place}: {line}").trim_end_matches([' ', ':']))?;
    }
    Ok(())
}

/// Says which rule and where: `forbid check, lib/royalty.rules:5`.
pub(super) fn place(rule: &Rule, sources: &SourceMap) -> String {
    if rule.span.is_none() {
        return rule.name.clone();
    }
    let at = sources.line_column(rule.span);
    format!("{}, {}:{}", rule.name, sources.name(rule.span.source), at.line)
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str() + "."
}

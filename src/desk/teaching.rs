//! Why a turn is legal or not, what happens in it, and how a piece moves.

use serde_json::{Value, json};

use super::loading::Opened;
use super::{Answer, Refusal};
use crate::author::trace::{self, Untraced};
use crate::author::why::{self, Rule};
use crate::ir::Id;
use crate::reference;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::Position;

/// Tells why a turn is legal or not, or why the game is over or not.
pub(super) fn why(opened: &Opened, session: &Session, turn: Option<&str>) -> Answer {
    let answer = match turn {
        Some(turn) => why::why(session, &opened.sources, turn)?,
        None => why::standing(session, &opened.sources)?,
    };
    Ok(told(&answer, &opened.sources))
}

fn told(answer: &why::Answer, sources: &SourceMap) -> Value {
    let note = |note: &why::Note| {
        let rule = note.rule.as_ref().map(|rule| self::rule(rule, sources));
        json!({ "text": note.text, "rule": rule })
    };
    json!({
        "verdict": answer.verdict.as_str(),
        "kind": answer.kind.as_str(),
        "message": answer.message,
        "plain": answer.plain,
        "rule": rule(&answer.rule, sources),
        "notes": answer.notes.iter().map(note).collect::<Vec<_>>(),
    })
}

/// Tells a rule and where it stands.
fn rule(rule: &Rule, sources: &SourceMap) -> Value {
    if rule.span.is_none() {
        return json!({ "name": rule.name });
    }
    let at = sources.line_column(rule.span);
    json!({
        "name": rule.name,
        "file": sources.name(rule.span.source),
        "line": at.line,
        "column": at.column,
        "text": sources.line_text(rule.span.source, at.line).trim(),
    })
}

/// Tells what happens in a turn.
pub(super) fn trace(opened: &Opened, session: &Session, turn: &str) -> Answer {
    let sources = &opened.sources;
    let trace = match trace::trace(session, sources, turn) {
        Ok(trace) => trace,
        Err(Untraced::TooMuch(limit)) => return Err(limit.into()),
        Err(Untraced::NoTurn(answer)) => return Err(Refusal::new(answer.message)),
    };
    let entry = |entry: &trace::Entry| {
        let rule = entry.rule.as_ref().map(|rule| self::rule(rule, sources));
        json!({ "kind": entry.kind, "text": entry.text, "rule": rule, "changes": entry.changes })
    };
    Ok(json!({
        "turn": trace.turn,
        "entries": trace.entries.iter().map(entry).collect::<Vec<_>>(),
        "position": trace.position,
        "refused": trace.refused.as_ref().map(|answer| told(answer, sources)),
        "standing": trace.standing.as_ref().map(|answer| told(answer, sources)),
    }))
}

/// Tells where the piece on a square could go, as things stand and on a board without other pieces, legal or not.
pub(super) fn piece(session: &Session, square: &str) -> Answer {
    let (game, position) = (session.game(), session.position());
    let at = game.board.square_named(square);
    let at = at.ok_or_else(|| Refusal::new(format!("no square is called `{square}`")))?;
    let piece = position.piece(at);
    let piece = piece.ok_or_else(|| Refusal::new(format!("there is no piece on {square}")))?;
    let mut alone = Position::empty(game);
    alone.pieces[at] = Some(piece);
    alone.to_move = position.to_move;
    let ways = |position: &Position| -> Result<Value, Refusal> {
        let moves = reference::moves_within(game, position, at, session.allowance())?;
        let mut ways: Vec<(&str, bool)> =
            moves.iter().map(|made| (game.board.name(made.to), !made.takes.is_empty())).collect();
        ways.sort_unstable();
        ways.dedup();
        Ok(ways.into_iter().map(|(to, takes)| json!({ "to": to, "takes": takes })).collect())
    };
    Ok(json!({
        "kind": game.types[piece.kind].name,
        "side": piece.owner.map(Id::index),
        "here": ways(position)?,
        "alone": ways(&alone)?,
    }))
}

//! Why a turn is legal or not, what happens in it, and how a piece moves.

use serde_json::{Value, json};

use super::loading::Opened;
use super::{Refusal, Reply};
use crate::author::json;
use crate::author::trace::{self, Untraced};
use crate::author::why::{self, Answer};
use crate::ir::Id;
use crate::reference;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::Position;

/// Tells why a turn is legal or not, or why the game is over or not.
pub(super) fn why(opened: &Opened, session: &Session, turn: Option<&str>) -> Reply {
    let answer = match turn {
        Some(turn) => why::why(session, &opened.sources, turn)?,
        None => why::standing(session, &opened.sources)?,
    };
    Ok(told(&answer, &opened.sources))
}

/// Makes an object of an answer, with what it comes to for players.
fn told(answer: &Answer, sources: &SourceMap) -> Value {
    let mut told = json::answer(answer, sources);
    told["plain"] = json!(answer.plain);
    told
}

/// Tells what happens in a turn.
pub(super) fn trace(opened: &Opened, session: &Session, turn: &str) -> Reply {
    let sources = &opened.sources;
    let trace = match trace::trace(session, sources, turn) {
        Ok(trace) => trace,
        Err(Untraced::TooMuch(limit)) => return Err(limit.into()),
        Err(Untraced::NoTurn(answer)) => return Err(Refusal::new(answer.message)),
    };
    Ok(json::trace(&trace, sources, told))
}

/// Tells where the piece on a square could go, as things stand and on a board without other pieces, legal or not.
pub(super) fn piece(session: &Session, square: &str) -> Reply {
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

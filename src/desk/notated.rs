//! Turns as people write them.

use serde_json::{Value, json};

use super::{Refusal, Reply};
use crate::notation::{Notation, turn_text};
use crate::session::Session;

/// Writes the legal turns in a notation.
pub(super) fn written(session: &Session, notation: Option<&str>) -> Reply {
    let notation = match notation {
        None | Some("san") => Notation::San,
        Some("own") => Notation::Own,
        Some("hodges") => Notation::Hodges,
        Some("wxf") => Notation::Wxf,
        Some(_) => return Err(Refusal::new("a notation is `san`, `own`, `hodges` or `wxf`")),
    };
    let written = session.written(notation)?;
    let turns: Vec<Value> = written
        .iter()
        .map(|(legal, text)| json!({ "text": turn_text(session.game(), &legal.turn), "written": text }))
        .collect();
    Ok(json!({ "turns": turns }))
}

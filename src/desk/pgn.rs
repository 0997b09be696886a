//! Games and turns as people write them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::question::GameAsked;
use super::{Refusal, Reply};
use crate::notation::{Notation, turn_text};
use crate::records::compose;
use crate::records::pgn::{ItemKind, UNKNOWN_RESULT};
use crate::session::Session;

/// The tags that say which game it was and where it began: they come from the game itself.
const OWN: [&str; 5] = ["Variant", "Options", "RulesHash", "SetUp", "FEN"];

/// Writes a game as far as it was played.
pub(super) fn compose(
    asked: &GameAsked,
    session: &Session,
    tags: &BTreeMap<String, String>,
) -> Reply {
    let game = session.game();
    let named = asked.name.as_deref().filter(|_| asked.text.is_none());
    let name = named.unwrap_or(&game.about.name);
    let set = game.options.iter().filter(|option| option.value != option.default);
    let options: Vec<_> =
        set.map(|option| (option.name.clone(), option.value.to_string())).collect();
    let composer = compose::Game { session, name, options: &options };
    let start = session.positions().first().unwrap_or_else(|| session.position());
    let mut made = composer.compose(start, session.history())?;
    for (name, value) in tags.iter().filter(|(name, _)| !OWN.contains(&name.as_str())) {
        made.set_tag(name, value.clone());
    }
    let ended = match session.result()? {
        Some(result) => compose::result_text(Some(&result)).to_owned(),
        None => made.tag("Result").unwrap_or(UNKNOWN_RESULT).to_owned(),
    };
    made.set_tag("Result", ended.clone());
    made.items.push(ItemKind::Result(ended).into());
    Ok(json!({ "text": made.to_string() }))
}

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

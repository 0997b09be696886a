//! Games as PGN, out and in.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::loading::{self, Shelf};
use super::question::{GameAsked, Line};
use super::{Refusal, Reply};
use crate::bundled;
use crate::records::compose::{self, OWN_TAGS, result_text};
use crate::records::pgn::{ItemKind, PgnGame, Reader};
use crate::records::variants;
use crate::session::Session;

/// The most games that are taken from one file.
const MOST_GAMES: usize = 500;

/// The tags that name the players, in the order of the sides.
const PLAYERS: [&str; 2] = ["White", "Black"];

/// Writes a game as far as it was played, with whatever else is to stand among its tags, such as who plays.
pub(super) fn write(
    asked: &GameAsked,
    session: &Session,
    tags: &BTreeMap<String, String>,
) -> Reply {
    let options: Vec<(String, String)> = asked.options.clone().into_iter().collect();
    let name = loading::file_name(asked);
    let name = name.strip_suffix(bundled::EXTENSION).unwrap_or(name);
    let composer = compose::Game { session, name, options: &options };
    let start = session.positions().first().unwrap_or_else(|| session.position());
    let mut game = composer.compose(start, session.history())?;
    for (tag, text) in tags.iter().filter(|(tag, _)| !OWN_TAGS.contains(&tag.as_str())) {
        game.set_tag(tag, text.clone());
    }
    let result = session.result()?;
    let ended = match (&result, tags.get("Result")) {
        (None, Some(agreed)) => agreed.clone(),
        (result, _) => result_text(result.as_ref()).to_owned(),
    };
    game.set_tag("Result", ended.clone());
    if let Some(result) = &result {
        game.set_tag("Termination", result.reason.clone());
    }
    game.items.push(ItemKind::Result(ended).into());
    Ok(json!({ "text": game.to_string() }))
}

/// Reads the games of a file and plays each by the rules of its game, up to the first turn that is not legal.
pub(super) fn read(shelf: &mut Shelf, text: &str, usual: Option<&GameAsked>) -> Value {
    let mut games = Vec::new();
    let mut faults = Vec::new();
    let mut is_cut = false;
    for game in Reader::new(text.as_bytes()) {
        match game {
            Ok(_) if games.len() >= MOST_GAMES => is_cut = true,
            Ok(game) => match played(shelf, &game, usual) {
                Ok(told) => games.push(told),
                Err(refusal) => faults.push(fault(game.number, game.line, &refusal.message)),
            },
            Err(error) => faults.push(fault(error.game, error.line, &error.message)),
        }
    }
    json!({ "games": games, "faults": faults, "is_cut": is_cut })
}

fn fault(game: u64, line: u64, message: &str) -> Value {
    json!({ "game": game, "line": line, "message": message })
}

/// Plays the turns of a game, and tells it as questions have it.
fn played(shelf: &mut Shelf, game: &PgnGame, usual: Option<&GameAsked>) -> Result<Value, Refusal> {
    let asked = asked(game, usual)?;
    let start = game.tag("FEN").filter(|text| !text.trim().is_empty()).map(str::to_owned);
    let begin = Line { start: start.clone(), turns: Vec::new() };
    let (_, mut session) = shelf.session(&asked, &begin)?;
    let mut wrong = Value::Null;
    for (number, (line, text)) in (1_u32..).zip(game.turns()) {
        let meant = session.meant(text).into_owned();
        if let Err(error) = session.play_text(&meant) {
            let message = error.to_string();
            wrong = json!({ "turn": number, "line": line, "text": text, "message": message });
            break;
        }
    }
    let rules = session.game();
    let turns = session.history().iter().map(|turn| crate::notation::turn_text(rules, turn));
    Ok(json!({
        "game": { "name": asked.name, "text": asked.text, "options": asked.options },
        "title": rules.about.title,
        "start": start,
        "turns": turns.collect::<Vec<_>>(),
        "players": PLAYERS.map(|tag| game.tag(tag)),
        "event": game.tag("Event").filter(|event| !event.starts_with('?')),
        "result": game.result(),
        "wrong": wrong,
    }))
}

/// Finds the game that a record is of: the one that its tag names, or the usual one.
fn asked(game: &PgnGame, usual: Option<&GameAsked>) -> Result<GameAsked, Refusal> {
    let told = game.tag("Variant").map(str::trim).filter(|told| !told.is_empty());
    let usual = usual.cloned().filter(|usual| usual.text.is_some() || usual.name.is_some());
    match (told, usual) {
        (None, Some(usual)) => return Ok(usual),
        (Some(told), usual) if variants::known(told).is_none() => {
            // A game of one's own is called by its own name.
            let usual = usual.filter(|usual| is_called(usual, told));
            return usual.ok_or_else(|| Refusal::new(format!("the variant `{told}` is not known")));
        }
        _ => {}
    }
    let set = told.map(|_| game.tag("Options").unwrap_or_default()).map(variants::options);
    let (name, options) = variants::of_record(told, set.into_iter().flatten());
    let options = options.into_iter().collect();
    Ok(GameAsked { name: Some(name), options, ..GameAsked::default() })
}

/// Tells whether a game that somebody wrote is called so.
fn is_called(asked: &GameAsked, told: &str) -> bool {
    let Some(text) = &asked.text else { return false };
    let title = bundled::title(text).unwrap_or_default();
    let file = loading::file_name(asked);
    let names = [file, file.strip_suffix(bundled::EXTENSION).unwrap_or(file), title];
    names.into_iter().any(|name| variants::plain(name) == variants::plain(told))
}

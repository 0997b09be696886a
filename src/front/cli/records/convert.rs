//! From one form of records to another.

use super::known::Game;
use super::lines::PGN;
use super::source::Entry;
use super::told::Told;
use crate::ir::SideId;
use crate::library::{Player, Record, RecordLine};
use crate::notation::{turn_text, write_position};
use crate::records::compose::OWN_TAGS;
use crate::records::pgn::{Item, ItemKind, PgnGame, Reader, UNKNOWN_RESULT};
use crate::records::replay::Replayed;
use crate::state::Position;

/// The tags that lines of JSON have a place for.
const KEPT: [&str; 13] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "Variant",
    "Options",
    "RulesHash",
    "SetUp",
    "FEN",
    "Termination",
];

/// A record with its turns played.
pub struct Played {
    /// The position in which it began.
    pub start: Position,
    /// What was played.
    pub replayed: Replayed,
}

/// Plays a record and keeps its turns.
///
/// # Errors
/// If the position it begins in is none of the game, or a turn cannot be played.
pub fn play(game: &Game, entry: &Entry) -> Result<Played, Told> {
    let (number, line) = (entry.game.number, entry.game.line);
    let start = game.start_of(entry).map_err(|told| Told::about(number, line, told, true))?;
    let replayed = game.replayer.replay(&start, &entry.game.items, Game::terms(entry, true));
    match &replayed.wrong {
        Some(wrong) => Err(Told::of_wrong(game, number, wrong)),
        None => Ok(Played { start, replayed }),
    }
}

/// Writes a record of lines as PGN; one that is PGN already is left as it is.
///
/// # Errors
/// If it takes too much to find out how its turns are written.
pub fn to_pgn(game: &Game, entry: &Entry, played: &Played) -> Result<PgnGame, String> {
    if !entry.is_own {
        return Ok(entry.game.clone());
    }
    if let Some(written) = entry.pgn.as_deref().and_then(|text| as_written(game, text, played)) {
        return Ok(written);
    }
    let composer = game.composer();
    let turns: Vec<_> = played.replayed.played.iter().map(|(turn, _)| turn.clone()).collect();
    let mut made = composer.compose(&played.start, &turns).map_err(|limit| limit.to_string())?;
    for (name, value) in &entry.game.tags {
        if !OWN_TAGS.contains(&name.as_str()) {
            made.set_tag(name, value.clone());
        }
    }
    made.items.push(ItemKind::Result(entry.game.result().to_owned()).into());
    Ok(made)
}

/// Returns the game that a record was made of, as long as it has the same turns.
fn as_written(game: &Game, text: &str, played: &Played) -> Option<PgnGame> {
    let entry = Entry::of_pgn(Reader::new(text.as_bytes()).next()?.ok()?);
    let again = play(game, &entry).ok()?;
    let is_same = again.start == played.start && again.replayed.played == played.replayed.played;
    is_same.then_some(entry.game)
}

/// Tells whether a game says something that lines of JSON have no place for.
fn says_more(game: &PgnGame) -> bool {
    let is_kept = |kind: &ItemKind| matches!(kind, ItemKind::Turn(..) | ItemKind::Result(_));
    game.items.iter().any(|item| !is_kept(&item.kind))
        || game.tags.iter().any(|(name, _)| !KEPT.contains(&name.as_str()))
}

/// Writes a record as lines of JSON. What these have no place for is kept as PGN at their head.
pub fn to_lines(game: &Game, entry: &Entry, played: &Played) -> Record {
    let rules = game.start.game();
    let start = write_position(rules, &played.start);
    let mut record = Record::begin(rules, &start, &game.name);
    for key in ["Event", "Site", "Date", "Round"] {
        if let Some(value) = entry.game.tag(key).filter(|value| !value.starts_with('?')) {
            record = record.with(&key.to_lowercase(), value.into());
        }
    }
    if !entry.is_own && says_more(&entry.game) {
        record = record.with(PGN, entry.game.to_string().into());
    }
    for (tag, side) in [("White", SideId::FIRST), ("Black", SideId::LAST)] {
        if let Some(name) = entry.game.tag(tag) {
            record = record.with_player(side, &Player::new(name));
        }
    }
    let mut side = played.start.to_move;
    for (turn, after) in &played.replayed.played {
        let line = RecordLine::Turn {
            turn: turn_text(rules, turn),
            side: Some(rules.side_name(side).to_owned()),
        };
        // A turn can always be added.
        drop(record.note(line));
        side = after.to_move;
    }
    if let Some(line) = result_line(game, entry, played) {
        drop(record.note(line));
    }
    record
}

/// Returns how the game ended: as the rules say, or as the record does.
fn result_line(game: &Game, entry: &Entry, played: &Played) -> Option<RecordLine> {
    let rules = game.start.game();
    if let Some(result) = &played.replayed.result {
        return Some(RecordLine::of_result(rules, result));
    }
    let winner = match entry.game.result() {
        "1-0" => Some(SideId::FIRST),
        "0-1" => Some(SideId::LAST),
        "1/2-1/2" => None,
        _ => return None,
    };
    let reason = entry.game.tag("Termination").unwrap_or("as the record says").to_owned();
    let winner = winner.map(|side| rules.side_name(side).to_owned());
    Some(RecordLine::Result { winner, reason })
}

/// Returns a game of PGN without turns that begins in a position.
pub fn of_position(text: &str) -> PgnGame {
    let mut game = PgnGame::default();
    game.set_tag("SetUp", "1");
    game.set_tag("FEN", text);
    game.items.push(Item::from(ItemKind::Result(UNKNOWN_RESULT.to_owned())));
    game
}

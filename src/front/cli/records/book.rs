//! Books of openings: how games of a file begin.

use super::convert;
use super::known::{Choice, Known};
use super::source::Source;
use super::told::Told;
use crate::notation::write_position;
use crate::session::Session;
use crate::state::{Position, Turn};

/// How a game of a book begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// The position it begins in, if that is another one than the game's own.
    pub start: Option<Position>,
    /// The turns.
    pub turns: Vec<Turn>,
}

impl Opening {
    /// Returns a session in which its turns have been played; it is of the game of another one, and begins where that does if the
    /// opening does not say otherwise.
    ///
    /// # Errors
    /// If it is no opening of the game.
    pub fn played(&self, begun: &Session) -> Result<Session, String> {
        let mut session = match &self.start {
            Some(start) => begun.elsewhere(&write_position(begun.game(), start)),
            None => Ok(begun.clone()),
        }
        .map_err(|error| error.to_string())?;
        for turn in &self.turns {
            session.play(turn).map_err(|error| error.to_string())?;
        }
        Ok(session)
    }
}

/// Returns how the games of a file begin, so many turns of each at most, each beginning once.
///
/// # Errors
/// If the file cannot be read, a game of it is wrong, or there is none that begins elsewhere than the game itself or has a turn.
pub fn openings(path: &str, choice: Choice, plies: usize) -> Result<Vec<Opening>, String> {
    let mut known = Known::new(choice);
    let mut all: Vec<Opening> = Vec::new();
    for entry in Source::open(path)? {
        let entry = entry.map_err(|error| format!("{path}: {error}"))?;
        let wrong = |message: String| {
            let told = Told::about(entry.game.number, entry.game.line, message, true);
            format!("{path}: {told}")
        };
        let game = known.game_of(&entry).map_err(wrong)?;
        let played = convert::play(&game, &entry).map_err(|told| format!("{path}: {told}"))?;
        let start = (played.start != *game.start.position()).then_some(played.start);
        let turns = played.replayed.played.into_iter().take(plies).map(|(turn, _)| turn);
        let opening = Opening { start, turns: turns.collect() };
        if opening != Opening::default() && !all.contains(&opening) {
            all.push(opening);
        }
    }
    if all.is_empty() {
        Err(format!("{path}: there is no game with a turn in it"))
    } else {
        Ok(all)
    }
}

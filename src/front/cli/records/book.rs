//! Books of openings: how games of a file begin.

use super::convert;
use super::known::{Choice, Known};
use super::source::Source;
use super::told::Told;
use crate::state::Turn;

/// Returns how the games of a file begin, so many turns of each at most, each beginning once.
///
/// # Errors
/// If the file cannot be read, a game of it is wrong or begins elsewhere, or there is none with a turn.
pub fn openings(path: &str, choice: Choice, plies: usize) -> Result<Vec<Vec<Turn>>, String> {
    let mut known = Known::new(choice);
    let mut all: Vec<Vec<Turn>> = Vec::new();
    for entry in Source::open(path)? {
        let entry = entry.map_err(|error| format!("{path}: {error}"))?;
        let wrong = |message: String| {
            let told = Told::about(entry.game.number, entry.game.line, message, true);
            format!("{path}: {told}")
        };
        let game = known.game_of(&entry).map_err(wrong)?;
        let played = convert::play(&game, &entry).map_err(|told| format!("{path}: {told}"))?;
        if played.start != *game.start.position() {
            return Err(wrong("it does not begin where the game does".to_owned()));
        }
        let turns = played.replayed.played.into_iter().take(plies).map(|(turn, _)| turn);
        let turns: Vec<Turn> = turns.collect();
        if !turns.is_empty() && !all.contains(&turns) {
            all.push(turns);
        }
    }
    if all.is_empty() {
        Err(format!("{path}: there is no game with a turn in it"))
    } else {
        Ok(all)
    }
}

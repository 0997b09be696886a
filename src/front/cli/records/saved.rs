//! Games that are played here, saved as PGN and gone on with.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use super::convert;
use super::known::{Choice, Known};
use super::lines::of_record;
use super::source::Source;
use crate::library::Record;
use crate::records::compose::{self, OWN_TAGS};
use crate::records::pgn::ItemKind;
use crate::session::Session;

/// Tells whether the name of a file says that it is PGN.
pub fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
}

/// Adds a game to a file of PGN, which is begun if there is none.
///
/// # Errors
/// If the file cannot be written, or it takes too much to find out how turns are written.
pub fn add_to(path: &Path, record: &Record, session: &Session) -> Result<(), String> {
    let options = record.options();
    let composer = compose::Game { session, name: record.game_name(), options: &options };
    let start = session.positions().first().unwrap_or(session.position());
    let mut game = composer.compose(start, session.history()).map_err(|limit| limit.to_string())?;
    let entry = of_record(record, 1);
    for (name, value) in &entry.game.tags {
        if !OWN_TAGS.contains(&name.as_str()) {
            game.set_tag(name, value.clone());
        }
    }
    game.items.push(ItemKind::Result(entry.game.result().to_owned()).into());
    let file = OpenOptions::new().append(true).create(true).open(path);
    let written = file.and_then(|mut file| file.write_all(game.to_string().as_bytes()));
    written.map_err(|error| error.to_string())
}

/// Reads the game of a file of PGN.
///
/// # Errors
/// If it cannot be read, has no game or several, or a turn is not legal.
pub fn read(path: &Path) -> Result<Record, String> {
    let mut games = Source::open(&path.to_string_lossy())?;
    let entry = games.next().ok_or("there is no game in it")?.map_err(|error| error.to_string())?;
    if games.next().is_some() {
        return Err(
            "there are several games in it; `fairyring games FILE --skip N --take 1` prints \
                    one of them"
                .to_owned(),
        );
    }
    let game = Known::new(Choice::default()).game_of(&entry)?;
    // There is only one game: where nothing is wrong with a turn, its number and line say nothing.
    let played = convert::play(&game, &entry).map_err(|told| match told.turn {
        None => told.message,
        Some(_) => told.to_string(),
    })?;
    Ok(convert::to_lines(&game, &entry, &played))
}

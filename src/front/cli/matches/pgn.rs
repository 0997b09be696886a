//! The games of a match as PGN, added to a file as they are over.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::Kind;
use super::record::Number;
use super::referee::Played;
use crate::records::compose::{self, result_text};
use crate::records::pgn::{ItemKind, PgnGame};
use crate::state::GameResult;

/// The file.
pub(super) struct PgnFile(File);

impl PgnFile {
    /// Begins a file, or goes on with one.
    ///
    /// # Errors
    /// If it exists and is not gone on with, or cannot be written.
    pub(super) fn open(path: &Path, goes_on: bool) -> Result<Self, String> {
        let mut options = OpenOptions::new();
        if goes_on {
            options.append(true).create(true);
        } else {
            options.write(true).create_new(true);
        }
        let file = options.open(path);
        file.map(Self).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Adds the text of a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, text: &str) -> Result<(), String> {
        let written = self.0.write_all(text.as_bytes());
        written.map_err(|error| format!("the PGN file: {error}"))
    }
}

/// Makes a game of a match a game of PGN.
///
/// # Errors
/// If it takes too much to find out how its turns are written.
pub(super) fn game(
    kind: &Kind,
    engines: &[String; 2],
    number: Number,
    played: &Played,
) -> Result<PgnGame, String> {
    let variant = &kind.variant;
    let composer =
        compose::Game { session: &variant.start, name: &variant.name, options: &variant.options };
    let start = played.start.as_ref().map_or(variant.start.position(), |(start, _)| start);
    let mut game = composer.compose(start, &played.history).map_err(|limit| limit.to_string())?;
    let (white, black) = if number.game.is_multiple_of(2) { (0, 1) } else { (1, 0) };
    let ended = GameResult::of(played.winner, played.reason.clone());
    let result = result_text(Some(&ended));
    let tags = [
        ("Event", format!("match of {}", kind.name)),
        ("Round", (number.game + 1).to_string()),
        ("White", engines[white].clone()),
        ("Black", engines[black].clone()),
        ("Result", result.to_owned()),
        ("Termination", played.reason.clone()),
        ("PlyCount", played.turns.len().to_string()),
    ];
    for (name, value) in tags {
        game.set_tag(name, value);
    }
    game.items.push(ItemKind::Result(result.to_owned()).into());
    Ok(game)
}

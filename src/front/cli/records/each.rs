//! Going through the games of files.

use super::super::{Outcome, Result, Streams};
use super::source::{Entry, Source};
use super::told::Told;

/// A game of a file, or what is wrong where there should be one.
pub type Found = std::result::Result<Entry, Told>;

/// How it goes on after a game.
pub enum Next {
    /// With the next game.
    Game,
    /// With the next game, after it has been said what is wrong with this one.
    Wrong(Told),
    /// With the next file.
    File,
    /// Not at all.
    Nothing,
}

/// Does something with each game of some files, or with what is wrong where there should be one; says which files cannot be
/// opened.
pub fn each_game(
    files: &[String],
    streams: &mut Streams<'_>,
    work: &mut dyn FnMut(Found, &mut Streams<'_>) -> Result<Next>,
) -> Result {
    let mut outcome = Outcome::Fine;
    for file in files {
        let source = match Source::open(file) {
            Ok(source) => source,
            Err(error) => {
                outcome = streams.error(error)?;
                continue;
            }
        };
        for entry in source {
            match work(entry.map_err(Told::from), streams)? {
                Next::Game => {}
                Next::Wrong(told) => outcome = streams.error(format!("{file}: {told}"))?,
                Next::File => break,
                Next::Nothing => return Ok(outcome),
            }
        }
    }
    Ok(outcome)
}

//! Turns as people write them: `Nf3`, `exd5`, `O-O`, `N@e4`, `Qd2,c3`, `Na6/H`.
//!
//! A text is derived from the rules: which piece moves, whether it captures, what it becomes, and as much of where it comes
//! from as is needed among the legal turns. What a game says by `write` takes the place of what is derived. Nothing is known of
//! any particular piece or game. `docs/records.md` describes the notations.

mod alike;
mod elements;
mod files;
mod names;
mod read;
mod render;
mod sought;
mod unique;

use crate::ir::{Game, Tradition};
use crate::state::{Position, Turn};

pub use alike::could_be_alike;
pub use read::{Read, begun, read};
pub use sought::{Sought, sought};

/// A way of writing turns, apart from their squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Letters, files from the left, least disambiguation: what PGN has.
    San,
    /// Files from the right and letters for ranks, as Hodges writes.
    Hodges,
    /// Files as the owner counts them, and how far, as the World Xiangqi Federation writes.
    Wxf,
    /// As the game says.
    Own,
}

impl Notation {
    /// Tells whether signs for check and mate belong to it in a game.
    pub fn has_signs(self, game: &Game) -> bool {
        match self {
            Self::San => true,
            Self::Hodges | Self::Wxf => false,
            Self::Own => game.writing.tradition == Tradition::San,
        }
    }
}

/// A legal turn, and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct Legal<'a> {
    /// The turn.
    pub turn: &'a Turn,
    /// The position after it.
    pub after: &'a Position,
}

/// What stands behind a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sequel {
    /// Nothing.
    #[default]
    None,
    /// Check.
    Check,
    /// Check without a legal turn that answers it.
    Mate,
    /// The game has ended by the ending of that name.
    Ending(String),
}

/// Writes all the legal turns of a position, in their order. No two of them have the same text; signs for check and mate are not
/// among them, and are added by [`with_sequel`].
pub fn written(
    game: &Game,
    before: &Position,
    legal: &[Legal<'_>],
    notation: Notation,
) -> Vec<String> {
    let style = render::Style::of(game, notation);
    let turns: Vec<elements::Elements> =
        legal.iter().map(|legal| elements::elements(game, before, *legal)).collect();
    unique::texts(&style, before, legal, &turns)
}

/// Returns a text with the sign for what follows from the turn.
pub fn with_sequel(game: &Game, notation: Notation, text: String, sequel: &Sequel) -> String {
    let writing = &game.writing;
    let is_own = notation == Notation::Own;
    let own = |sign: &Option<String>| sign.clone().filter(|_| is_own);
    let sign = match sequel {
        Sequel::None => String::new(),
        Sequel::Check => own(&writing.check).unwrap_or_else(|| "+".to_owned()),
        Sequel::Mate => own(&writing.mate).unwrap_or_else(|| "#".to_owned()),
        Sequel::Ending(name) => writing.ending(name).unwrap_or_default().to_owned(),
    };
    text + &sign
}

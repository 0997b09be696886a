//! Who plays a side, and what a player that is no person has to be able to do.

use crate::session::Session;
use crate::state::Turn;

use crate::state::Random;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// A person.
    Person,
    /// The program.
    Computer,
}

impl Player {
    /// Returns the other kind.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Person => Self::Computer,
            Self::Computer => Self::Person,
        }
    }

    /// Returns the word by which records call it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Computer => "computer",
        }
    }

    /// Finds the player that a record calls so.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        [Self::Person, Self::Computer].into_iter().find(|player| player.word() == word)
    }
}

/// Somebody who chooses turns and is no person.
pub(super) trait Opponent {
    /// Says how it plays, as in "the computer, …".
    fn description(&self) -> String;

    /// Chooses one of the legal turns that suit `wanted`; `None` if there is none.
    ///
    /// All chance comes from `random`, which depends on the seed and the number of turns played: whoever
    /// asks again in the same place gets the same answer, after a hint or in a game that was resumed too.
    fn choose(
        &self,
        session: &Session,
        wanted: &dyn Fn(&Turn) -> bool,
        random: Random,
    ) -> Option<Turn>;
}

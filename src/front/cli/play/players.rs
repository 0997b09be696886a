//! Who plays a side, and what a player that is no person has to be able to do.

use super::thinker::Strength;
use crate::ir::{BySide, SideId};
use crate::library::{self, Record};
use crate::session::Session;
use crate::state::{Random, Turn};

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

    /// Returns what records tell of it, where the computer plays with that strength.
    pub(super) fn told(self, strength: Strength) -> library::Player {
        let player = library::Player::new(self.word());
        match self {
            Self::Person => player,
            Self::Computer => strength
                .settings()
                .fold(player, |player, (key, number)| player.with(key, number.into())),
        }
    }

    /// Finds the players that a record tells of, if it tells of both.
    pub(super) fn of_record(record: &Record) -> Option<BySide<Self>> {
        let known = |side| {
            let told = record.player(side)?;
            [Self::Person, Self::Computer].into_iter().find(|player| player.word() == told.name)
        };
        let [first, last] = SideId::ALL.map(known);
        Some(BySide::new([first?, last?]))
    }

    /// Returns the word by which records call it.
    fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Computer => "computer",
        }
    }
}

/// Somebody who chooses turns and is no person.
pub(in crate::front::cli) trait Opponent {
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

    /// Tells whether it agrees to a draw that the side to move offers.
    fn takes_draw(&self, _session: &Session, _random: Random) -> bool {
        false
    }

    /// Says what the position is worth and how the game is expected to go on; `None` if that is more than it knows.
    fn judge(&self, _session: &Session, _random: Random) -> Option<String> {
        None
    }
}

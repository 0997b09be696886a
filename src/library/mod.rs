//! The front door of the library: games, positions and turns as values that own all they need.
//!
//! ```
//! use fairyring::Game;
//!
//! let game = Game::bundled("chess")?;
//! let position = game.start().play("e2e4")?.play("e7e5")?;
//! assert_eq!(position.legal_turns()?.len(), 29);
//! assert_eq!(position.outcome()?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything here is `Send` and `Sync`, cheap to clone, and the same for every game, whatever its board. What takes more
//! work than [`limits`](crate::ir::limits) allow has no answer: such questions return an error and never a part of one.

mod error;
mod game;
mod position;
#[cfg(feature = "json")]
mod record;

pub use crate::session::PlayError;
pub use error::LoadError;
pub use game::Game;
pub use position::{Position, Turn};
#[cfg(feature = "json")]
pub use record::{Player, Record, RecordError, RecordLine, Records};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_sent_to_other_threads_and_outlives_them() {
        fn is_owned<T: Send + Sync + Clone + 'static>() {}
        is_owned::<Game>();
        is_owned::<Position>();
        is_owned::<Turn>();
        is_owned::<LoadError>();
        is_owned::<PlayError>();
        #[cfg(feature = "json")]
        is_owned::<(Record, Records, RecordError, RecordLine, Player)>();
    }

    #[test]
    fn a_turn_of_another_position_is_played_only_if_it_is_legal_here() {
        let game =
            Game::from_text("rules 1\ngame \"Takers\" from chess\nuse must-capture\n").unwrap();
        let start = game.start();
        let quiet = start.legal_turns().unwrap().into_iter().find(|turn| turn.as_str() == "a2a3");
        let quiet = quiet.unwrap();
        let forced = start.play("e2e4").unwrap().play("d7d5").unwrap();
        assert_eq!(forced.legal_turns().unwrap().len(), 1);
        assert!(forced.play_turn(&quiet).is_err());
        assert!(start.play_turn(&quiet).is_ok());
    }
}

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
mod listing;
mod position;
#[cfg(feature = "json")]
#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
mod record;

use crate::notation;
pub use crate::session::PlayError;
pub use error::{BatchError, LoadError};
pub use game::Game;
pub use listing::BundledGame;
pub use position::{Position, Turn};
#[cfg(feature = "json")]
pub use record::{Player, Record, RecordError, RecordLine, Records};

/// Writes how a game ended: `White wins (checkmate)`.
fn result_text(winner: Option<&str>, reason: &str) -> String {
    let reason = notation::shown(reason);
    match winner {
        Some(name) => format!("{name} wins ({reason})"),
        None => format!("a draw ({reason})"),
    }
}

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
        is_owned::<(PlayError, BatchError)>();
        #[cfg(feature = "json")]
        is_owned::<(Record, Records, RecordError, RecordLine, Player)>();
    }

    #[test]
    fn positions_of_other_games_are_refused() {
        let [chess, mono] = ["chess", "mono"].map(|name| Game::bundled(name).unwrap());
        for (game, other) in [(&chess, &mono), (&mono, &chess)] {
            let positions = [game.start(), other.start()];
            let refused = BatchError::OtherGame { number: 1 };
            assert_eq!(game.perft(&positions, 2), Err(refused.clone()));
            assert_eq!(game.playouts(&positions, 20, 1), Err(refused));
            for turn in other.start().legal_turns().unwrap() {
                assert!(game.start().play_turn(&turn).is_err(), "{turn}");
            }
        }
        let again = Game::bundled("chess").unwrap();
        assert_eq!(chess.perft(&[again.start()], 2), Ok(vec![400]), "it is the same game");
    }

    #[test]
    fn a_turn_of_another_game_is_the_one_that_is_written_so() {
        let [wide, high] = [("3x1", "1T1 w"), ("1x3", "1/T/1 w")].map(|(board, setup)| {
            let text = format!(
                "rules 1\ngame \"Strip\"\nboard {board}\nsides White \"w\", Black \"b\"\n\
                 piece Tower \"T\" {{ moves W }}\nturn {{ move }}\n\
                 ending done: draw \"done\" when own cannot move\nsetup \"{setup}\"\n"
            );
            Game::from_text(&text).unwrap()
        });
        let turns = wide.start().legal_turns().unwrap();
        assert_eq!(turns.len(), 2);
        for turn in turns {
            assert!(high.start().play_turn(&turn).is_err(), "{turn}");
        }
    }

    #[test]
    fn random_games_are_whole_and_the_same_again() {
        for name in ["mono", "ruddigore", "magic-ring"] {
            let game = Game::bundled(name).unwrap();
            let start = game.start();
            let (turns, end) = start.random_game(30, 5).unwrap();
            assert_eq!(start.random_game(30, 5).unwrap(), (turns.clone(), end.clone()));
            let played = turns.iter().try_fold(start.clone(), |at, turn| at.play(turn.as_str()));
            assert_eq!(played.unwrap(), end, "{name}");
            assert!(turns.len() == 30 || end.legal_turns().unwrap().is_empty(), "{name}");
            let others = (6..20).filter(|seed| start.random_game(30, *seed).unwrap().0 != turns);
            assert!(others.count() > 10, "{name}: other seeds give other games");
        }
    }

    #[test]
    fn what_would_help_is_told_with_what_is_wrong() {
        let told = |loaded: Result<Game, LoadError>| loaded.unwrap_err().to_string();
        assert_eq!(
            told(Game::bundled("rudigore")),
            "error[E0104]: there is no bundled game `rudigore`\n  help: did you mean `ruddigore`?"
        );
        let load = |name: &str| Game::load(name, &crate::bundled::Bundled, &[]);
        assert!(told(load("rudigore")).ends_with("help: did you mean `ruddigore`?"));
        for name in ["nosuch.rules", "no/such"] {
            let message = format!("error[E0104]: there is no file `{name}`");
            assert!(told(load(name)).starts_with(&message), "{}", told(load(name)));
        }
        let text = "rules 1\ngame \"Test\" from chess\nextend Quen { moves N }\n";
        let error = Game::from_text(text).unwrap_err();
        let shown = error.to_string();
        assert!(shown.starts_with("game.rules:3:8: error["), "{shown}");
        assert!(shown.ends_with("\n  help: did you mean `Queen`?"), "{shown}");
        assert_eq!(format!("{error:?}"), shown, "the texts are no part of it");
        assert!(format!("{:?}", error.sources()).len() < 2000);
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

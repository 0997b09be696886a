//! Playing a record: each line is checked against the rules.

use super::{Record, RecordError};
use crate::ir::{self, SideId, display};
use crate::library::game::Game;
use crate::library::position::Position;
use crate::library::result_text;
use crate::notation;
use crate::session::Session;
use crate::state::GameResult;

/// Where a record is played.
trait Board {
    fn rules(&self) -> &ir::Game;
    fn side_to_move(&self) -> SideId;
    fn play(&mut self, turn: &str) -> Result<(), String>;
    fn outcome(&self) -> Result<Option<GameResult>, String>;
}

impl Board for Session {
    fn rules(&self) -> &ir::Game {
        self.game()
    }

    fn side_to_move(&self) -> SideId {
        self.side_to_move()
    }

    fn play(&mut self, turn: &str) -> Result<(), String> {
        self.play_text(turn).map_err(|error| error.to_string())
    }

    fn outcome(&self) -> Result<Option<GameResult>, String> {
        self.result().map_err(|limit| limit.to_string())
    }
}

impl Board for Position {
    fn rules(&self) -> &ir::Game {
        self.game().rules()
    }

    fn side_to_move(&self) -> SideId {
        self.side_to_move()
    }

    fn play(&mut self, turn: &str) -> Result<(), String> {
        *self = Position::play(self, turn).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn outcome(&self) -> Result<Option<GameResult>, String> {
        self.outcome().map_err(|limit| limit.to_string())
    }
}

impl Record {
    /// Plays the record and checks it line by line; returns the position at its end.
    ///
    /// # Errors
    /// If the record is one of other rules or options, a turn is not legal where it was played, or the rules say that the
    /// game ended otherwise than the record does, or for another reason. Where no rule ends the game, a result is taken as
    /// it is: somebody resigned, or the game was adjudicated or broken off.
    pub fn replay(&self, game: &Game) -> Result<Position, RecordError> {
        let wrong = |message| RecordError::at_line(1, message);
        if self.hash().is_some_and(|hash| hash != game.hash()) {
            let told = "the record is of a game with other rules or options";
            return Err(wrong(told.to_owned()));
        }
        let mut position = match self.start() {
            Some(text) => game.position(text).map_err(|error| wrong(error.to_string()))?,
            None => game.start(),
        };
        self.play_on(&mut position)?;
        Ok(position)
    }

    /// Plays the record in a session that stands where the game began, and checks it line by line, but for the hash. At an
    /// error, the session stands where all was in order.
    ///
    /// # Errors
    /// As for [`replay`](Self::replay).
    #[doc(hidden)]
    pub fn replay_in(&self, session: &mut Session) -> Result<(), RecordError> {
        self.play_on(session)
    }

    /// Tells whether the record is one of these rules, as far as is known: old records do not say.
    #[doc(hidden)]
    pub fn is_of(&self, rules: &ir::Game) -> bool {
        self.hash().is_none_or(|hash| hash == display::hash(rules))
    }

    fn play_on(&self, board: &mut impl Board) -> Result<(), RecordError> {
        for (number, (turn, (line, side))) in (1..).zip(self.turns.iter().zip(&self.places)) {
            let wrong = |message| RecordError { line: *line, turn: Some(number), message };
            let known = board.rules().side_name(board.side_to_move());
            if side.as_ref().is_some_and(|told| told != known) {
                return Err(wrong(format!("it is the turn of {known}")));
            }
            board.play(turn).map_err(wrong)?;
        }
        self.check_end(board).map_err(|message| RecordError::at_line(self.end_place, message))
    }

    /// Compares how the game ended with what the rules say, if they say anything.
    fn check_end(&self, board: &impl Board) -> Result<(), String> {
        let rules = board.rules();
        let is_side = |name: &str| SideId::ALL.iter().any(|side| rules.side_name(*side) == name);
        let winner = self.result.as_ref().and_then(|(winner, _)| winner.as_deref());
        let unknown =
            self.resigned.as_deref().into_iter().chain(winner).find(|name| !is_side(name));
        if let Some(name) = unknown {
            return Err(format!("`{}` is no side of this game", notation::shown(name)));
        }
        let Some((_, reason)) = self.result.as_ref().filter(|_| self.resigned.is_none()) else {
            return Ok(());
        };
        let Some(known) = board.outcome()? else { return Ok(()) };
        let (known_winner, known) =
            (known.winner().map(|side| rules.side_name(side)), known.reason);
        if (known_winner, &known) == (winner, reason) {
            return Ok(());
        }
        let (told, known) = (result_text(winner, reason), result_text(known_winner, &known));
        Err(format!("the record says {told}, the rules say {known}"))
    }
}

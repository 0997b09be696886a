//! Who knows the rules: what is legal in a position, what comes of a turn, and whether the game is over.

use super::PlayError;
use super::writing::views;
use crate::ir::Game;
use crate::notation::{self, TurnError};
use crate::play::Engine;
use crate::reference::{self, LegalTurn};
use crate::state::{Allowance, GameResult, Position, Recurrence, TooMuch, Turn, Unplayable};

/// A game, with what plays it and what may be spent on it. Sessions and positions of the library ask it alike; how a
/// position has come back they know themselves, and tell when it matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The compiled game; without it, the reference plays.
    pub engine: Option<&'a Engine>,
    /// What may be spent.
    pub allowance: &'a Allowance,
}

impl Judge<'_> {
    /// Returns the result, if the game is over.
    pub(crate) fn outcome(
        self,
        position: &Position,
        recurrence: impl FnOnce() -> Recurrence<Position>,
    ) -> Result<Option<GameResult>, TooMuch> {
        let by_record = self.game.endings.iter().any(|ending| ending.by_record);
        let recurrence = if by_record { recurrence() } else { Recurrence::times(1) };
        if let Some(engine) = self.engine
            && let Ok(result) = engine.outcome(position, &recurrence, self.allowance)
        {
            return Ok(result);
        }
        // The reference knows at which line a limit is met.
        reference::outcome(self.game, position, &recurrence, self.allowance)
    }

    /// Returns the legal turns with the positions they lead to; none when the game is over.
    pub(crate) fn legal(
        self,
        position: &Position,
        recurrence: impl FnOnce() -> Recurrence<Position>,
    ) -> Result<Vec<LegalTurn>, TooMuch> {
        if self.outcome(position, recurrence)?.is_some() {
            return Ok(Vec::new());
        }
        self.turns(position)
    }

    /// Plays a turn of which the steps are known.
    pub(crate) fn play(
        self,
        position: &Position,
        recurrence: impl FnOnce() -> Recurrence<Position>,
        turn: &Turn,
    ) -> Result<Position, PlayError> {
        self.check_open(position, recurrence)?;
        if self.game.turns_by_position {
            return Ok(self.same_turn(position, turn)?.position);
        }
        if !self.game.preferences.is_empty() {
            // Which turns go before others is known only where all are.
            let mut legal = self.turns(position)?.into_iter();
            let found = legal.find(|legal| legal.turn == *turn);
            return found.map(|legal| legal.position).ok_or_else(|| not_preferred().into());
        }
        let played = match self.engine {
            Some(engine) => engine.play(position, turn, self.allowance),
            None => reference::play(self.game, position, turn, self.allowance),
        };
        Ok(played?)
    }

    /// Plays the legal turn with that text.
    pub(crate) fn play_text(
        self,
        position: &Position,
        recurrence: impl FnOnce() -> Recurrence<Position>,
        text: &str,
    ) -> Result<LegalTurn, PlayError> {
        self.check_open(position, recurrence)?;
        let mut legal = self.turns(position)?;
        let number = self.find(position, &legal, text).map_err(PlayError::Turn)?;
        Ok(legal.swap_remove(number))
    }

    /// Returns the legal turn that stands for a turn, where those that lead to the same position are one.
    pub(crate) fn same_turn(
        self,
        position: &Position,
        turn: &Turn,
    ) -> Result<LegalTurn, PlayError> {
        let mut legal = self.turns(position)?;
        let mut number = legal.iter().position(|legal| legal.turn == *turn);
        if number.is_none() {
            let all = reference::turns_told_apart(self.game, position, self.allowance)?;
            let told = all.into_iter().find(|told| told.turn == *turn);
            number = told.and_then(|told| same_position(&legal, &told));
        }
        Ok(legal.swap_remove(number.ok_or_else(not_preferred)?))
    }

    /// Finds the turn that a text means among the legal ones of a position.
    pub(crate) fn find(
        self,
        before: &Position,
        legal: &[LegalTurn],
        text: &str,
    ) -> Result<usize, TurnError> {
        let found = notation::find_written(self.game, before, &views(legal), text);
        if let Err(TurnError::NotLegal { .. }) = &found
            && self.game.turns_by_position
            && let Ok(all) = reference::turns_told_apart(self.game, before, self.allowance)
            && let Ok(told) = notation::find_written(self.game, before, &views(&all), text)
            && let Some(number) = same_position(legal, &all[told])
        {
            return Ok(number);
        }
        found
    }

    /// Returns the number of the legal turn that stands for another one of exactly that text, which leads to the same
    /// position.
    pub(crate) fn standing_for(
        self,
        before: &Position,
        legal: &[LegalTurn],
        text: &str,
    ) -> Option<usize> {
        if !self.game.turns_by_position {
            return None;
        }
        let all = reference::turns_told_apart(self.game, before, self.allowance).ok()?;
        let told = all.iter().find(|told| notation::turn_text(self.game, &told.turn) == text)?;
        same_position(legal, told)
    }

    fn check_open(
        self,
        position: &Position,
        recurrence: impl FnOnce() -> Recurrence<Position>,
    ) -> Result<(), PlayError> {
        self.outcome(position, recurrence)?.map_or(Ok(()), |result| Err(PlayError::Over(result)))
    }

    /// Returns the legal turns with the positions they lead to, whether or not the game is over.
    pub(super) fn turns(self, position: &Position) -> Result<Vec<LegalTurn>, TooMuch> {
        if let Some(engine) = self.engine
            && let Ok(turns) = engine.legal_turns(position, self.allowance)
        {
            let legal = turns.into_iter().map(|(turn, position)| LegalTurn { turn, position });
            return Ok(legal.collect());
        }
        // The reference knows at which line a limit is met.
        reference::legal_turns(self.game, position, self.allowance)
    }
}

impl Judge<'_> {
    /// Tells whether a position has a legal turn, whether or not the game is over.
    pub(super) fn has_turn(self, position: &Position) -> Result<bool, TooMuch> {
        if let Some(engine) = self.engine
            && let Ok(found) = engine.has_turn(position, self.allowance)
        {
            return Ok(found);
        }
        Ok(!self.turns(position)?.is_empty())
    }
}

/// Returns the number of the legal turn that leads to the same position as another one.
fn same_position(legal: &[LegalTurn], other: &LegalTurn) -> Option<usize> {
    legal.iter().position(|legal| legal.position == other.position)
}

fn not_preferred() -> Unplayable {
    Unplayable::Forbidden(
        "it is no turn that can be played here, or others go before it".to_owned(),
    )
}

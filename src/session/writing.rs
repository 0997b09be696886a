//! Turns as people write them, with what follows from them.

use super::Session;
use super::judge::Judge;
use crate::notation::{self, Legal, Notation, Sequel};
use crate::reference::{self, LegalTurn};
use crate::state::{Position, TooMuch};

impl Session {
    /// Returns the legal turns, each with its text in a notation; none when the game is over.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn written(&self, notation: Notation) -> Result<Vec<(LegalTurn, String)>, TooMuch> {
        let legal = self.legal()?;
        let judge = self.judge();
        let texts = judge.written(self.position(), &legal, notation);
        let texts = texts
            .into_iter()
            .zip(&legal)
            .map(|(text, legal)| judge.with_sequel(text, &legal.position, notation));
        let texts: Vec<String> = texts.collect();
        Ok(legal.into_iter().zip(texts).collect())
    }
}

impl Judge<'_> {
    /// Writes the legal turns of a position, without signs for what follows from them.
    pub(crate) fn written(
        self,
        before: &Position,
        legal: &[LegalTurn],
        notation: Notation,
    ) -> Vec<String> {
        notation::written(self.game, before, &views(legal), notation)
    }

    /// Adds the sign for what follows from a turn that leads to a position.
    pub(crate) fn with_sequel(self, text: String, after: &Position, notation: Notation) -> String {
        if !notation.has_signs(self.game) {
            return text;
        }
        notation::with_sequel(self.game, notation, text, &self.sequel(after, notation))
    }

    /// Finds out what follows from a turn that leads to a position.
    fn sequel(self, after: &Position, notation: Notation) -> Sequel {
        let endings = &self.game.writing.endings;
        if notation == Notation::Own && !endings.is_empty() {
            let decided = match self.engine {
                Some(engine) => engine.decided(after, self.allowance),
                None => reference::decided(self.game, after, self.allowance),
            };
            let reason = decided.ok().flatten().map(|result| result.reason);
            let ending = self.game.endings.iter().find(|ending| {
                reason.as_ref() == Some(&ending.reason)
                    && endings.iter().any(|(name, _)| *name == ending.name)
            });
            if let Some(ending) = ending {
                return Sequel::Ending(ending.name.clone());
            }
        }
        let side = after.to_move;
        let attacked = reference::attacked_royals(self.game, after, side, self.allowance);
        if attacked.is_ok_and(|squares| squares.is_empty()) || attacked.is_err() {
            return Sequel::None;
        }
        if self.has_turn(after) == Ok(false) { Sequel::Mate } else { Sequel::Check }
    }
}

/// Returns turns as notation sees them.
pub(crate) fn views(legal: &[LegalTurn]) -> Vec<Legal<'_>> {
    legal.iter().map(|legal| Legal { turn: &legal.turn, after: &legal.position }).collect()
}

//! Random games from where a session stands.

use std::sync::{Arc, OnceLock};

use super::Session;
use crate::reference;
use crate::state::{Past, Playout, PlayoutEnd, Position};

impl Session {
    /// Plays a game of random turns from the position now, at most `limit` of them; the session stays as it is.
    ///
    /// `below` is told how many legal turns there are and returns the number of one; if its numbers are uniform, so are
    /// the turns. The position now is the first of the game: how the session came to it does not matter. A game that
    /// cannot be compiled is played by the reference, and slowly.
    pub fn playout(&self, limit: u32, below: &mut dyn FnMut(usize) -> usize) -> Playout {
        match self.engine_of(self.executor) {
            Some(engine) => engine.playout(self.position(), limit, below),
            None => self.begun_here().play_randomly(limit, below),
        }
    }

    /// Makes a session that begins where this one stands.
    fn begun_here(&self) -> Self {
        let position = Position { past: Past::default(), ..self.position().clone() };
        Self {
            game: self.shared_game(),
            start: self.position_text(),
            keys: vec![OnceLock::new()],
            positions: vec![position],
            turns: Vec::new(),
            engine: Arc::clone(&self.engine),
            facts: self.facts,
            validation: self.validation,
            executor: self.executor,
            allowance: self.allowance.clone(),
        }
    }

    fn play_randomly(&mut self, limit: u32, below: &mut dyn FnMut(usize) -> usize) -> Playout {
        for turns in 0..=limit {
            let end = |end| Playout { turns, end };
            let found = self.result().and_then(|result| {
                if result.is_some() {
                    Ok((result, Vec::new()))
                } else {
                    let position = self.position();
                    let legal = reference::legal_turns(&self.game, position, &self.allowance)?;
                    Ok((None, legal))
                }
            });
            let mut legal = match found {
                Ok((None, legal)) => legal,
                Ok((Some(result), _)) => return end(PlayoutEnd::Over(result)),
                Err(met) => return end(PlayoutEnd::TooMuch(met.limit)),
            };
            if legal.is_empty() {
                return end(PlayoutEnd::Stuck);
            }
            if turns == limit {
                break;
            }
            let chosen = below(legal.len()).min(legal.len() - 1);
            let legal = legal.swap_remove(chosen);
            self.add(legal.turn, legal.position);
        }
        Playout { turns: limit, end: PlayoutEnd::Limit }
    }
}

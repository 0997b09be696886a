//! A claim of the search, gone through by the rules.

use std::collections::HashMap;

use super::{Failure, MOST_POSITIONS, Past, Stand};
use crate::ir::{Game, SideId};
use crate::notation;
use crate::play::Engine;
use crate::reference::{self, LegalTurn};
use crate::search::{Control, MateFinder, MateQuestion};
use crate::state::{Allowance, GameResult, Position, Recurrence, Turn};

/// How many positions are checked before the clock is asked again.
const PATIENCE: u64 = 64;

/// A claim is not borne out by the rules, or there is no saying.
enum Refusal {
    /// The line does not end as was claimed.
    Wrong,
    /// Nothing can be said.
    Failure(Failure),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// Goes through claims.
pub(super) struct Prover<'a> {
    game: &'a Game,
    pub(super) finder: MateFinder,
    control: &'a dyn Control,
    /// The positions of the game, then those on the path.
    path: Vec<Past>,
    record: &'a [Position],
    winner: SideId,
    pub(super) positions: Vec<Stand>,
    /// What has been proved, by position and turns.
    proved: HashMap<(Position, u32), usize>,
    /// Whether the same position may be judged in different ways, depending on the path to it.
    by_path: bool,
    checked: u64,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        (game, engine): (&'a Game, &Engine),
        record: &'a [Position],
        memory: usize,
        control: &'a dyn Control,
    ) -> Self {
        Self {
            game,
            finder: MateFinder::new(engine, memory),
            control,
            path: record.iter().map(|position| Past::of(game, position)).collect(),
            record,
            winner: record.last().map_or(SideId::FIRST, |root| root.to_move),
            positions: Vec::new(),
            proved: HashMap::new(),
            by_path: false,
            checked: 0,
        }
    }

    /// Returns the first turns; fails if the game is over.
    pub(super) fn begin(&self, root: &Position) -> Result<Vec<LegalTurn>, Failure> {
        let mut before = self.path.clone();
        let now = before.pop().unwrap_or_else(|| Past::of(self.game, root));
        if let Some(result) = self.result(&now, &before)?.0 {
            return Err(Failure::Over(result));
        }
        self.legal(root)
    }

    /// Proves that the winner wins within so many turns of its own from a position; returns its number, or nothing if the
    /// rules do not bear it out.
    pub(super) fn prove(
        &mut self,
        position: &Position,
        left: u32,
    ) -> Result<Option<usize>, Failure> {
        let length = self.path.len();
        let found = self.follow(position, left);
        self.path.truncate(length);
        match found {
            Ok(number) => Ok(Some(number)),
            Err(Refusal::Wrong) => Ok(None),
            Err(Refusal::Failure(failure)) => Err(failure),
        }
    }

    fn legal(&self, position: &Position) -> Result<Vec<LegalTurn>, Failure> {
        super::legal(self.game, position)
    }

    /// Returns the result of a position, and whether it has been there before.
    fn result(&self, now: &Past, before: &[Past]) -> Result<(Option<GameResult>, bool), Failure> {
        let count = 1 + before.iter().filter(|past| past.key == now.key).count();
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let earlier = before.iter().rev().map(|past| (past.position.clone(), past.key == now.key));
        let recurrence = Recurrence::with_before(count, self.game.lookback(), earlier);
        let allowance = &Allowance::UNLIMITED;
        let result = reference::outcome(self.game, &now.position, &recurrence, allowance);
        Ok((result.map_err(Failure::TooMuch)?, count > 1))
    }

    fn add(&mut self, stand: Stand) -> Result<usize, Failure> {
        if self.positions.len() >= MOST_POSITIONS {
            return Err(Failure::TooLong);
        }
        self.positions.push(stand);
        Ok(self.positions.len() - 1)
    }

    fn follow(&mut self, position: &Position, left: u32) -> Result<usize, Refusal> {
        if let Some(number) = self.proved.get(&(position.clone(), left)) {
            return Ok(*number);
        }
        self.checked += 1;
        if self.checked.is_multiple_of(PATIENCE) && self.control.stops(self.checked) {
            return Err(Failure::Stopped.into());
        }
        let now = Past::of(self.game, position);
        let (result, is_back) = self.result(&now, &self.path)?;
        let before = std::mem::replace(&mut self.by_path, is_back);
        let stand = match result {
            Some(result) if result.winner() == Some(self.winner) => Stand::Over(result),
            Some(_) => return Err(Refusal::Wrong),
            None => {
                self.path.push(now);
                let stand = self.go_on(position, left)?;
                self.path.pop();
                stand
            }
        };
        let number = self.add(stand)?;
        if !self.by_path {
            self.proved.insert((position.clone(), left), number);
        }
        self.by_path |= before;
        Ok(number)
    }

    /// Goes on from a position in which the game is not over.
    fn go_on(&mut self, position: &Position, left: u32) -> Result<Stand, Refusal> {
        let legal = self.legal(position)?;
        if position.to_move != self.winner {
            if legal.is_empty() {
                return Err(Refusal::Wrong);
            }
            let replies = legal.into_iter().map(|LegalTurn { turn, position }| {
                let then = self.follow(&position, left)?;
                Ok((turn, then))
            });
            return Ok(Stand::Other(replies.collect::<Result<_, Refusal>>()?));
        }
        let Some((turn, turns)) = self.find(position, left)? else { return Err(Refusal::Wrong) };
        let next = legal.into_iter().find(|legal| self.is_same(&legal.turn, &turn));
        let next = next.ok_or(Refusal::Wrong)?;
        let then = self.follow(&next.position, turns - 1)?;
        Ok(Stand::Own { turn: next.turn, turns, then })
    }

    fn is_same(&self, one: &Turn, other: &Turn) -> bool {
        let text = |turn| notation::turn_text(self.game, turn);
        one == other || text(one) == text(other)
    }

    /// Asks the search for the shortest way on, within so many turns.
    fn find(&mut self, position: &Position, left: u32) -> Result<Option<(Turn, u32)>, Failure> {
        if left == 0 {
            return Ok(None);
        }
        let question = MateQuestion { turns: left, ..MateQuestion::default() };
        let answer = self.finder.find_later(self.record, position, &question, self.control);
        let answer = answer.map_err(Failure::Obstacle)?;
        if answer.is_stopped && answer.wins.is_empty() {
            return Err(Failure::Stopped);
        }
        Ok(answer.wins.into_iter().next())
    }
}

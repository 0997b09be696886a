//! The computer player: a beginner that looks one turn ahead.
//!
//! It tries every turn, counts what each side then has, and takes the best; among equals it picks
//! one at random. A piece is worth the number of moves it has on an empty board, so that this works
//! for any piece of any game. It does not see what the other side can do next.

use super::players::Opponent;
use crate::front::draw::diagram::{self, Moves};
use crate::ir::{Game, IdVec, PieceTypeId, SideId};
use crate::session::Session;
use crate::state::Random;
use crate::state::{Position, Turn};

/// More than all pieces together can be worth.
const DECIDED: i64 = 1 << 40;

/// A player with its own opinion on what pieces are worth.
#[derive(Debug)]
pub(in crate::front::cli) struct Computer {
    values: IdVec<PieceTypeId, i64>,
}

impl Computer {
    /// Makes a player for a game.
    pub(in crate::front::cli) fn new(game: &Game) -> Self {
        let moves = Moves::of(game);
        let value = |kind| i64::try_from(diagram::mobility(game, kind, &moves)).unwrap_or(0).max(1);
        Self { values: game.types.ids().map(value).collect() }
    }
}

impl Opponent for Computer {
    fn description(&self) -> String {
        "a beginner that looks one turn ahead".to_owned()
    }

    fn choose(
        &self,
        session: &Session,
        wanted: &dyn Fn(&Turn) -> bool,
        mut random: Random,
    ) -> Option<Turn> {
        let side = session.position().to_move;
        let mut trial = session.clone();
        let mut best: Vec<Turn> = Vec::new();
        let mut best_worth = i64::MIN;
        for legal in session.legal().unwrap_or_default() {
            let turn = legal.turn.clone();
            if !wanted(&turn) {
                continue;
            }
            trial.play_legal(legal);
            let worth = self.worth(&trial, side);
            trial.undo();
            if worth > best_worth {
                (best_worth, best) = (worth, Vec::new());
            }
            if worth == best_worth {
                best.push(turn);
            }
        }
        let index = random.below(best.len());
        (index < best.len()).then(|| best.swap_remove(index))
    }
}

impl Computer {
    /// Returns how good the position is for a side.
    fn worth(&self, session: &Session, side: SideId) -> i64 {
        match session.result() {
            Ok(Some(result)) => match result.winner() {
                Some(winner) if winner == side => DECIDED,
                Some(_) => -DECIDED,
                None => 0,
            },
            // What is more than can be worked out is not known to decide anything.
            Ok(None) | Err(_) => self.material(session.position(), side),
        }
    }

    /// Returns what the side has on the board and in hand, less what the other side has.
    fn material(&self, position: &Position, side: SideId) -> i64 {
        let sign = |owner: SideId| if owner == side { 1 } else { -1 };
        let on_board = position.pieces.iter().flatten();
        let on_board: i64 = on_board
            .filter_map(|piece| piece.owner.map(|owner| sign(owner) * self.values[piece.kind]))
            .sum();
        let in_hand: i64 = SideId::ALL
            .into_iter()
            .flat_map(|owner| {
                let hand = &position.hands[owner];
                hand.enumerate()
                    .map(move |(kind, count)| sign(owner) * i64::from(*count) * self.values[kind])
            })
            .sum();
        on_board + in_hand
    }
}

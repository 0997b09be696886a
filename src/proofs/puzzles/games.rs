//! Games in which puzzles are looked for.

use std::sync::Arc;

use crate::ir::Game;
use crate::proofs::mates::Failure;
use crate::search::{Limits, NoControl, Searcher};
use crate::session::Session;
use crate::state::{Position, Random};

/// The most turns of a game.
const LONGEST: usize = 300;

/// How many turns at the beginning are left to chance.
const OPENING: usize = 6;

/// One turn of so many is left to chance.
const SLIPS: usize = 10;

/// Plays a game, and returns its positions after the opening, the last first.
pub(super) fn positions(
    game: &Arc<Game>,
    searcher: &mut Searcher,
    (number, nodes): (u64, Option<u64>),
) -> Result<Vec<Position>, Failure> {
    let mut random = Random::new(number);
    let Ok(mut session) = Session::new(Arc::clone(game)) else { return Ok(Vec::new()) };
    searcher.forget();
    for played in 0..LONGEST {
        let legal = session.legal().map_err(Failure::TooMuch)?;
        if legal.is_empty() {
            break;
        }
        let is_chance = played < OPENING || random.below(SLIPS) == 0;
        let limits = Limits { nodes, ..Limits::default() };
        let best = if is_chance || nodes.is_none() {
            None
        } else {
            let record = session.positions().to_vec();
            searcher.think(&record, &limits, &NoControl, &mut |_| {}).best().cloned()
        };
        let known = best.and_then(|best| legal.iter().position(|legal| legal.turn == best));
        let chosen = known.unwrap_or_else(|| random.below(legal.len()));
        let Some(legal) = legal.into_iter().nth(chosen) else { break };
        session.play_legal(legal);
    }
    let later = session.positions().iter().skip(OPENING).rev();
    Ok(later.cloned().collect())
}

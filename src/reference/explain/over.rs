//! Why a game is over, or is not.

use super::super::run::Run;
use super::finding::Finding;
use crate::ir::{Ending, Game, Truth};
use crate::state::{GameResult, Position};

/// What one ending says about a position.
#[derive(Clone, Debug)]
pub struct Judged<'g> {
    /// The ending.
    pub ending: &'g Ending,
    /// Whether it holds, and what decides that.
    pub finding: Finding<'g>,
    /// The result, if the game is over by it.
    pub result: Option<GameResult>,
}

/// Judges the endings in order, up to the first that decides the game.
///
/// `occurrences` is how often the position has occurred in the game, this time included.
pub fn endings<'g>(game: &'g Game, position: &Position, occurrences: u32) -> Vec<Judged<'g>> {
    let mut judged = Vec::new();
    let mut run = Run::still(game, position.clone(), position.to_move);
    run.occurrences = occurrences;
    for ending in &game.endings {
        let finding = run.find(&ending.condition);
        let result = run.result(ending.outcome, &ending.reason).filter(|_| finding.holds);
        let is_last = result.is_some();
        judged.push(Judged { ending, finding, result });
        if is_last {
            break;
        }
    }
    judged
}

/// Judges a condition as the tests of a file do, and tells what decides it.
///
/// `occurrences` is how often the position has occurred in the game, this time included.
pub fn condition<'g>(
    game: &'g Game,
    position: &Position,
    truth: &'g Truth,
    occurrences: u32,
) -> Finding<'g> {
    let mut run = Run::still(game, position.clone(), position.to_move);
    run.occurrences = occurrences;
    run.find(truth)
}

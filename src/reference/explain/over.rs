//! Why a game is over, or is not.

use super::super::run::Run;
use super::finding::Finding;
use crate::ir::{Ending, Game, Truth};
use crate::state::{Allowance, GameResult, Position, Recurrence, TooMuch};

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
/// `recurrence` tells how the position has come back in the game.
///
/// # Errors
/// If that takes more than may be spent.
pub fn endings<'g>(
    game: &'g Game,
    position: &Position,
    recurrence: &Recurrence<Position>,
    allowance: &Allowance,
) -> Result<Vec<Judged<'g>>, TooMuch> {
    let mut judged = Vec::new();
    let mut run = Run::asking(game, position.clone(), allowance);
    run.recurrence = recurrence.clone();
    for ending in &game.endings {
        let finding = run.find(&ending.condition);
        run.budget.blame(ending.span);
        let result = run.result(ending.outcome, &ending.reason).filter(|_| finding.holds);
        let is_last = result.is_some();
        judged.push(Judged { ending, finding, result });
        if is_last {
            break;
        }
    }
    run.budget.answer(judged)
}

/// Judges a condition as the tests of a file do, and tells what decides it.
///
/// `recurrence` tells how the position has come back in the game.
///
/// # Errors
/// If that takes more than may be spent.
pub fn condition<'g>(
    game: &'g Game,
    position: &Position,
    truth: &'g Truth,
    recurrence: &Recurrence<Position>,
    allowance: &Allowance,
) -> Result<Finding<'g>, TooMuch> {
    let mut run = Run::asking(game, position.clone(), allowance);
    run.recurrence = recurrence.clone();
    let finding = run.find(truth);
    run.budget.answer(finding)
}

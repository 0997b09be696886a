//! Counting turns.

use super::legal::{LegalTurn, legal_turns};
use super::outcome::decided;
use crate::ir::Game;
use crate::state::{Allowance, Position, TooMuch, Turn};

/// Counts the sequences of that many legal turns.
///
/// A position in which the game is over has no turns; endings by the record of the game (repetition, move counters) are not
/// looked at.
///
/// # Errors
/// If finding the turns of a position takes more than may be spent: there is no count then.
pub fn perft(
    game: &Game,
    position: &Position,
    depth: u32,
    allowance: &Allowance,
) -> Result<u64, TooMuch> {
    if depth == 0 {
        return Ok(1);
    }
    let turns = turns_unless_decided(game, position, allowance)?;
    if depth == 1 {
        return Ok(turns.len() as u64);
    }
    let mut sum = 0;
    for turn in &turns {
        sum += perft(game, &turn.position, depth - 1, allowance)?;
    }
    Ok(sum)
}

/// Counts the sequences of that many legal turns for each first turn; nothing for depth 0.
///
/// # Errors
/// If finding the turns of a position takes more than may be spent.
pub fn divide(
    game: &Game,
    position: &Position,
    depth: u32,
    allowance: &Allowance,
) -> Result<Vec<(Turn, u64)>, TooMuch> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let turns = turns_unless_decided(game, position, allowance)?.into_iter();
    let counted = turns.map(|turn| Ok((turn.turn, perft(game, &turn.position, rest, allowance)?)));
    counted.collect()
}

fn turns_unless_decided(
    game: &Game,
    position: &Position,
    allowance: &Allowance,
) -> Result<Vec<LegalTurn>, TooMuch> {
    match decided(game, position, allowance)? {
        Some(_) => Ok(Vec::new()),
        None => legal_turns(game, position, allowance),
    }
}

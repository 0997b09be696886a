//! Counting turns.

use super::legal::{LegalTurn, legal_turns};
use super::outcome::decided;
use crate::ir::Game;
use crate::state::{Position, Turn};

/// Counts the sequences of that many legal turns.
///
/// A position in which the game is over has no turns; endings by the record of the game (repetition, move counters) are not
/// looked at.
pub fn perft(game: &Game, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let turns = turns_unless_decided(game, position);
    if depth == 1 {
        return turns.len() as u64;
    }
    turns.iter().map(|turn| perft(game, &turn.position, depth - 1)).sum()
}

/// Counts the sequences of that many legal turns for each first turn; nothing for depth 0.
pub fn divide(game: &Game, position: &Position, depth: u32) -> Vec<(Turn, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let turns = turns_unless_decided(game, position);
    turns.into_iter().map(|turn| (turn.turn, perft(game, &turn.position, rest))).collect()
}

fn turns_unless_decided(game: &Game, position: &Position) -> Vec<LegalTurn> {
    if decided(game, position).is_some() { Vec::new() } else { legal_turns(game, position) }
}

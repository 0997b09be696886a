//! Counting turns.

use super::legal::{LegalTurn, legal_turns_found};
use super::outcome::decided;
use crate::ir::Game;
use crate::state::{Position, Turn};

/// Counts the sequences of that many legal turns.
///
/// A position in which the game is over has no turns; endings by the record of the game (repetition, move counters) are not
/// looked at.
pub fn perft(game: &Game, position: &Position, depth: u32) -> u64 {
    perft_found(game, position, depth).0
}

/// Does the same, and tells whether some may be left out, as there is more to be done to find them than may be done for a
/// position ([`MAX_EFFORT`](crate::ir::limits::MAX_EFFORT)).
pub fn perft_found(game: &Game, position: &Position, depth: u32) -> (u64, bool) {
    if depth == 0 {
        return (1, false);
    }
    let (turns, cut) = turns_unless_decided(game, position);
    if depth == 1 {
        return (turns.len() as u64, cut);
    }
    let below = turns.iter().map(|turn| perft_found(game, &turn.position, depth - 1));
    below.fold((0, cut), |(sum, cut), (count, also)| (sum + count, cut || also))
}

/// Counts the sequences of that many legal turns for each first turn; nothing for depth 0.
pub fn divide(game: &Game, position: &Position, depth: u32) -> Vec<(Turn, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let (turns, _) = turns_unless_decided(game, position);
    turns.into_iter().map(|turn| (turn.turn, perft(game, &turn.position, rest))).collect()
}

fn turns_unless_decided(game: &Game, position: &Position) -> (Vec<LegalTurn>, bool) {
    match decided(game, position) {
        Some(_) => (Vec::new(), false),
        None => legal_turns_found(game, position),
    }
}

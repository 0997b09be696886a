//! When two positions of records are the same.

use crate::state::Position;

/// Tells whether two positions have the same pieces, hands, tokens and side to move, whatever the numbers of their turns.
pub fn is_same(one: &Position, other: &Position) -> bool {
    one.pieces == other.pieces
        && one.hands == other.hands
        && one.tokens == other.tokens
        && one.to_move == other.to_move
}

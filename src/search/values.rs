//! Values of positions inside a search.

use crate::compile::program::layout::winner_of;
use crate::ir::SideId;

/// The value of a game that has been won; less by one for each turn that it takes.
pub(super) const WIN: i32 = 30_000;

/// The deepest a search goes, in whole turns.
pub(super) const MAX_PLY: usize = 120;

/// The least value of a game that is won by force.
pub(super) const DECIDED: i32 = WIN - 1000;

/// More than any value.
pub(super) const INFINITE: i32 = 32_000;

/// The most that an evaluation says.
pub(super) const MOST: i32 = 20_000;

/// The value of a game that would be won by repeating, once that has been done often enough: it is not decided yet.
const REPEATED: i32 = MOST + 1000;

/// Returns the value of a won game so many turns from the root.
pub(super) fn win_in(ply: usize) -> i32 {
    WIN - i32::try_from(ply).unwrap_or(0)
}

/// Returns whether a value says how the game ends.
pub(super) fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// Returns the value of an ended game, as the code that a state keeps for it, for a side.
pub(super) fn of_outcome(over: u32, side: SideId, ply: usize) -> i32 {
    match winner_of(over) {
        None => 0,
        Some(winner) if winner == side => win_in(ply),
        Some(_) => -win_in(ply),
    }
}

/// Returns the value of a game that ends so once a position has been repeated often enough.
pub(super) fn of_repetition(over: u32, side: SideId, ply: usize) -> i32 {
    let turns = i32::try_from(ply).unwrap_or(0);
    of_outcome(over, side, 0).signum() * (REPEATED - turns)
}

//! Counting turns.

use super::legal::{decided_with_turns, legal_turns};
use super::run::Run;
use super::state::{Shape, State};
use crate::compile::program::Program;

/// Counts the sequences of that many legal turns.
pub fn perft<S: Shape>(program: &Program<S::Board>, state: &State<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut still = Run::still(program, *state, state.to_move);
    if decided_with_turns(&mut still) {
        return 0;
    }
    let turns = legal_turns(program, state);
    if depth == 1 {
        return turns.len() as u64;
    }
    turns.iter().map(|turn| perft(program, &turn.state, depth - 1)).sum()
}

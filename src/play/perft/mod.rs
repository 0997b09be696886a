//! Counting turns.

pub mod counter;
pub mod listed;
pub mod preferences;
pub mod steps;
pub mod transposition;
pub mod turns;
pub mod undo;

use crate::compile::program::Program;
use crate::play::legality::turns::decided_with_turns;
use crate::play::perft::counter::Perft;
use crate::play::perft::transposition::TranspositionTable;
use crate::play::state::{State, StateSize};

/// Counts the sequences of that many legal turns; returns whether some may be left out, as there is more to be done to find
/// them than may be done for a position.
///
/// All turns of the last ply are listed, not only counted. A position in which the game is over has no turns; endings by
/// the record of the game are not looked at. Needs memory for a few turns only.
pub fn perft<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    depth: u32,
) -> (u64, bool) {
    let mut counter = Perft::new(program);
    let mut run = counter.run(state);
    let count = counter.count(&mut run, depth);
    (count, counter.effort.was_spent())
}

/// Counts the same with what is known of states met before, in a table of at most that many bytes; returns the count, how
/// often something was looked for in the table, and how often it was there. `None` if there is not so much memory.
pub fn hashed<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    depth: u32,
    bytes: usize,
) -> Option<(u64, u64, u64)> {
    let mut counter = Perft::new(program);
    counter.known = Some(TranspositionTable::new(bytes)?);
    let mut run = counter.run(state);
    let count = counter.count(&mut run, depth);
    counter.known.map(|known| (count, known.asked, known.found))
}

/// Returns the states to which the legal turns lead, as they are found when turns are counted, in no certain order; and how
/// much was done to find them.
pub fn outcomes<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
) -> (Vec<State<S>>, u64) {
    let mut counter = Perft::new(program);
    let mut run = counter.run(state);
    let states = if decided_with_turns(&mut run) { Vec::new() } else { counter.outcomes(&mut run) };
    let done = counter.effort.done();
    (states, done)
}

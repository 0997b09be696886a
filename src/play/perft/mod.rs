//! Counting turns (perft).

pub(crate) mod counter;
pub(crate) mod listed;
pub(crate) mod preferences;
pub(crate) mod steps;
pub(crate) mod transposition;
pub(crate) mod turns;
pub(crate) mod undo;

use crate::compile::program::Program;
use crate::play::execution::past::Past;
use crate::play::legality::turns::decided_with_turns;
use crate::play::perft::counter::Perft;
use crate::play::perft::transposition::TranspositionTable;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::{Allowance, TooMuch};

/// Counts the sequences of that many legal turns.
///
/// All turns of the last ply are listed, not only counted. A position in which the game is over has no turns; endings by
/// the record of the game are not looked at. Needs memory for a few turns only.
///
/// # Errors
/// If finding the turns of a position takes more than may be spent: there is no count then.
pub(crate) fn perft<S: StateSize>(
    program: &Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    depth: u32,
    allowance: &Allowance,
) -> Result<u64, TooMuch> {
    let mut counter = Perft::within(program, allowance);
    let count = counter.count_from(state, past, depth);
    counter.pool.budget.answer(count)
}

/// Counts the same with a transposition table of at most `bytes` bytes; returns the count and the lookups and hits in the
/// table. `None` if the memory is not available.
///
/// # Errors
/// If finding the turns of a position takes more than may be spent.
pub(crate) fn hashed<S: StateSize>(
    program: &Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    depth: u32,
    bytes: usize,
) -> Result<Option<(u64, u64, u64)>, TooMuch> {
    let mut counter = Perft::new(program);
    counter.table = TranspositionTable::new(bytes);
    if counter.table.is_none() {
        return Ok(None);
    }
    let count = counter.count_from(state, past, depth);
    let counted = counter.table.map(|table| (count, table.lookups, table.hits));
    counter.pool.budget.answer(counted)
}

/// Returns the states to which the legal turns lead, as they are found when turns are counted, in no certain order.
///
/// # Errors
/// If finding them takes more than may be spent.
pub(crate) fn outcomes<S: StateSize>(
    program: &Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    allowance: &Allowance,
) -> Result<Vec<State<S>>, TooMuch> {
    let mut counter = Perft::within(program, allowance);
    let mut run = counter.pool.idle_in(state);
    run.remember(past);
    let states = if decided_with_turns(&mut run) { Vec::new() } else { counter.outcomes(&mut run) };
    counter.pool.budget.answer(states)
}

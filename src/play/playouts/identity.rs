//! When two positions are the same for repetition, as the rules compare them.
//!
//! It is asked here by everybody: by the rules of a game that is played, by random games, and by the search. To find out
//! whether a variable matters that is compared only while it is used, the legal turns must be generated twice. So positions
//! are first compared by rough keys, without such variables.

use crate::ir::SquareIndex;
use std::collections::HashSet;

use crate::compile::program::Program;
use crate::compile::program::facts::Fact;
use crate::play::execution::moves::PackedMove;
use crate::play::legality::past;
use crate::play::legality::turns::turns_whatever_was;
use crate::play::plan::pool::Pool;
use crate::play::playouts::chosen::StepMoves;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// Returns the number that stands for all that a state is compared by.
pub(crate) fn number<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    pool: &mut Pool<'p, S>,
) -> u64 {
    let rough = rough_key(program, state, pool);
    exact_key(program, state, rough, pool).unwrap_or(rough)
}

/// Returns whether some variable that is compared only while it is used differs from its start value, so that the rough key
/// may not distinguish it.
pub(crate) fn is_open<S: StateSize>(program: &Program<S::Board>, state: &State<S>) -> bool {
    let repetition_key = &program.sides[state.to_move].repetition_key;
    repetition_key.while_used.iter().any(|start| state.differs_from(start))
}

/// Returns the rough key of a state.
pub(crate) fn rough_key<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    pool: &mut Pool<'p, S>,
) -> u64 {
    pool.budget.replace(0);
    past::rough_key(program, state, pool.budget.clone())
}

/// Returns the exact key of a state with some rough key, if one of the variables matters that are compared only while used.
pub(crate) fn exact_key<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    rough: u64,
    pool: &mut Pool<'p, S>,
) -> Option<u64> {
    past::exact_key(program, state, rough, |without| {
        have_other_turns(program, state, without, pool)
    })
}

/// Returns whether the legal turns of two states differ.
fn have_other_turns<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    without: &State<S>,
    pool: &mut Pool<'p, S>,
) -> bool {
    pool.budget.replace(0);
    if let (Some((step, moves)), Some((other, others))) =
        (packed_moves(state, pool), packed_moves(without, pool))
        && program.facts.used.has(Fact::Repetition)
        && std::ptr::eq(step, other)
    {
        if moves == others {
            return false;
        }
        // Moves with another origin or destination are other turns, whatever they do.
        let squares = |moves: &[(PackedMove, bool)]| -> HashSet<(SquareIndex, SquareIndex)> {
            moves.iter().map(|(packed, _)| (packed.from(), packed.to())).collect()
        };
        if squares(&moves) != squares(&others) {
            return true;
        }
    }
    let turns_of = |state: &State<S>| {
        pool.budget.replace(0);
        turns_whatever_was(program, state, pool.budget.clone())
    };
    turns_of(state) != turns_of(without)
}

fn packed_moves<'p, S: StateSize>(
    state: &State<S>,
    pool: &mut Pool<'p, S>,
) -> Option<StepMoves<'p, S>> {
    let mut run = pool.idle_in(state);
    let moves = pool.packed_moves(&mut run);
    pool.recycle(run);
    moves
}

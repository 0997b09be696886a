//! When two positions are the same for repetition, as the rules compare them.
//!
//! It is asked here by everybody: by the rules of a game that is played, by random games, and by the search. To find out
//! whether a variable matters that is compared only while it is used, the legal turns must be generated twice. So positions
//! are first compared by rough keys, without such variables.

use crate::ir::SquareIndex;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use crate::compile::program::facts::Fact;
use crate::compile::program::{Program, RepetitionKey, Start};
use crate::play::execution::moves::PackedMove;
use crate::play::legality::turns::{self, LegalTurn};
use crate::play::plan::pool::Pool;
use crate::play::playouts::chosen::StepMoves;
use crate::play::state::State;
use crate::play::state::key::KeyHasher;
use crate::play::state::sizes::StateSize;
use crate::state::Turn;

/// Returns the number that stands for all that a state is compared by.
pub(crate) fn number<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    pool: &mut Pool<'p, S>,
) -> u64 {
    let rough = rough_key(program, state, pool);
    exact_key(program, state, rough, pool).unwrap_or(rough)
}

fn repetition_key<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
) -> &'p RepetitionKey<S::Board> {
    &program.sides[state.to_move].repetition_key
}

/// Returns whether some variable that is compared only while it is used differs from its start value, so that the rough key
/// may not distinguish it.
pub(crate) fn is_open<S: StateSize>(program: &Program<S::Board>, state: &State<S>) -> bool {
    repetition_key(program, state).while_used.iter().any(|start| state.differs_from(start))
}

/// Returns the rough key of a state.
pub(crate) fn rough_key<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    pool: &mut Pool<'p, S>,
) -> u64 {
    let repetition_key = repetition_key(program, state);
    let mut hasher = KeyHasher::default();
    if !repetition_key.worked_out.is_empty() {
        pool.budget.replace(0);
        let mut run = pool.idle_in(state);
        run.forgets = true;
        repetition_key.worked_out.iter().for_each(|number| run.number(number).hash(&mut hasher));
        run.forgets = false;
        pool.recycle(run);
    }
    state.hash_compared(program, repetition_key, &mut hasher);
    hasher.finish()
}

/// Returns the exact key of a state with some rough key, if one of the variables matters that are compared only while used.
pub(crate) fn exact_key<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    rough: u64,
    pool: &mut Pool<'p, S>,
) -> Option<u64> {
    let mut hasher = KeyHasher::default();
    rough.hash(&mut hasher);
    let mut any = false;
    for (number, start) in repetition_key(program, state).while_used.iter().enumerate() {
        if state.differs_from(start) && matters(program, state, start, pool) {
            any = true;
            number.hash(&mut hasher);
            state.hash_variable(start, &mut hasher);
        }
    }
    any.then(|| hasher.finish())
}

/// Returns whether the legal turns would be others if a variable had its start value.
fn matters<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    state: &State<S>,
    start: &Start<S::Board>,
    pool: &mut Pool<'p, S>,
) -> bool {
    pool.budget.replace(0);
    let used = program.facts.used.has(Fact::Repetition);
    let mut without = *state;
    without.set_to_start(start);
    if let (Some((step, moves)), Some((other, others))) =
        (packed_moves(state, pool), packed_moves(&without, pool))
        && used
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
    turns_of(program, state, pool) != turns_of(program, &without, pool)
}

fn turns_of<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    pool: &Pool<'_, S>,
) -> HashSet<Turn> {
    pool.budget.replace(0);
    let turns = turns::turns_whatever_was(program, state, pool.budget.clone());
    turns.into_iter().map(|LegalTurn { steps, .. }| Turn { steps }).collect()
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

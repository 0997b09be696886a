//! The repetition table of a random game: how often each position has occurred in it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::compile::program::facts::Fact;
use crate::compile::program::{RepetitionKey, Start};
use crate::play::execution::moves::PackedMove;
use crate::play::legality::turns::{self, LegalTurn};
use crate::play::perft::counter::Perft;
use crate::play::playouts::chosen::StepMoves;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::key::{IdentityHasher, KeyHasher};
use crate::play::state::sizes::StateSize;
use crate::state::{Recurrence, Turn};

/// The most positions that may be pending at a time.
const MAX_PENDING: usize = 256;

/// The initial capacity in turns, which most games do not exceed.
const INITIAL_CAPACITY: usize = 448;

type ByKey<T> = HashMap<u64, T, BuildHasherDefault<IdentityHasher>>;

/// Counts the positions of a game by keys of 64 bits.
///
/// Different positions have the same key once in some 10^19 cases, which can only affect the result of a random game.
///
/// To find out whether a variable matters that is compared only while it is used, the legal turns must be generated
/// twice. So positions are first compared by rough keys, without such variables. A position in which one of them differs
/// from its start value is left pending, and gets its exact key only when another position has the same rough key.
#[derive(Clone, Debug)]
pub(crate) struct Record<S: StateSize> {
    /// By rough keys.
    rough: ByKey<Occurrences<S>>,
    /// By exact keys: how often positions have occurred in which such a variable matters.
    exact: ByKey<u32>,
    /// The number of pending positions.
    pending: usize,
    /// All positions with their exact keys, where rules look back at them.
    past: Vec<(u64, State<S>)>,
}

/// The positions with the same rough key.
#[derive(Clone, Debug)]
struct Occurrences<S: StateSize> {
    /// How often those have occurred in which no further variable matters.
    count: u32,
    /// A position for which that is not known yet.
    pending: Option<Box<State<S>>>,
}

impl<S: StateSize> Default for Record<S> {
    fn default() -> Self {
        let rough =
            HashMap::with_capacity_and_hasher(INITIAL_CAPACITY, BuildHasherDefault::default());
        Self { rough, exact: HashMap::default(), pending: 0, past: Vec::new() }
    }
}

impl<S: StateSize> Record<S> {
    /// Records a position; returns how it has come back.
    pub(crate) fn note<'p>(
        &mut self,
        compiled: &'p Compiled<S>,
        state: &State<S>,
        counter: &mut Perft<'p, S>,
    ) -> Recurrence<State<S>> {
        let count = self.count(compiled, state, counter);
        let lookback = compiled.program.lookback;
        if lookback == 0 {
            return Recurrence::times(count);
        }
        let now = compiled.repetition_number(state, counter);
        let before = self.past.iter().rev().map(|&(key, then)| (then, key == now));
        let recurrence = Recurrence::with_before(count, lookback, before);
        self.past.push((now, *state));
        recurrence
    }

    /// Records a position; returns how often it has occurred, this time included.
    fn count<'p>(
        &mut self,
        compiled: &'p Compiled<S>,
        state: &State<S>,
        counter: &mut Perft<'p, S>,
    ) -> u32 {
        let key = compiled.rough_key(state, counter);
        let is_open =
            compiled.repetition_key(state).while_used.iter().any(|start| is_changed(state, start));
        let occurrences = match self.rough.entry(key) {
            Entry::Occupied(occurrences) => occurrences.into_mut(),
            Entry::Vacant(occurrences) => {
                let is_pending = is_open && self.pending < MAX_PENDING;
                let occurrences = occurrences.insert(Occurrences { count: 0, pending: None });
                if is_pending {
                    occurrences.pending = Some(Box::new(*state));
                    self.pending += 1;
                    return 1;
                }
                occurrences
            }
        };
        if let Some(pending) = occurrences.pending.take() {
            self.pending -= 1;
            let exact = compiled.exact_key(&pending, key, counter);
            add(exact, &mut occurrences.count, &mut self.exact);
        }
        let exact = if is_open { compiled.exact_key(state, key, counter) } else { None };
        add(exact, &mut occurrences.count, &mut self.exact)
    }
}

/// Counts an occurrence of a position, by its exact key if it has one, else with those of its rough key; returns the
/// count.
fn add(exact: Option<u64>, occurrences: &mut u32, by_key: &mut ByKey<u32>) -> u32 {
    let count = match exact {
        Some(key) => by_key.entry(key).or_default(),
        None => occurrences,
    };
    *count = count.saturating_add(1);
    *count
}

impl<S: StateSize> Compiled<S> {
    /// Returns the number that stands for all that a state is compared by.
    pub(crate) fn repetition_number<'p>(
        &'p self,
        state: &State<S>,
        counter: &mut Perft<'p, S>,
    ) -> u64 {
        let rough = self.rough_key(state, counter);
        self.exact_key(state, rough, counter).unwrap_or(rough)
    }

    fn repetition_key(&self, state: &State<S>) -> &RepetitionKey<S::Board> {
        &self.program.sides[usize::from(state.to_move)].repetition_key
    }

    /// Returns the rough key of a state.
    fn rough_key<'p>(&'p self, state: &State<S>, counter: &mut Perft<'p, S>) -> u64 {
        let repetition_key = self.repetition_key(state);
        let mut hasher = KeyHasher::default();
        if !repetition_key.worked_out.is_empty() {
            counter.budget.replace(0);
            let mut run = counter.idle_in(state);
            repetition_key
                .worked_out
                .iter()
                .for_each(|number| run.number(number).hash(&mut hasher));
            counter.recycle(run);
        }
        let parts = (repetition_key.boards.iter().copied(), repetition_key.numbers.iter().copied());
        state.hash_parts(&self.program, parts, &mut hasher);
        hasher.finish()
    }

    /// Returns the exact key of a state, if one of the variables matters that are compared only while used.
    fn exact_key<'p>(
        &'p self,
        state: &State<S>,
        rough: u64,
        counter: &mut Perft<'p, S>,
    ) -> Option<u64> {
        let mut hasher = KeyHasher::default();
        rough.hash(&mut hasher);
        let mut any = false;
        for (number, start) in self.repetition_key(state).while_used.iter().enumerate() {
            if is_changed(state, start) && self.matters(state, start, counter) {
                any = true;
                number.hash(&mut hasher);
                start.boards.iter().for_each(|&(index, _)| state.board(index).hash(&mut hasher));
                start.numbers.iter().for_each(|&(index, _)| state.number(index).hash(&mut hasher));
            }
        }
        any.then(|| hasher.finish())
    }

    /// Returns whether the legal turns would be others if a variable had its start value.
    fn matters<'p>(
        &'p self,
        state: &State<S>,
        start: &Start<S::Board>,
        counter: &mut Perft<'p, S>,
    ) -> bool {
        counter.budget.replace(0);
        let used = self.program.facts.used.has(Fact::Repetition);
        let mut without = *state;
        set_to_start(&mut without, start);
        if let (Some((step, moves)), Some((other, others))) =
            (packed_moves(state, counter), packed_moves(&without, counter))
            && used
            && std::ptr::eq(step, other)
        {
            if moves == others {
                return false;
            }
            // Moves with another origin or destination are other turns, whatever they do.
            let squares = |moves: &[(PackedMove, bool)]| -> HashSet<(u8, u8)> {
                moves.iter().map(|(packed, _)| (packed.from(), packed.to())).collect()
            };
            if squares(&moves) != squares(&others) {
                return true;
            }
        }
        self.turns(state, counter) != self.turns(&without, counter)
    }

    fn turns(&self, state: &State<S>, counter: &Perft<'_, S>) -> HashSet<Turn> {
        counter.budget.replace(0);
        let turns = turns::turns_with_steps(&self.program, state, counter.budget.clone());
        turns.into_iter().map(|LegalTurn { steps, .. }| Turn { steps }).collect()
    }
}

fn packed_moves<'p, S: StateSize>(
    state: &State<S>,
    counter: &mut Perft<'p, S>,
) -> Option<StepMoves<'p, S>> {
    let mut run = counter.idle_in(state);
    let moves = counter.packed_moves(&mut run);
    counter.recycle(run);
    moves
}

/// Returns whether a variable differs from its start value.
fn is_changed<S: StateSize>(state: &State<S>, start: &Start<S::Board>) -> bool {
    start.boards.iter().any(|&(index, board)| state.board(index) != board)
        || start.numbers.iter().any(|&(index, number)| state.number(index) != number)
}

/// Sets a variable to its start value.
fn set_to_start<S: StateSize>(state: &mut State<S>, start: &Start<S::Board>) {
    for &(index, board) in &start.boards {
        *state.board_mut(index) = board;
    }
    for &(index, number) in &start.numbers {
        state.set_number(index, number);
    }
}

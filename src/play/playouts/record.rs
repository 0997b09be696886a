//! The record of a random game: which positions have occurred in it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::compile::lowering::repetition::{RepetitionKey, Start};
use crate::compile::move_effects::TurnStep;
use crate::compile::plan::facts::Fact;
use crate::play::execution::moves::PackedMove;
use crate::play::legality::turns::{self, LegalTurn};
use crate::play::perft::counter::Perft;
use crate::play::state::compiled::Compiled;
use crate::play::state::key::{IdentityHasher, KeyHasher};
use crate::play::state::{State, StateSize};
use crate::state::Turn;

/// How many states may wait at a time to be told from others.
const MAX_WAITING: usize = 256;

/// For how many turns there is room from the start: most games have fewer.
const FEW_TURNS: usize = 448;

type Numbered<T> = HashMap<u64, T, BuildHasherDefault<IdentityHasher>>;

/// What is known of the positions of a game: a number of 64 bits for each.
///
/// Two positions that differ have the same number once in some 10^19 cases; no result hangs on it but that of a random
/// game.
///
/// Whether a variable matters that is compared only while used takes finding the legal turns twice. So positions are told
/// apart without such variables first; a position in which one is not as at the start waits, and is looked at closely only
/// when another one is the same but for that.
#[derive(Clone, Debug)]
pub struct Record<S: StateSize> {
    /// By what positions are without the variables that are compared while used.
    rough: Numbered<Place<S>>,
    /// How often those have occurred in which such a variable matters.
    exact: Numbered<u32>,
    /// How many positions wait.
    waiting: usize,
}

/// The positions that are the same but for variables that are compared only while used.
#[derive(Clone, Debug)]
struct Place<S: StateSize> {
    /// How often one has occurred in which none of them matters.
    count: u32,
    /// One of which it is not known whether that is so.
    waiting: Option<Box<State<S>>>,
}

impl<S: StateSize> Default for Record<S> {
    fn default() -> Self {
        let rough = HashMap::with_capacity_and_hasher(FEW_TURNS, BuildHasherDefault::default());
        Self { rough, exact: HashMap::default(), waiting: 0 }
    }
}

impl<S: StateSize> Record<S> {
    /// Notes a position; returns how often it has occurred, this time included.
    pub fn note<'p>(
        &mut self,
        compiled: &'p Compiled<S>,
        state: &State<S>,
        counter: &mut Perft<'p, S>,
    ) -> u32 {
        let key = compiled.rough_key(state, counter);
        let is_open =
            compiled.repetition_key(state).while_used.iter().any(|start| is_changed(state, start));
        let place = match self.rough.entry(key) {
            Entry::Occupied(place) => place.into_mut(),
            Entry::Vacant(place) => {
                let waits = is_open && self.waiting < MAX_WAITING;
                let place = place.insert(Place { count: 0, waiting: None });
                if waits {
                    place.waiting = Some(Box::new(*state));
                    self.waiting += 1;
                    return 1;
                }
                place
            }
        };
        if let Some(waiting) = place.waiting.take() {
            self.waiting -= 1;
            let exact = compiled.exact_key(&waiting, key, counter);
            add(exact, &mut place.count, &mut self.exact);
        }
        let exact = if is_open { compiled.exact_key(state, key, counter) } else { None };
        add(exact, &mut place.count, &mut self.exact)
    }
}

/// Counts an occurrence of a position, by its number if it has one of its own, and with others at its place if not;
/// returns which it is.
fn add(exact: Option<u64>, place: &mut u32, numbered: &mut Numbered<u32>) -> u32 {
    let count = match exact {
        Some(key) => numbered.entry(key).or_default(),
        None => place,
    };
    *count = count.saturating_add(1);
    *count
}

impl<S: StateSize> Compiled<S> {
    /// Returns the number that stands for all that a state is compared by.
    pub fn repetition_number<'p>(&'p self, state: &State<S>, counter: &mut Perft<'p, S>) -> u64 {
        let rough = self.rough_key(state, counter);
        self.exact_key(state, rough, counter).unwrap_or(rough)
    }

    fn repetition_key(&self, state: &State<S>) -> &RepetitionKey<S::Board> {
        &self.program.sides[usize::from(state.to_move)].repetition_key
    }

    /// Returns what a state is compared by without the variables that are compared only while used.
    fn rough_key<'p>(&'p self, state: &State<S>, counter: &mut Perft<'p, S>) -> u64 {
        let repetition_key = self.repetition_key(state);
        let mut mixer = KeyHasher::default();
        if !repetition_key.worked_out.is_empty() {
            counter.effort.replace(0);
            let mut run = counter.run(state);
            repetition_key.worked_out.iter().for_each(|number| run.number(number).hash(&mut mixer));
            counter.give_back(run);
        }
        let parts = (repetition_key.boards.iter().copied(), repetition_key.numbers.iter().copied());
        state.feed_some(&self.program, parts, &mut mixer);
        mixer.finish()
    }

    /// Returns what a state is compared by, if one of the variables matters that are compared only while used.
    fn exact_key<'p>(
        &'p self,
        state: &State<S>,
        rough: u64,
        counter: &mut Perft<'p, S>,
    ) -> Option<u64> {
        let mut mixer = KeyHasher::default();
        rough.hash(&mut mixer);
        let mut any = false;
        for (number, start) in self.repetition_key(state).while_used.iter().enumerate() {
            if is_changed(state, start) && self.matters(state, start, counter) {
                any = true;
                number.hash(&mut mixer);
                start.boards.iter().for_each(|&(index, _)| state.board(index).hash(&mut mixer));
                start.numbers.iter().for_each(|&(index, _)| state.number(index).hash(&mut mixer));
            }
        }
        any.then(|| mixer.finish())
    }

    /// Tells whether the legal turns would be others if a variable were as at the start.
    fn matters<'p>(
        &'p self,
        state: &State<S>,
        start: &Start<S::Board>,
        counter: &mut Perft<'p, S>,
    ) -> bool {
        counter.effort.replace(0);
        let used = self.program.facts.used.has(Fact::Repetition);
        let mut without = *state;
        forget(&mut without, start);
        if let (Some((step, moves)), Some((other, others))) =
            (packed_moves(state, counter), packed_moves(&without, counter))
            && used
            && std::ptr::eq(step, other)
        {
            if moves == others {
                return false;
            }
            // Moves that start or end elsewhere are other turns, whatever they do.
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
        counter.effort.replace(0);
        let turns = turns::turns_with_steps(&self.program, state, counter.effort.clone());
        turns.into_iter().map(|LegalTurn { steps, .. }| Turn { steps }).collect()
    }
}

fn packed_moves<'p, S: StateSize>(
    state: &State<S>,
    counter: &mut Perft<'p, S>,
) -> Option<(&'p TurnStep<S::Board>, Vec<(PackedMove, bool)>)> {
    let mut run = counter.run(state);
    let moves = counter.packed_moves(&mut run);
    counter.give_back(run);
    moves
}

/// Tells whether a variable is not as at the start.
fn is_changed<S: StateSize>(state: &State<S>, start: &Start<S::Board>) -> bool {
    start.boards.iter().any(|&(index, board)| state.board(index) != board)
        || start.numbers.iter().any(|&(index, number)| state.number(index) != number)
}

/// Sets a variable to its start value.
fn forget<S: StateSize>(state: &mut State<S>, start: &Start<S::Board>) {
    for &(index, board) in &start.boards {
        *state.board_mut(index) = board;
    }
    for &(index, number) in &start.numbers {
        state.set_number(index, number);
    }
}

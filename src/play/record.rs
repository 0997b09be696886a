//! The record of a random game: which positions have occurred in it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::deeds::Quick;
use super::engine::Compiled;
use super::key::{Mixer, Taken};
use super::legal;
use super::perft::Counter;
use super::state::{Shape, State};
use crate::compile::compared::{Compared, Start};
use crate::state::Turn;

/// How many states may wait at a time to be told from others.
const MAX_WAITING: usize = 256;

type Numbered<T> = HashMap<u64, T, BuildHasherDefault<Taken>>;

/// What is known of the positions of a game: a number of 64 bits for each.
///
/// Two positions that differ have the same number once in some 10^19 cases; no result hangs on it but that of a random
/// game.
///
/// Whether a variable matters that is compared only while used takes finding the legal turns twice. So positions are told
/// apart without such variables first; a position in which one is not as at the start waits, and is looked at closely only
/// when another one is the same but for that.
#[derive(Clone, Debug)]
pub struct Record<S: Shape> {
    /// By what positions are without the variables that are compared while used.
    rough: Numbered<Place<S>>,
    /// How often those have occurred in which such a variable matters.
    exact: Numbered<u32>,
    /// How many positions wait.
    waiting: usize,
}

/// The positions that are the same but for variables that are compared only while used.
#[derive(Clone, Debug)]
struct Place<S: Shape> {
    /// How often one has occurred in which none of them matters.
    count: u32,
    /// One of which it is not known whether that is so.
    waiting: Option<Box<State<S>>>,
}

impl<S: Shape> Default for Record<S> {
    fn default() -> Self {
        Self { rough: HashMap::default(), exact: HashMap::default(), waiting: 0 }
    }
}

impl<S: Shape> Record<S> {
    /// Notes a position; returns how often it has occurred, this time included. Where no ending looks at the record, 1.
    pub fn note<'p>(
        &mut self,
        compiled: &'p Compiled<S>,
        state: &State<S>,
        counter: &mut Counter<'p, S>,
    ) -> u32 {
        let rules = &compiled.program.sides[usize::from(state.to_move)];
        if !rules.endings.iter().any(|ending| ending.by_record) {
            return 1;
        }
        let mut is_open = false;
        let key = compiled.key_with(state, counter, &mut |changed, _, _| {
            is_open |= changed;
            false
        });
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
            add(compiled.key(&waiting, counter), (key, &mut place.count), &mut self.exact);
        }
        let exact = if is_open { compiled.key(state, counter) } else { key };
        add(exact, (key, &mut place.count), &mut self.exact)
    }
}

/// Counts an occurrence of a position by its number, with those at the place if that has the same; returns which it is.
fn add(number: u64, (key, count): (u64, &mut u32), exact: &mut Numbered<u32>) -> u32 {
    let count = if number == key { count } else { exact.entry(number).or_default() };
    *count = count.saturating_add(1);
    *count
}

/// Is told whether a variable that is compared only while used is not as at the start, of which state, and which variable;
/// tells whether it matters.
type Judge<'j, 'p, S> =
    &'j mut dyn FnMut(bool, &'p Start<<S as Shape>::Board>, &mut Counter<'p, S>) -> bool;

impl<S: Shape> Compiled<S> {
    /// Returns what a state is compared by.
    pub fn key<'p>(&'p self, state: &State<S>, counter: &mut Counter<'p, S>) -> u64 {
        counter.effort.replace(0);
        self.key_with(state, counter, &mut |changed, start, counter| {
            changed && self.matters(state, start, counter)
        })
    }

    /// Returns the same, where it is told otherwise which variables matter that are compared only while used.
    fn key_with<'p>(
        &'p self,
        state: &State<S>,
        counter: &mut Counter<'p, S>,
        matters: Judge<'_, 'p, S>,
    ) -> u64 {
        let program = &self.program;
        let mut compared = *state;
        let mut hasher = Mixer::default();
        let mut run = None;
        for rule in &program.sides[usize::from(state.to_move)].compared {
            match rule {
                Compared::Ignore(start) => {
                    forget(&mut compared, start);
                }
                Compared::WhileUsed(start) => {
                    if !matters(is_changed(state, start), start, counter) {
                        forget(&mut compared, start);
                    }
                }
                Compared::Number(number) => {
                    let run = run.get_or_insert_with(|| counter.run(state));
                    run.number(number).hash(&mut hasher);
                }
                Compared::Level(index, number) => {
                    let run = run.get_or_insert_with(|| counter.run(state));
                    compared.set_number(*index, run.number(number));
                }
            }
        }
        if let Some(run) = run {
            counter.give_back(run);
        }
        compared.feed(program, &mut hasher);
        hasher.finish()
    }

    /// Tells whether the legal turns would be others if a variable were as at the start.
    fn matters<'p>(
        &'p self,
        state: &State<S>,
        start: &Start<S::Board>,
        counter: &mut Counter<'p, S>,
    ) -> bool {
        let mut without = *state;
        forget(&mut without, start);
        if let (Some(words), Some(others)) = (words(state, counter), words(&without, counter)) {
            if words == others {
                return false;
            }
            // Moves that start or end elsewhere are other turns, whatever they do.
            let squares = |words: &[Quick]| -> HashSet<(u8, u8)> {
                words.iter().map(|quick| (quick.from(), quick.to())).collect()
            };
            if squares(&words) != squares(&others) {
                return true;
            }
        }
        self.turns(state) != self.turns(&without)
    }

    fn turns(&self, state: &State<S>) -> Vec<Turn> {
        let turns = legal::legal_turns(&self.program, state);
        turns.into_iter().map(|legal| self.turn_of(state, &legal.picks)).collect()
    }
}

fn words<'p, S: Shape>(state: &State<S>, counter: &mut Counter<'p, S>) -> Option<Vec<Quick>> {
    let mut run = counter.run(state);
    let words = counter.words(&mut run);
    counter.give_back(run);
    words
}

/// Tells whether a variable is not as at the start.
fn is_changed<S: Shape>(state: &State<S>, start: &Start<S::Board>) -> bool {
    start.boards.iter().any(|&(index, board)| state.board(index) != board)
        || start.numbers.iter().any(|&(index, number)| state.number(index) != number)
}

/// Sets a variable to its start value.
fn forget<S: Shape>(state: &mut State<S>, start: &Start<S::Board>) {
    for &(index, board) in &start.boards {
        *state.board_mut(index) = board;
    }
    for &(index, number) in &start.numbers {
        state.set_number(index, number);
    }
}

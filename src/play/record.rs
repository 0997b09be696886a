//! The record of a random game: which positions have occurred in it.

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

/// What is known of the positions of a game: a number of 64 bits for each.
///
/// Two positions that differ have the same number once in some 10^19 cases; no result hangs on it but that of a random
/// game.
#[derive(Clone, Debug, Default)]
pub struct Record {
    occurrences: HashMap<u64, u32, BuildHasherDefault<Taken>>,
}

impl Record {
    /// Notes a position; returns how often it has occurred, this time included. Where no ending looks at the record, 1.
    pub fn note<'p, S: Shape>(
        &mut self,
        compiled: &'p Compiled<S>,
        state: &State<S>,
        counter: &mut Counter<'p, S>,
    ) -> u32 {
        let endings = &compiled.program.sides[usize::from(state.to_move)].endings;
        if !endings.iter().any(|ending| ending.by_record) {
            return 1;
        }
        let key = compiled.key(state, counter);
        let occurrences = self.occurrences.entry(key).or_default();
        *occurrences = occurrences.saturating_add(1);
        *occurrences
    }
}

impl<S: Shape> Compiled<S> {
    /// Returns what a state is compared by.
    pub fn key<'p>(&'p self, state: &State<S>, counter: &mut Counter<'p, S>) -> u64 {
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
                    if !self.matters(state, start, counter) {
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
        if !forget(&mut without, start) {
            return false;
        }
        if let (Some(words), Some(others)) = (counter.words(state), counter.words(&without)) {
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

/// Sets a variable to its start value; returns whether that changes anything.
fn forget<S: Shape>(state: &mut State<S>, start: &Start<S::Board>) -> bool {
    let mut changed = false;
    for &(index, board) in &start.boards {
        changed |= std::mem::replace(state.board_mut(index), board) != board;
    }
    for &(index, number) in &start.numbers {
        changed |= state.number(index) != number;
        state.set_number(index, number);
    }
    changed
}

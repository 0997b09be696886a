//! Who is ahead where numbers decide: seeds in stores, boxes, points.
//!
//! Many games end with a comparison of two numbers, each of which goes up for one side. What counts how much is found out by
//! trying: in positions of the game itself, each number of the state is made one greater, and the comparison is asked
//! again. So it does not matter how the rules put it. Numbers of pieces on the board are not looked at, as these are worth
//! something by themselves, but where nothing else says who is ahead: there they count the more the fuller the board is, as
//! whoever has more pieces early does not have them at the end.

use super::sign;
use super::spreading::{deciding, numbers_in};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::{Cond, Num, Program};
use crate::ir::Comparison;
use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::search::values;

/// What it is worth to be ahead by one, in points.
const AHEAD: i32 = 30;

/// In how many positions pieces are tried.
const SAMPLES: usize = 2;

/// A comparison of numbers that decides the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    /// Which numbers of the state count, and how often each, for the first side.
    counted: Vec<(usize, i32)>,
}

impl Lead {
    /// Returns what it is worth for the first side by how much it is ahead.
    pub(super) fn worth<S: StateSize>(&self, state: &State<S>) -> i32 {
        let ahead = self.counted.iter().fold(0_i32, |sum, &(index, times)| {
            sum.saturating_add(times.saturating_mul(state.number(index)))
        });
        ahead.saturating_mul(AHEAD).clamp(-values::MOST, values::MOST)
    }
}

/// How often each piece counts in a comparison of their numbers that decides the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Majority {
    /// How often a piece counts for the first side, by its code.
    counted: Vec<i32>,
}

impl Majority {
    /// Returns what it is worth for the first side by how many pieces it is ahead: the fuller the board is, the more.
    pub(super) fn worth<S: StateSize>(&self, program: &Program<S::Board>, state: &State<S>) -> i32 {
        let owned = state.owned();
        let counted = |square| self.counted.get(usize::from(state.code(square))).copied();
        let ahead: i64 = owned.members().filter_map(counted).map(i64::from).sum();
        let full = i64::from(owned.count() * 100 / program.all.count().max(1));
        let most = i64::from(values::MOST);
        let points = ahead * i64::from(AHEAD) * full / 100 * full / 100 * full / 100;
        i32::try_from(points.clamp(-most, most)).unwrap_or(0)
    }
}

/// Returns the comparisons of numbers of pieces by which a game is won: those in which each piece counts as much wherever it
/// stands, some for one side and some for the other.
pub(super) fn majorities<S: StateSize>(
    program: &Program<S::Board>,
    samples: &[State<S>],
) -> Vec<Majority> {
    let mut found: Vec<Majority> = Vec::new();
    for (side, winner, comparison) in deciding(program) {
        let run = Execution::<S>::idle(program, State::empty(), side);
        let counted = counted_pieces(run, comparison, samples).unwrap_or_default().into_iter();
        let counted: Vec<i32> = counted.map(|times| times.saturating_mul(sign(winner))).collect();
        let majority = Majority { counted };
        if counts_for_both(&majority.counted) && !found.contains(&majority) {
            found.push(majority);
        }
    }
    found
}

/// Returns how often a piece counts in what has to be greater, less what has to be less, by its code: if that is the same
/// on all squares of all samples.
fn counted_pieces<'p, S: StateSize>(
    mut run: Execution<'p, S>,
    comparison: &'p Cond<S::Board>,
    samples: &[State<S>],
) -> Option<Vec<i32>> {
    let sides = sides_of(comparison)?;
    let program = run.program;
    let mut difference = |state: State<S>| difference(&mut run, sides, state);
    let mut times: Vec<Option<i32>> = vec![None; program.layout.codes()];
    for sample in samples.iter().take(SAMPLES) {
        let known = difference(*sample);
        for (kind, side) in program.layout.kinds_and_sides() {
            let code = Layout::code(kind, side);
            for square in (program.all & !sample.occupied()).members() {
                let mut with = *sample;
                with.put(&program.layout, square, code);
                let here = difference(with).saturating_sub(known);
                if *times.get_mut(usize::from(code))?.get_or_insert(here) != here {
                    return None;
                }
            }
        }
    }
    Some(times.into_iter().map(Option::unwrap_or_default).collect())
}

/// Returns the comparisons by which a game is won.
pub(super) fn leads<S: StateSize>(program: &Program<S::Board>, samples: &[State<S>]) -> Vec<Lead> {
    let mut found: Vec<Lead> = Vec::new();
    for (side, winner, comparison) in deciding(program) {
        let run = Execution::<S>::idle(program, State::empty(), side);
        let counted = counted(run, comparison, samples).unwrap_or_default().into_iter();
        let counted =
            counted.map(|(index, times)| (index, times.saturating_mul(sign(winner)))).collect();
        let lead = Lead { counted };
        if !lead.counted.is_empty() && !found.contains(&lead) {
            found.push(lead);
        }
    }
    found
}

/// Returns which number has to be greater in a comparison, and which less.
fn sides_of<B>(comparison: &Cond<B>) -> Option<(&Num<B>, &Num<B>)> {
    let Cond::Compare(comparison, pair) = comparison else { return None };
    match comparison {
        Comparison::Greater | Comparison::GreaterOrEqual => Some((&pair.0, &pair.1)),
        Comparison::Less | Comparison::LessOrEqual => Some((&pair.1, &pair.0)),
        Comparison::Equal | Comparison::Different => None,
    }
}

/// Returns by how much the number that has to be greater exceeds the other in a state.
fn difference<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    (more, less): (&'p Num<S::Board>, &'p Num<S::Board>),
    state: State<S>,
) -> i32 {
    run.budget.replace(0);
    run.state = state;
    run.number(more).saturating_sub(run.number(less))
}

/// Returns whether something counts for one side, and something for the other.
fn counts_for_both(times: &[i32]) -> bool {
    let has = |sign: i32| times.iter().any(|times| times.signum() == sign);
    has(1) && has(-1)
}

/// Returns how often each number of the state counts in what has to be greater, less what has to be less: if that is the
/// same in all samples, and if some count for one side and some for the other.
fn counted<'p, S: StateSize>(
    mut run: Execution<'p, S>,
    comparison: &'p Cond<S::Board>,
    samples: &[State<S>],
) -> Option<Vec<(usize, i32)>> {
    let sides = sides_of(comparison)?;
    let indices = numbers_in(comparison);
    let mut difference = |state: State<S>| difference(&mut run, sides, state);
    let mut by_sample = samples.iter().map(|sample| {
        let known = difference(*sample);
        let times = indices.iter().map(|&index| {
            let mut greater = *sample;
            greater.set_number(index, sample.number(index).saturating_add(1));
            (index, difference(greater).saturating_sub(known))
        });
        times.filter(|(_, times)| *times != 0).collect::<Vec<_>>()
    });
    let counted = by_sample.next()?;
    let times: Vec<i32> = counted.iter().map(|(_, times)| *times).collect();
    (counts_for_both(&times) && by_sample.all(|other| other == counted)).then_some(counted)
}

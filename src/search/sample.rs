//! Positions as they are learned from.

use super::deepening::Root;
use super::evaluation::{Evaluation, each_input};
use super::history::History;
use super::limits::{Limits, NoControl};
use super::outcome::Window;
use super::record::Record;
use super::threads::Memory;
use super::tree::At;
use crate::ir::Inputs;
use crate::play::execution::past::Past;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::state::Position;

/// A position as it is learned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What is 1 or more among the [`Inputs`] of the game.
    pub inputs: Vec<(u32, u8)>,
    /// What the position is worth for the side to move, in points, without a search and without what was learned before.
    pub derived: i32,
    /// Whether no capture would make a difference, and nobody is in check.
    pub is_quiet: bool,
}

/// Takes a sample of a position.
pub(super) fn sample<S: StateSize>(
    compiled: &Compiled<S>,
    position: &Position,
    evaluation: &Evaluation,
    memory: &mut Memory,
) -> Sample {
    let program = &compiled.program;
    let state = compiled.state_of(position);
    let mut inputs = Vec::new();
    each_input(Inputs::of(&compiled.game), (program, &state), |input, count| {
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        inputs.extend(u32::try_from(input).map(|input| (input, count)));
    });
    let record = Record::new(program.lookback);
    let past = Past::NOTHING;
    let root = Root { program, evaluation, record, state, past, turns: Vec::new(), oracle: None };
    memory.histories.resize_with(1, || History::new(evaluation.codes, evaluation.squares));
    let Memory { table, histories } = memory;
    let (limits, nodes) = (Limits::default(), u64::MAX);
    let mut tree = root.tree(table, &mut histories[0], &limits, &NoControl, nodes);
    tree.proves = true;
    let mut node = tree.walker.node(&state);
    let in_check = tree.walker.in_check(&mut node).unwrap_or(false);
    let stand = tree.evaluate(&node, 0);
    let found = tree.quiescence(&mut node, Window::FULL, At::first());
    let is_quiet = !in_check && found.is_ok_and(|found| found.value == stand);
    let derived = stand - evaluation.learned((program, &state), state.to_move);
    Sample { inputs, derived, is_quiet }
}

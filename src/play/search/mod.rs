//! What a search stands on: turns walked step by step, with a word for each step.
//!
//! A [`Node`] is a place in the tree of turns, between two turns or inside one. [`Walker::steps`] lists what can be done
//! next, and [`Walker::make`] does it. Steps are verified when they are made: a step that turns out to be illegal leads
//! nowhere. Where turns have to be compared with each other before it is known which of them count, as rules prefer some or
//! two ways of choosing may be the same turn, whole turns are listed instead of steps.

mod chances;
mod checks;
mod chosen;
mod exchange;
mod keys;
mod listing;
mod node;
mod steps;
mod walker;
mod word;

use std::collections::HashMap;

use crate::compile::program::Program;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

pub(crate) use chances::Chances;
pub(crate) use checks::{Aim, groups_with};
pub(crate) use chosen::{Chosen, StepDetail};
pub(crate) use exchange::{Attackers, are_captures_plain};
pub(crate) use node::Node;
pub(crate) use steps::{NextStep, NextSteps};
pub(crate) use walker::Walker;
pub(crate) use word::StepWord;

/// Counts the sequences of that many legal turns by walking each step of each turn; if so wanted, with what is known of
/// states met before by their search keys.
pub(crate) fn walked_perft<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    depth: u32,
    known: bool,
) -> u64 {
    let mut walker = Walker::new(program);
    let node = walker.node(state);
    // Where positions may not come back, what follows depends on those before.
    let mut known = (known && !program.forbids_repeats).then(HashMap::new);
    count(&mut walker, known.as_mut(), node, depth)
}

/// What is known of how many turns follow, by search key and depth.
type Known = HashMap<(u64, u32), u64>;

fn count<'p, S: StateSize>(
    walker: &mut Walker<'p, S>,
    mut known: Option<&mut Known>,
    mut node: Node<'p, S>,
    depth: u32,
) -> u64 {
    if node.is_between_turns() && depth == 0 {
        return 1;
    }
    if node.is_decided() {
        return 0;
    }
    // Inside a turn, more than the state is known.
    let key = (node.state().search_key(walker.program), depth);
    if let Some(known) = known.as_deref_mut().filter(|_| node.is_between_turns())
        && let Some(&count) = known.get(&key)
    {
        walker.recycle(node);
        return count;
    }
    let mut steps = NextSteps::default();
    if known.is_some() {
        walker.steps(&node, &mut steps);
    } else {
        walker.legal_steps(&node, &mut steps);
    }
    let mut sum = 0;
    for (number, step) in steps.list.iter().enumerate() {
        debug_assert_eq!(steps.find(step.word), Some(number), "each step has a word of its own");
        if let Some(next) = walker.make(&node, &steps, number) {
            let left = depth - u32::from(next.is_between_turns());
            sum += count(walker, known.as_deref_mut(), next, left);
        }
    }
    if let Some(known) = known.filter(|_| node.is_between_turns()) {
        known.insert(key, sum);
    }
    walker.recycle(node);
    sum
}

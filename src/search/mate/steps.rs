//! Which steps are tried first.

use crate::ir::{BySide, SideId};
use crate::play::search::{NextSteps, Node, StepDetail, StepWord, Walker};
use crate::play::state::sizes::StateSize;

/// How many entries the table of what was good elsewhere has; a power of two.
const ENTRIES: usize = 1 << 12;
/// The step that was best before.
const KNOWN: u32 = 1 << 30;
/// A step that gives check, as far as is known.
const CHECK: u32 = 1 << 22;
/// A step that captures or changes what a piece is.
const LOUD: u32 = 1 << 18;
/// The most that is remembered of a step.
const MOST: u32 = 1 << 20;

/// What was good elsewhere in the tree, by the side whose turn it was.
#[derive(Debug)]
pub(super) struct Habits {
    good: BySide<Vec<u32>>,
}

impl Habits {
    /// Makes one that knows nothing.
    pub(super) fn new() -> Self {
        Self { good: BySide::from_fn(|_| vec![0; ENTRIES]) }
    }

    fn entry(word: StepWord) -> usize {
        let mixed = word.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        usize::try_from(mixed).unwrap_or(0) % ENTRIES
    }

    /// Notes that a step decided a node, with so many turns left.
    pub(super) fn reward(&mut self, side: SideId, word: StepWord, left: u8) {
        let good = &mut self.good[side];
        let entry = &mut good[Self::entry(word)];
        *entry += 1 + u32::from(left) * u32::from(left);
        if *entry > MOST {
            for entry in good {
                *entry /= 2;
            }
        }
    }

    fn of(&self, side: SideId, word: StepWord) -> u32 {
        self.good[side][Self::entry(word)]
    }
}

/// The steps of a node, in order.
#[derive(Debug, Default)]
pub(super) struct Ordered<'p, S: StateSize> {
    /// The steps.
    pub(super) steps: NextSteps<'p, S>,
    /// Their numbers, the most promising first.
    pub(super) order: Vec<usize>,
    ranks: Vec<u32>,
    checks: Vec<bool>,
    details: Vec<StepDetail>,
}

impl<'p, S: StateSize> Ordered<'p, S> {
    /// Sorts the steps that were listed: the known one, checks if asked for, captures, and what was good elsewhere.
    pub(super) fn sort(
        &mut self,
        walker: &mut Walker<'p, S>,
        node: &mut Node<'p, S>,
        habits: &Habits,
        known: Option<StepWord>,
        looks_for_checks: bool,
    ) {
        let side = node.side();
        self.checks.clear();
        if looks_for_checks {
            let steps = &self.steps;
            self.details.clear();
            self.details.extend((0..steps.list.len()).map(|number| steps.detail(node, number)));
            walker.give_check(node, self.details.iter().map(StepDetail::aim), &mut self.checks);
        }
        self.ranks.clear();
        for (number, step) in self.steps.list.iter().enumerate() {
            let mut rank = habits.of(side, step.word).min(MOST);
            if Some(step.word) == known {
                rank += KNOWN;
            }
            if self.checks.get(number).copied().unwrap_or(false) {
                rank += CHECK;
            }
            if step.is_capture || step.transforms {
                rank += LOUD;
            }
            self.ranks.push(rank);
        }
        self.leave();
        let ranks = &self.ranks;
        self.order.sort_by_key(|&number| std::cmp::Reverse(ranks[number]));
    }

    /// Leaves the steps in the order in which they were listed.
    pub(super) fn leave(&mut self) {
        self.order.clear();
        self.order.extend(0..self.steps.list.len());
    }
}

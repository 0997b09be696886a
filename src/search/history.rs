//! What has been good elsewhere in the tree: killers and histories.

use super::memory;
use super::values::MAX_PLY;
use crate::play::search::{StepDetail, StepWord};

/// The greatest a history gets.
const MOST: i32 = 16_000;

/// How many entries the history of pairs of steps has at most, unless one row has more.
const PAIRS: usize = 1 << 21;

/// How many entries the history of captures has at most.
const CAPTURES: usize = 1 << 18;

/// How many killers are kept for each distance from the root.
const KILLERS: usize = 3;

/// The number of a step by its kind, piece and destination.
pub(super) type StepIndex = usize;

/// A step and the piece that it captures, by its code.
pub(super) type Capture = (StepIndex, u16);

/// What has been good.
#[derive(Debug)]
pub(super) struct History {
    squares: usize,
    killers: Vec<[StepWord; KILLERS]>,
    /// By kind of step, piece and destination.
    steps: Vec<i16>,
    /// By the piece and destination of the last turn and of this step: a row for each last turn, so that all steps of a
    /// node are near each other in memory.
    pairs: Vec<i16>,
    /// How many rows there are.
    rows: usize,
    /// By a step and the piece that it captures.
    captures: Vec<i16>,
    /// How many piece codes there are.
    codes: usize,
}

impl History {
    /// Makes one for so many piece codes and squares.
    pub(super) fn new(codes: usize, squares: usize) -> Self {
        let count = 3 * codes * (squares + 1);
        let rows = (PAIRS / count).max(1);
        Self {
            squares: squares + 1,
            killers: vec![[StepWord::default(); KILLERS]; MAX_PLY + 2],
            steps: vec![0; count],
            pairs: memory::zeros(rows * count),
            rows,
            captures: memory::zeros(count.saturating_mul(codes).clamp(1, CAPTURES)),
            codes,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.steps.fill(0);
        self.pairs.fill(0);
        self.captures.fill(0);
        self.forget_killers();
    }

    /// Forgets what was good at certain distances from the root, and half of what is known of quiet steps.
    pub(super) fn grow_older(&mut self) {
        self.forget_killers();
        self.steps.iter_mut().for_each(|value| *value /= 2);
    }

    fn forget_killers(&mut self) {
        self.killers.fill([StepWord::default(); KILLERS]);
    }

    /// Returns the number of a step.
    #[inline]
    pub(super) fn index(&self, detail: &StepDetail) -> StepIndex {
        let kind = match (detail.moves, detail.from) {
            (true, Some(_)) => 0,
            (true, None) => 1,
            (false, _) => 2,
        };
        let to = detail.to.map_or(self.squares - 1, usize::from);
        (kind * self.codes + usize::from(detail.piece).min(self.codes - 1)) * self.squares + to
    }

    /// Returns how good a step has been, after the last turn.
    pub(super) fn of(&self, step: StepIndex, previous: StepIndex) -> i32 {
        i32::from(self.steps[step]) + i32::from(self.pairs[self.pair(previous, step)])
    }

    /// Returns which of the killers a step is, from 1.
    #[inline]
    pub(super) fn killer(&self, word: StepWord, ply: usize) -> Option<usize> {
        self.killers.get(ply)?.iter().position(|killer| *killer == word).map(|place| place + 1)
    }

    /// Makes a quiet step the first killer at a distance from the root.
    pub(super) fn add_killer(&mut self, word: StepWord, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != word
        {
            killers.rotate_right(1);
            killers[0] = word;
        }
    }

    /// Notes that a quiet step was good, and others before it were not.
    pub(super) fn reward(
        &mut self,
        step: StepIndex,
        others: &[StepIndex],
        depth: i32,
        previous: StepIndex,
    ) {
        let bonus = bonus(depth);
        self.add(step, previous, bonus);
        for &other in others {
            self.add(other, previous, -bonus);
        }
    }

    /// Returns how good a step has been that captures a piece of this code.
    pub(super) fn of_capture(&self, step: StepIndex, victim: u16) -> i32 {
        i32::from(self.captures[self.capture((step, victim))])
    }

    /// Notes that a capture was good, if one was, and that others before the step that was were not.
    pub(super) fn reward_captures(
        &mut self,
        good: Option<Capture>,
        others: &[Capture],
        depth: i32,
    ) {
        let bonus = bonus(depth);
        let others = others.iter().map(|&other| (other, -bonus));
        for (capture, bonus) in good.map(|good| (good, bonus)).into_iter().chain(others) {
            let at = self.capture(capture);
            grow(&mut self.captures[at], bonus);
        }
    }

    fn capture(&self, (step, victim): Capture) -> usize {
        (step * self.codes + usize::from(victim)) % self.captures.len()
    }

    fn add(&mut self, step: StepIndex, previous: StepIndex, bonus: i32) {
        let pair = self.pair(previous, step);
        for value in [&mut self.steps[step], &mut self.pairs[pair]] {
            grow(value, bonus);
        }
    }

    /// Returns the place of a pair. Last turns that share a row are few and far between in a tree.
    #[inline]
    fn pair(&self, previous: StepIndex, step: StepIndex) -> usize {
        (previous % self.rows) * self.steps.len() + step
    }
}

/// Returns by how much a step is better that was good at a depth.
fn bonus(depth: i32) -> i32 {
    (depth * depth * 17 + 32 * depth).clamp(16, 1600)
}

/// Adds to a history, the less the greater it is.
fn grow(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = i16::try_from(old + bonus - old * bonus.abs() / MOST).unwrap_or(*value);
}

//! How positions have come back, in the game and on the path of the search.

use crate::play::playouts::identity;
use crate::play::search::{Node, Walker};
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::Recurrence;

/// A position that has been there.
#[derive(Clone, Copy, Debug)]
struct Past<S: StateSize> {
    rough: u64,
    state: State<S>,
}

/// The positions of the game and of the path, the oldest first.
#[derive(Debug)]
pub(super) struct Record<S: StateSize> {
    past: Vec<Past<S>>,
    /// How many of them come from the game.
    of_game: usize,
    /// The fewest occurrences that matter to any rule.
    least: Option<u32>,
    /// The positions that matter if they occur once more, without the path.
    frequent: Vec<u64>,
    /// The most occurrences over which rules look back.
    lookback: u8,
    /// Whether positions that the search itself has brought about count.
    pub(super) counts_path: bool,
}

impl<S: StateSize> Record<S> {
    /// Begins with the positions of the game, the last of which is the root.
    pub(super) fn new(walker: &Walker<'_, S>, game: &[State<S>], least: Option<u8>) -> Self {
        let past = |state: &State<S>| Past { rough: walker.rough_identity(state), state: *state };
        let past: Vec<Past<S>> =
            if least.is_some() { game.iter().map(past).collect() } else { Vec::new() };
        let times = |one: &Past<S>| past.iter().filter(|other| other.rough == one.rough).count();
        let matters = |one: &&Past<S>| times(one) + 1 >= usize::from(least.unwrap_or(u8::MAX));
        let frequent = past.iter().filter(matters).map(|one| one.rough).collect();
        Self {
            of_game: past.len(),
            past,
            least: least.map(u32::from),
            frequent,
            lookback: walker.program.lookback,
            counts_path: false,
        }
    }

    /// Returns how often any position has occurred in the game, at most.
    pub(super) fn most_occurrences(&self) -> u32 {
        let game = &self.past[..self.of_game];
        let times = |one: &Past<S>| game.iter().filter(|other| other.rough == one.rough).count();
        u32::try_from(game.iter().map(times).max().unwrap_or(1)).unwrap_or(u32::MAX)
    }

    /// Returns whether positions of the path are to be kept.
    fn keeps_path(&self) -> bool {
        self.least.is_some()
            && (self.counts_path || (self.lookback > 0 && !self.frequent.is_empty()))
    }

    /// Adds a position of the path.
    pub(super) fn push(&mut self, walker: &Walker<'_, S>, state: &State<S>) {
        if self.keeps_path() {
            self.past.push(Past { rough: walker.rough_identity(state), state: *state });
        }
    }

    /// Takes the last position of the path back.
    pub(super) fn pop(&mut self) {
        if self.keeps_path() {
            self.past.pop();
        }
    }

    /// Returns how the position of a node has come back, if so often that it matters, and whether that depends on the path.
    pub(super) fn recurrence(
        &self,
        walker: &mut Walker<'_, S>,
        node: &Node<'_, S>,
    ) -> Option<(Recurrence<State<S>>, bool)> {
        let least = self.least?;
        if self.frequent.is_empty() && !self.counts_path {
            return None;
        }
        let rough = walker.rough_identity(node.state());
        if !self.counts_path && !self.frequent.contains(&rough) {
            return None;
        }
        let of_game = self.past[..self.of_game].iter();
        let counted = if self.counts_path { &self.past[..] } else { &self.past[..self.of_game] };
        let alike = counted.iter().filter(|past| past.rough == rough).count();
        if alike + 1 < least as usize {
            return None;
        }
        let mut key = |state: &State<S>| identity::number(walker.program, state, &mut walker.pool);
        let now = key(node.state());
        let mut is_same = |past: &Past<S>| past.rough == rough && key(&past.state) == now;
        let in_game = of_game.filter(|past| is_same(past)).count();
        let count = counted.iter().filter(|past| is_same(past)).count() + 1;
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if count < least {
            return None;
        }
        let is_by_path = self.lookback > 0 || count as usize > in_game + 1;
        let before = self.past.iter().rev().map(|past| (past.state, is_same(past)));
        Some((Recurrence::with_before(count, self.lookback, before), is_by_path))
    }
}

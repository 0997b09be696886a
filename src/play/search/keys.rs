//! By what a search finds positions again: among those that have occurred, and in its table.
//!
//! These are two things. For repetition, positions are compared as the rules say, which may leave something out or work
//! something out; in the table, positions must differ if anything is different that may follow from them.

use std::hash::{Hash, Hasher};

use super::node::Node;
use super::walker::Walker;
use crate::compile::program::Program;
use crate::ir::SideId;
use crate::play::playouts::identity;
use crate::play::state::State;
use crate::play::state::key::KeyHasher;
use crate::play::state::sizes::StateSize;

/// Boards and numbers of a state, by index.
#[derive(Clone, Debug, Default)]
struct Parts {
    boards: Vec<usize>,
    numbers: Vec<usize>,
}

impl Parts {
    /// Adds them to what has been hashed of a state.
    #[inline]
    fn hash<S: StateSize>(&self, state: &State<S>, hasher: &mut KeyHasher) {
        self.boards.iter().for_each(|&index| state.board(index).hash(hasher));
        self.numbers.iter().for_each(|&index| state.number(index).hash(hasher));
    }
}

/// What is hashed of a state besides the pieces, the hands and the side to move.
#[derive(Clone, Debug, Default)]
pub(super) struct Hashed {
    /// For both.
    shared: Parts,
    /// Only for repetition.
    repeated: Parts,
    /// Only for the table.
    searched: Parts,
    /// Whether numbers are worked out for repetition.
    works_out: bool,
    /// Whether it does not matter for repetition whose turn it is.
    ignores_side: bool,
}

impl Hashed {
    pub(super) fn of<B>(program: &Program<B>, side: SideId) -> Self {
        let (repeated, searched) = (&program.sides[side].repetition_key, &program.search_key);
        let is_searched =
            |number: &usize| searched.numbers.contains(number) && !searched.is_clock(*number);
        let (both, boards): (Vec<usize>, Vec<usize>) =
            repeated.boards.iter().partition(|board| searched.boards.contains(board));
        let (both_numbers, numbers): (Vec<usize>, Vec<usize>) =
            repeated.numbers.iter().partition(|number| is_searched(number));
        let mut other_boards = searched.boards.clone();
        other_boards.retain(|board| !both.contains(board));
        let mut other_numbers = searched.numbers.clone();
        other_numbers.retain(|number| is_searched(number) && !both_numbers.contains(number));
        Self {
            shared: Parts { boards: both, numbers: both_numbers },
            repeated: Parts { boards, numbers },
            searched: Parts { boards: other_boards, numbers: other_numbers },
            works_out: !repeated.worked_out.is_empty(),
            ignores_side: repeated.ignores_side,
        }
    }
}

impl<'p, S: StateSize> Walker<'p, S> {
    /// Returns both keys of a node between turns: the rough one for repetition, and the one for the table.
    pub(crate) fn keys(&self, node: &mut Node<'p, S>) -> (u64, u64) {
        let side = node.state().to_move;
        let Hashed { shared, repeated, searched, works_out, ignores_side } = &self.hashed[side];
        let mut hasher = KeyHasher::default();
        let parts = (shared.boards.iter().copied(), shared.numbers.iter().copied());
        node.state().hash_parts(self.program, parts, &mut hasher);
        let mut path = hasher.clone();
        repeated.hash(node.state(), &mut path);
        if *ignores_side {
            path = KeyHasher::default();
            let compared = &self.program.sides[side].repetition_key;
            node.state().hash_compared(self.program, compared, &mut path);
        }
        if *works_out {
            for number in &self.program.sides[side].repetition_key.worked_out {
                node.run.number(number).hash(&mut path);
            }
        }
        let state = node.state();
        searched.hash(state, &mut hasher);
        if self.program.search_key.turn_number {
            state.turn_number.hash(&mut hasher);
        }
        state.over.hash(&mut hasher);
        (path.finish(), state.with_clocks(self.program, hasher.finish()))
    }

    /// Returns the node of a state to which a turn leads that begins in a node.
    pub(crate) fn node_after(&mut self, node: &Node<'p, S>, state: &State<S>) -> Node<'p, S> {
        let mut next = self.node(state);
        next.run.remember(&node.run.past.and(self.program, node.state()));
        next
    }

    /// Returns the number that stands for all by which a state with some rough key is compared for repetition.
    pub(crate) fn identity(&mut self, state: &State<S>, rough: u64) -> u64 {
        identity::exact_key(self.program, state, rough, &mut self.pool).unwrap_or(rough)
    }
}

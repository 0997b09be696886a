//! Which positions are the same for repetition, and what lies before them.

use super::node::Node;
use super::walker::Walker;
use crate::ir::SideId;
use crate::play::playouts::identity;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::key::KeyHasher;
use crate::play::state::sizes::StateSize;
use std::hash::Hasher;

impl<'p, S: StateSize> Walker<'p, S> {
    /// Returns what a state between two turns is compared by for repetition, as the rules compare it.
    pub(crate) fn repetition_key(&mut self, compiled: &'p Compiled<S>, state: &State<S>) -> u64 {
        identity::number(&compiled.program, state, &mut self.pool)
    }

    /// Returns the node of a state to which a turn leads that begins in a node.
    pub(crate) fn node_after(&mut self, node: &Node<'p, S>, state: &State<S>) -> Node<'p, S> {
        let mut next = self.node(state);
        next.run.remember(&node.run.past.and(self.program, node.state()));
        next
    }

    /// Returns a number that is the same for all states that are the same for repetition, and quickly found.
    pub(crate) fn rough_identity(&self, state: &State<S>) -> u64 {
        let mut hasher = KeyHasher::default();
        let mut state = *state;
        if self.program.sides[SideId::FIRST].repetition_key.ignores_side {
            state.to_move = SideId::FIRST;
        }
        state.hash_parts(self.program, (std::iter::empty(), std::iter::empty()), &mut hasher);
        hasher.finish()
    }
}

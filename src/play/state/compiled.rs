//! A compiled game, for states of one size.

use std::sync::Arc;

use crate::compile::program::Program;
use crate::ir::Game;
use crate::play::state::State;
use crate::play::state::convert::{position_of, state_of};
use crate::play::state::sizes::StateSize;
use crate::state::Position;

/// A compiled game of one size.
#[derive(Debug)]
pub(crate) struct Compiled<S: StateSize> {
    /// The game.
    pub(crate) game: Arc<Game>,
    /// What it was compiled to.
    pub(crate) program: Program<S::Board>,
}

impl<S: StateSize> Compiled<S> {
    /// Returns the compact state of a position.
    pub(crate) fn state_of(&self, position: &Position) -> State<S> {
        state_of(&self.game, &self.program, position)
    }

    /// Returns the position of a compact state.
    pub(crate) fn position_of(&self, state: &State<S>) -> Position {
        position_of(&self.game, &self.program, state)
    }
}

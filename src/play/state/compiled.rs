//! A compiled game, for states of one size.

use std::sync::Arc;

use crate::compile::program::Program;
use crate::ir::Game;
use crate::play::state::sizes::StateSize;

/// A compiled game of one size.
#[derive(Debug)]
pub(crate) struct Compiled<S: StateSize> {
    /// The game.
    pub(crate) game: Arc<Game>,
    /// What it was compiled to.
    pub(crate) program: Program<S::Board>,
}

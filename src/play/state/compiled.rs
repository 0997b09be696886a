//! A compiled game, for states of one size.

use std::sync::Arc;

use crate::compile::program::Program;
use crate::ir::Game;
use crate::play::state::StateSize;

/// A compiled game of one size.
#[derive(Debug)]
pub struct Compiled<S: StateSize> {
    /// The game.
    pub game: Arc<Game>,
    /// What was made of it.
    pub program: Program<S::Board>,
}

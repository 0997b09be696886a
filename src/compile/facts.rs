//! What is found out about a game before it is played.

use super::attack::Attacks;
use super::bits::Bits;
use super::program::Program;
use super::safety::Safety;
use crate::ir::Game;

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub struct Facts<B> {
    /// For each side, how its attacks are told from tables; `None` where they are not.
    pub attacks: [Option<Attacks<B>>; 2],
    /// For each side, what is known of its moves; `None` where each must be tried.
    pub safety: [Option<Safety<B>>; 2],
}

impl<B: Bits> Facts<B> {
    /// Finds out what can be known of a compiled game; there is room for that many groups of pieces that attack alike.
    pub fn of(game: &Game, program: &Program<B>, groups: usize) -> Self {
        let attacks = [0, 1].map(|side| Attacks::of(game, program, side, groups));
        let safety =
            [0, 1].map(|side| Safety::of(game, program, attacks[1 - side].as_ref(), side, groups));
        Self { attacks, safety }
    }
}

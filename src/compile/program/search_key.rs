//! The search key: what distinguishes states for a search.

use crate::ir::Comparison;

/// The parts of a state, besides the pieces, the hands, the side to move and the end of the game, on which any later turn
/// or ending can depend.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchKey {
    /// Boards of the state, by index.
    pub(crate) boards: Vec<usize>,
    /// Numbers of the state, by index.
    pub(crate) numbers: Vec<usize>,
    /// Whether the number of the turn is one of them.
    pub(crate) turn_number: bool,
    /// Those of the numbers that nothing but the endings by the record asks for.
    pub(crate) clocks: Vec<Clock>,
    /// Whether the game may end by the record in a position that occurs for the first time and with all clocks far from their
    /// limits.
    pub(crate) ends_unforeseen: bool,
}

/// A number of the state that only limits how long a game goes on without progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// Its index.
    pub(crate) number: usize,
    /// The value with which it is compared.
    pub(crate) limit: i32,
    /// Whether an ending asks if it is greater, or less.
    pub(crate) asked: Asked,
}

/// On which sides of its limit an ending asks for a clock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    /// Whether it is greater.
    pub(crate) greater: bool,
    /// Whether it is less.
    pub(crate) less: bool,
}

impl Asked {
    /// Adds what a comparison asks.
    pub(crate) fn add(&mut self, comparison: Comparison) {
        self.greater |= comparison.holds(1, 0);
        self.less |= comparison.holds(0, 1);
    }
}

impl SearchKey {
    /// Tells whether a number is a clock.
    pub(crate) fn is_clock(&self, number: usize) -> bool {
        self.clocks.iter().any(|clock| clock.number == number)
    }
}

//! The search key: what distinguishes states for a search.

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
}

/// A number of the state that only limits how long a game goes on without progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// Its index.
    pub(crate) number: usize,
    /// The value with which it is compared.
    pub(crate) limit: i32,
}

impl SearchKey {
    /// Tells whether a number is a clock.
    pub(crate) fn is_clock(&self, number: usize) -> bool {
        self.clocks.iter().any(|clock| clock.number == number)
    }
}

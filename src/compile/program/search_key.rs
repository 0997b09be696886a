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
}

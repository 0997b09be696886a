//! How a game ended.

use crate::ir::SideId;

/// Who won, and why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameResult {
    /// The side that won; `None` for a draw.
    pub winner: Option<SideId>,
    /// The reason in the words of the rules file.
    pub reason: String,
}

//! What is known of a node before its steps are tried.

use super::tree::At;
use crate::play::search::StepWord;

/// What is known of a node before its steps are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// The side whose turn it is.
    pub(super) side: u8,
    /// What the value is compared with: it does not matter by how much it is outside.
    pub(super) window: (i32, i32),
    /// How many turns are left to be searched.
    pub(super) depth: i32,
    pub(super) at: At,
    /// The key in the transposition table.
    pub(super) key: u64,
    /// What the evaluation says; nothing in check or inside a turn, where no step is left out.
    pub(super) evaluation: Option<i32>,
    /// The step of the table.
    pub(super) word: Option<StepWord>,
    /// A step that is not tried, to see how good the others are.
    pub(super) excluded: Option<StepWord>,
    /// By how many turns the step of the table is searched deeper.
    pub(super) extension: i32,
    pub(super) in_check: bool,
    /// Whether the side stands better than one turn of its own ago.
    pub(super) improves: bool,
}

impl Situation {
    /// Tells whether the true value is wanted, not only on which side of a bound it is.
    pub(super) fn is_wide(&self) -> bool {
        self.window.1 - self.window.0 > 1
    }
}

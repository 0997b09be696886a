//! What is known of a node before its steps are tried.

use super::outcome::Window;
use super::tree::At;
use crate::ir::SideId;
use crate::play::search::StepWord;

/// What is known of a node before its steps are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// The side whose turn it is.
    pub(super) side: SideId,
    pub(super) window: Window,
    /// How many turns are left to be searched.
    pub(super) depth: i32,
    pub(super) at: At,
    /// The key in the transposition table.
    pub(super) key: u64,
    /// The static evaluation; nothing in check or inside a turn, where no step is pruned.
    pub(super) evaluation: Option<i32>,
    /// The step of the transposition table.
    pub(super) table_step: Option<StepWord>,
    /// A step that is not tried, to see how good the others are.
    pub(super) excluded: Option<StepWord>,
    /// By how many turns the step of the table is searched deeper.
    pub(super) extension: i32,
    pub(super) in_check: bool,
    /// Whether the side stands better than one turn of its own ago.
    pub(super) improving: bool,
}

impl Situation {
    /// Returns whether the node may lie on the principal variation.
    pub(super) fn is_pv(&self) -> bool {
        !self.window.is_null()
    }
}

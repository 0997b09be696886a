//! How many steps the sides could choose from on the path of the search.
//!
//! Where it matters whether a side has a legal turn at all, this shows where to look: whoever could choose from many steps a
//! moment ago has hardly none now.

use crate::ir::SideId;

/// A side with so many steps or more has a turn next time, too.
const MANY: usize = 8;

/// How many turns back it is looked.
const BACK: usize = 4;

/// By turns from the root, whose turn it was and from how many steps that side could choose; `None` where that says little, as
/// in check.
#[derive(Clone, Debug, Default)]
pub(super) struct Freedom(Vec<(SideId, Option<usize>)>);

impl Freedom {
    /// Notes from how many steps a side can choose.
    #[inline]
    pub(super) fn note(&mut self, ply: usize, side: SideId, steps: Option<usize>) {
        if self.0.len() <= ply {
            self.0.resize(ply + 1, (side, None));
        }
        self.0[ply] = (side, steps);
    }

    /// Returns whether a side may have no turn: at once after a turn of the root, and where it has had few lately.
    #[inline]
    pub(super) fn may_be_stuck(&self, ply: usize, side: SideId) -> bool {
        let end = ply.min(self.0.len());
        let before = self.0[ply.saturating_sub(BACK).min(end)..end].iter();
        let own = before.filter(|(other, _)| *other == side).filter_map(|(_, steps)| *steps);
        own.max().map_or(ply <= 1, |steps| steps < MANY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_turn_of_a_side_counts() {
        let mut freedom = Freedom::default();
        freedom.note(0, SideId::FIRST, Some(40));
        assert!(freedom.may_be_stuck(1, SideId::LAST), "nothing is known");
        freedom.note(1, SideId::LAST, Some(3));
        assert!(!freedom.may_be_stuck(2, SideId::FIRST));
        freedom.note(2, SideId::FIRST, None);
        assert!(!freedom.may_be_stuck(3, SideId::FIRST));
        assert!(freedom.may_be_stuck(3, SideId::LAST));
        assert!(!freedom.may_be_stuck(9, SideId::LAST), "that was long ago");
    }
}

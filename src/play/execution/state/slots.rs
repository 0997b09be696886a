//! Slots: the registers in which the statements of a turn keep squares, pieces, types and numbers.

use crate::ir::{Id, SideId, SlotId, SquareIndex};

/// How many slots are kept in place, without an allocation.
const FEW_SLOTS: usize = 16;

/// The value of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Binding {
    /// Nothing.
    #[default]
    Nothing,
    /// A square.
    Square(SquareIndex),
    /// A piece in hand: whose hand, and the piece type.
    Hand(SideId, u16),
    /// A piece type.
    Type(u16),
    /// A number.
    Number(i32),
    /// A captured piece, as it was before the capture.
    Victim(Occupant),
}

/// A square with what is, or was, on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occupant {
    /// The square.
    pub(crate) square: SquareIndex,
    /// The piece code (see [`Layout::code`](crate::compile::program::layout::Layout::code)), or that of an empty square.
    pub(crate) code: u16,
    /// The marks of the piece, one bit each.
    pub(crate) marks: u16,
    /// The number of the piece.
    pub(crate) number: i16,
    /// The tokens on the square, one bit each.
    pub(crate) tokens: u64,
}

/// The values of all slots.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    few: [Binding; FEW_SLOTS],
    /// Which of the slots in place may hold something, one bit each.
    used: u32,
    /// The remaining slots, if a game has more.
    many: Vec<Binding>,
}

impl Slots {
    /// Makes empty slots.
    pub(crate) fn new(count: usize) -> Self {
        let many = vec![Binding::Nothing; count.saturating_sub(FEW_SLOTS)];
        Self { few: [Binding::Nothing; FEW_SLOTS], used: 0, many }
    }

    /// Empties all slots.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.empty(u32::MAX);
        if !self.many.is_empty() {
            self.many.fill(Binding::Nothing);
        }
    }

    /// Returns whether one of the given slots in place (one bit each) may hold something.
    pub(crate) fn are_used(&self, slots: u32) -> bool {
        self.used & slots != 0
    }

    /// Empties the given slots in place (one bit each).
    #[inline]
    pub(crate) fn empty(&mut self, slots: u32) {
        let mut left = self.used & slots;
        self.used &= !slots;
        while left != 0 {
            self.few[left.trailing_zeros() as usize % FEW_SLOTS] = Binding::Nothing;
            left &= left - 1;
        }
    }

    /// Copies the values of other slots, reusing the allocation.
    #[inline]
    pub(crate) fn copy_from(&mut self, others: &Self) {
        let mut changed = self.used | others.used;
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize % FEW_SLOTS;
            self.few[slot] = others.few[slot];
            changed &= changed - 1;
        }
        self.used = others.used;
        if !others.many.is_empty() {
            self.many.clone_from(&others.many);
        }
    }

    /// Returns the value of a slot.
    #[inline]
    pub(crate) fn get(&self, slot: SlotId) -> Binding {
        let slot = slot.index();
        if slot < FEW_SLOTS { self.few[slot] } else { self.many[slot - FEW_SLOTS] }
    }

    /// Sets a slot and returns its former value.
    #[inline]
    pub(crate) fn set(&mut self, slot: SlotId, bound: Binding) -> Binding {
        let slot = slot.index();
        if slot >= FEW_SLOTS {
            return std::mem::replace(&mut self.many[slot - FEW_SLOTS], bound);
        }
        self.used |= 1 << slot;
        std::mem::replace(&mut self.few[slot], bound)
    }
}

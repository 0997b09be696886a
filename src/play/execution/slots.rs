//! The slots of a turn: what its statements have bound.

/// The most slots that need no memory of their own.
const FEW_SLOTS: usize = 16;

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// Nothing.
    #[default]
    Nothing,
    /// A square.
    Square(u8),
    /// A piece in a hand: whose, and its type.
    Hand(u8, u16),
    /// A type.
    Type(u16),
    /// A number.
    Number(i32),
    /// A piece as it was when it was captured.
    Victim(Subject),
}

/// A square with what stands there, or stood there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The square.
    pub square: u8,
    /// The piece's code.
    pub code: u16,
    /// Its marks.
    pub marks: u16,
    /// Its number.
    pub number: i16,
    /// The tokens there.
    pub tokens: u64,
}

/// What the slots hold.
#[derive(Clone, Debug)]
pub struct Slots {
    few: [Bound; FEW_SLOTS],
    /// Which of the few hold something, one bit for each.
    used: u32,
    /// The others, if there are so many.
    many: Vec<Bound>,
}

impl Slots {
    /// Makes empty slots.
    pub fn new(count: usize) -> Self {
        let many = vec![Bound::Nothing; count.saturating_sub(FEW_SLOTS)];
        Self { few: [Bound::Nothing; FEW_SLOTS], used: 0, many }
    }

    /// Empties the slots.
    pub fn clear(&mut self) {
        self.empty(u32::MAX);
        if !self.many.is_empty() {
            self.many.fill(Bound::Nothing);
        }
    }

    /// Tells whether one of the first slots holds something, as far as one bit for each says.
    pub fn are_used(&self, slots: u32) -> bool {
        self.used & slots != 0
    }

    /// Empties some of the first slots, one bit for each.
    #[inline]
    pub fn empty(&mut self, slots: u32) {
        let mut left = self.used & slots;
        self.used &= !slots;
        while left != 0 {
            self.few[left.trailing_zeros() as usize % FEW_SLOTS] = Bound::Nothing;
            left &= left - 1;
        }
    }

    /// Takes over what other slots hold.
    pub fn copy(&mut self, others: &Self) {
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

    /// Returns what a slot holds.
    #[inline]
    pub fn get(&self, slot: u16) -> Bound {
        let slot = usize::from(slot);
        if slot < FEW_SLOTS { self.few[slot] } else { self.many[slot - FEW_SLOTS] }
    }

    /// Puts something into a slot and returns what it held.
    #[inline]
    pub fn set(&mut self, slot: u16, bound: Bound) -> Bound {
        let slot = usize::from(slot);
        if slot >= FEW_SLOTS {
            return std::mem::replace(&mut self.many[slot - FEW_SLOTS], bound);
        }
        self.used |= 1 << slot;
        std::mem::replace(&mut self.few[slot], bound)
    }
}

//! How large expressions and ways are: of how many parts they consist.
//!
//! What analysis charges for, so that no file comes to more than memory holds.

use super::expression::{Squares, Truth};
use super::part::Part;
use super::pattern::{Limit, Walk};

impl Squares {
    /// Returns of how many parts the set consists.
    pub fn size(&self) -> usize {
        Part::from(self).size()
    }
}

impl Truth {
    /// Returns of how many parts the condition consists.
    pub fn size(&self) -> usize {
        Part::from(self).size()
    }
}

impl Walk {
    /// Returns of how many parts the way consists.
    pub fn size(&self) -> usize {
        Part::from(self).size()
    }
}

impl Limit {
    /// Returns of how many parts the number consists that the limit may be.
    pub fn size(&self) -> usize {
        match self {
            Self::Times(_) | Self::Unlimited | Self::Half => 0,
            Self::Count(number) | Self::Exactly(number) | Self::AtLeast(number) => {
                Part::from(number).size()
            }
        }
    }
}

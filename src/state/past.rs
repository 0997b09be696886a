//! The positions of a game before the one now, for rules that forbid what would come back.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::position::Position;
use super::shared_list::SharedList;

/// The positions of a game before a position; none where no rule asks for them, or where nothing is known of them.
///
/// It is no part of what the position is: two positions that differ in nothing else are the same.
#[derive(Clone)]
pub struct Past(SharedList<Position>);

impl Past {
    /// Returns the positions before one that comes right after `position`.
    pub fn after(position: &Position) -> Self {
        let mut position = position.clone();
        let Self(before) = std::mem::take(&mut position.past);
        Self(before.with(position))
    }

    /// Iterates over the positions, the newest first.
    pub fn iter(&self) -> impl Iterator<Item = &Position> {
        self.0.iter()
    }

    /// Tells whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Default for Past {
    fn default() -> Self {
        Self(SharedList::NOTHING)
    }
}

impl PartialEq for Past {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Past {}

impl Hash for Past {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Past({})", self.iter().count())
    }
}

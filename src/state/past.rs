//! The positions of a game before the one now, for rules that forbid what would come back.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::position::Position;

/// The positions of a game before a position; none where no rule asks for them, or where nothing is known of them.
///
/// It is no part of what the position is: two positions that differ in nothing else are the same.
#[derive(Clone, Default)]
pub struct Past(Option<Arc<Earlier>>);

/// A position, and those before it.
struct Earlier {
    position: Position,
    before: Past,
}

impl Past {
    /// Returns the positions before one that comes right after `position`.
    pub fn after(position: &Position) -> Self {
        let mut position = position.clone();
        let before = std::mem::take(&mut position.past);
        Self(Some(Arc::new(Earlier { position, before })))
    }

    /// Iterates over the positions, the newest first.
    pub fn iter(&self) -> impl Iterator<Item = &Position> {
        let mut next = self;
        std::iter::from_fn(move || {
            let earlier = next.0.as_deref()?;
            next = &earlier.before;
            Some(&earlier.position)
        })
    }

    /// Tells whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl Drop for Past {
    /// Takes a long game apart position by position: one inside the other they would need too much of the stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(earlier) = next {
            next = Arc::into_inner(earlier).and_then(|mut earlier| earlier.before.0.take());
        }
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

//! The states of a game before a turn, for rules that forbid what would come back.

use std::sync::Arc;

use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// The states of a game before one, with what each is compared by; none where no rule asks for them.
#[derive(Debug)]
pub(crate) struct Past<S: StateSize>(Option<Arc<Earlier<S>>>);

/// A state, and those before it.
#[derive(Debug)]
struct Earlier<S: StateSize> {
    /// What it is compared by.
    key: u64,
    /// The state itself, where rules look back at it.
    state: Option<Box<State<S>>>,
    before: Past<S>,
}

impl<S: StateSize> Past<S> {
    /// A past of which nothing is known.
    pub(crate) const NOTHING: Self = Self(None);

    /// Returns it with one more state.
    pub(crate) fn with(&self, key: u64, state: Option<Box<State<S>>>) -> Self {
        Self(Some(Arc::new(Earlier { key, state, before: self.clone() })))
    }

    /// Tells whether nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Iterates over the keys, the newest first, each with the state where that is kept.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, Option<&State<S>>)> {
        let mut next = self;
        std::iter::from_fn(move || {
            let earlier = next.0.as_deref()?;
            next = &earlier.before;
            Some((earlier.key, earlier.state.as_deref()))
        })
    }
}

impl<S: StateSize> Clone for Past<S> {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S: StateSize> Drop for Past<S> {
    /// Takes a long game apart state by state: one inside the other they would need too much of the stack.
    #[inline]
    fn drop(&mut self) {
        if self.0.is_some() {
            take_apart(self);
        }
    }
}

#[cold]
fn take_apart<S: StateSize>(past: &mut Past<S>) {
    let mut next = past.0.take();
    while let Some(earlier) = next {
        next = Arc::into_inner(earlier).and_then(|mut earlier| earlier.before.0.take());
    }
}

//! Lists whose copies share what they have in common.

use std::fmt;
use std::sync::Arc;

/// A list that grows at one end, the newest item first: a copy costs nothing, and items stay as they are.
pub(crate) struct SharedList<T>(Option<Arc<Link<T>>>);

/// An item, and those before it.
struct Link<T> {
    item: T,
    before: SharedList<T>,
}

impl<T> SharedList<T> {
    /// The list without items.
    pub(crate) const NOTHING: Self = Self(None);

    /// Returns it with one more item.
    pub(crate) fn with(&self, item: T) -> Self {
        Self(Some(Arc::new(Link { item, before: self.clone() })))
    }

    /// Tells whether there is no item.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Iterates over the items, the newest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let mut next = self;
        std::iter::from_fn(move || {
            let link = next.0.as_deref()?;
            next = &link.before;
            Some(&link.item)
        })
    }
}

impl<T> Clone for SharedList<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Drop for SharedList<T> {
    /// Takes a long list apart item by item: one inside the other they would need too much of the stack.
    #[inline]
    fn drop(&mut self) {
        if self.0.is_some() {
            take_apart(self);
        }
    }
}

#[cold]
fn take_apart<T>(list: &mut SharedList<T>) {
    let mut next = list.0.take();
    while let Some(link) = next {
        next = Arc::into_inner(link).and_then(|mut link| link.before.0.take());
    }
}

impl<T> fmt::Debug for SharedList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedList({})", self.iter().count())
    }
}

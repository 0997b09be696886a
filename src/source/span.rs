//! Places in files, by byte offset.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// The number of a file in a [`SourceMap`](super::SourceMap), from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A stretch of one file, from byte `start` up to but not including byte `end`.
///
/// Spans are ordered by file, then by place, so that sorting diagnostics by span puts them in
/// reading order. [`Span::NONE`] sorts after every real place.
///
/// What a family (`each … in …`) writes out has the place of what it is a copy of. Such spans are equal, as
/// there is one place to look at or to mend; [`copy`](Self::copy) tells them apart for quotations.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset just after the last byte.
    pub end: u32,
    /// Which copy of the text there this is, as the [`SourceMap`](super::SourceMap) counts them; 0 if it is none.
    pub copy: u32,
}

/// Set in the copy of a place that is that of an argument.
const ARGUMENT: u32 = 1 << 31;

impl Span {
    /// The place of things that were written nowhere, such as built-in names.
    pub const NONE: Self = Self { source: SourceId(u32::MAX), start: 0, end: 0, copy: 0 };

    /// Makes a span; an `end` before `start` is moved up to `start`.
    pub const fn new(source: SourceId, start: u32, end: u32) -> Self {
        let end = if end < start { start } else { end };
        Self { source, start, end, copy: 0 }
    }

    /// Returns the same place as part of a copy.
    #[must_use]
    pub const fn in_copy(self, copy: u32) -> Self {
        Self { copy, ..self }
    }

    /// Returns the same place as that of what stands in place of a parameter: what is around it lies elsewhere.
    #[must_use]
    pub const fn as_argument(self) -> Self {
        self.in_copy(self.copy | ARGUMENT)
    }

    /// Returns which copy it is of what a family wrote out.
    pub(super) const fn copy_of_family(self) -> u32 {
        self.copy & !ARGUMENT
    }

    /// Tells whether this is the place of what stands in place of a parameter.
    pub(crate) const fn is_argument(self) -> bool {
        self.copy & ARGUMENT != 0
    }

    /// Makes an empty span: a point between two characters.
    pub const fn point(source: SourceId, offset: u32) -> Self {
        Self::new(source, offset, offset)
    }

    /// Tells whether this is [`Span::NONE`], a place in no file.
    pub const fn is_none(self) -> bool {
        self.source.0 == u32::MAX
    }

    /// Tells whether the span covers no bytes.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the number of bytes covered.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns the smallest span that covers both.
    ///
    /// A span that is nowhere adds nothing. Spans of two different files cannot be joined; the
    /// first one is returned then. What joins two copies is part of neither, and an argument adds nothing to
    /// what it is put into.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        if self.is_none() {
            return other;
        }
        if other.is_none() || other.source != self.source {
            return self;
        }
        match (self.is_argument(), other.is_argument()) {
            (true, false) => return other,
            (false, true) => return self,
            (true, true) | (false, false) => {}
        }
        let joined = Self::new(self.source, self.start.min(other.start), self.end.max(other.end));
        joined.in_copy(if self.copy == other.copy { self.copy } else { 0 })
    }

    /// Tells whether `other` lies wholly inside this span.
    pub fn contains(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// Returns the empty span just before this one, where something could be inserted.
    #[must_use]
    pub const fn before(self) -> Self {
        Self::point(self.source, self.start)
    }

    /// Returns the empty span just after this one, where something could be appended.
    #[must_use]
    pub const fn after(self) -> Self {
        Self::point(self.source, self.end)
    }
}

impl PartialEq for Span {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Span {}

impl PartialOrd for Span {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Span {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.source, self.start, self.end).cmp(&(other.source, other.start, other.end))
    }
}

impl Hash for Span {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.source, self.start, self.end).hash(state);
    }
}

impl Default for Span {
    /// Returns [`Span::NONE`].
    fn default() -> Self {
        Self::NONE
    }
}

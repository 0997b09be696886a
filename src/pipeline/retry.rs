//! Trying what would be wrong if a file had another word at a place.

use std::ops::Range;

use crate::diag::{Diagnostic, Sink};
use crate::source::{FileError, Files, SourceId, SourceMap, Span};

/// So many words are tried at most.
const MAX_TRIES: usize = 60;

/// Nothing is tried in games of more text than this: all its words are compared with each that is tried.
const MAX_BYTES: usize = 400_000;

/// So many bytes of rules are read and analysed again, or a little more, copies included: about a second's work.
const MAX_WORK: usize = 3_000_000;

/// With more errors than these a single word is not what is wrong.
const MAX_ERRORS: usize = 20;

/// Reads the game with other files in place of its own and returns what is wrong, and how many bytes were analysed.
type Read<'a> = dyn Fn(&dyn Files) -> (Sink, usize) + 'a;

/// Reads a game again with another word somewhere.
pub(super) struct Retry<'a> {
    files: &'a dyn Files,
    sources: &'a SourceMap,
    read: &'a Read<'a>,
    errors: usize,
    left: usize,
    work_left: usize,
}

impl<'a> Retry<'a> {
    /// Prepares to try words where this was found.
    pub(super) fn new(
        files: &'a dyn Files,
        sources: &'a SourceMap,
        found: &Sink,
        read: &'a Read<'a>,
    ) -> Self {
        let errors = found.iter().filter(|one| one.is_error()).count();
        let bytes: usize = sources.ids().map(|id| sources.text(id).len()).sum();
        let is_sensible = errors <= MAX_ERRORS && bytes <= MAX_BYTES;
        let left = if is_sensible { MAX_TRIES } else { 0 };
        Self { files, sources, read, errors, left, work_left: MAX_WORK }
    }

    /// Tells whether enough has been tried.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0 || self.work_left == 0
    }

    /// Returns how many errors there are now.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// Returns how many errors there are with another word at a place of a file, if that is less than now, and none on the
    /// line of the error.
    pub(super) fn errors_with(
        &mut self,
        file: SourceId,
        place: Range<usize>,
        word: &str,
        error: Span,
    ) -> Option<usize> {
        let after = self.after(file, place, word, error)?;
        (after.errors < self.errors && after.there.is_none()).then_some(after.errors)
    }

    /// Returns what would be wrong with another word at a place of a file; `None` if enough has been tried.
    pub(super) fn after(
        &mut self,
        file: SourceId,
        place: Range<usize>,
        word: &str,
        error: Span,
    ) -> Option<After> {
        self.sources.text(file).get(place.clone())?;
        if self.is_spent() {
            return None;
        }
        self.left -= 1;
        let mut text = self.sources.text(file).to_owned();
        text.replace_range(place, word);
        let path = self.sources.name(file);
        let (found, size) = (self.read)(&Altered { files: self.files, path, text: &text });
        self.work_left = self.work_left.saturating_sub(size);
        let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.is_error()).collect();
        let line = self.sources.line_column(error).line;
        // Another text has its own places, but those of lines stay.
        let is_there = |one: &&Diagnostic| {
            let span = one.primary.span;
            let before = text.get(..span.start as usize).unwrap_or("");
            span.source == error.source && before.matches('\n').count() + 1 == line
        };
        let there = errors.iter().find(|one| is_there(one)).map(|one| one.primary.span.start);
        Some(After { errors: errors.len(), there: there.map(|at| at as usize) })
    }
}

/// What is wrong after a change.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// How many errors there are.
    pub(super) errors: usize,
    /// Where there is still one on the line of the error.
    pub(super) there: Option<usize>,
}

/// Files of which one has another text.
struct Altered<'a> {
    files: &'a dyn Files,
    path: &'a str,
    text: &'a str,
}

impl Files for Altered<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == self.path {
            return Ok(Some(self.text.to_owned()));
        }
        self.files.read(name)
    }

    fn names(&self) -> Vec<String> {
        self.files.names()
    }
}

//! The place where a stage puts what it finds, so that nobody stops at the first error.

use super::{Code, Diagnostic, Severity, suggest};

/// The largest number of diagnostics that are reported at once.
pub const MAX_DIAGNOSTICS: usize = 200;

/// A collection of diagnostics, without repetitions and of bounded size.
///
/// When it is full, errors push out warnings; what found no room is counted and mentioned at the
/// end. The order of [`Sink::into_vec`] is the order of the files, not that of the checks.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
}

impl Sink {
    /// Makes an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic, unless exactly the same one is there already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.contains(&diagnostic) {
            return;
        }
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
            return;
        }
        self.left_out += 1;
        if diagnostic.is_error()
            && let Some(last_warning) = self.diagnostics.iter().rposition(|held| !held.is_error())
        {
            self.diagnostics.remove(last_warning);
            self.diagnostics.push(diagnostic);
        }
    }

    /// Tells whether nothing that is found from now on can be shown: what helps with it need not be looked for.
    pub fn is_full(&self) -> bool {
        self.count(Severity::Error) >= MAX_DIAGNOSTICS
    }

    /// Returns the candidate that [`suggest::closest`] finds, or none where a complaint about the name could not be shown:
    /// every unknown name is compared with every declared one, and a file has thousands of both.
    pub fn closest<'a>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        if self.is_full() { None } else { suggest::closest(name, candidates) }
    }

    /// Tells whether an error was found; warnings do not count.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Tells whether an error was found that has another code.
    pub fn has_errors_besides(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|found| found.is_error() && found.code != code)
    }

    /// Tells whether nothing at all was found.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Returns the number of diagnostics held.
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Returns the number of diagnostics that found no room.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Returns the number of diagnostics held of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|held| held.severity == severity).count()
    }

    /// Returns the diagnostics in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.diagnostics.iter()
    }

    /// Adds everything another collection holds.
    pub fn append(&mut self, other: Self) {
        self.left_out += other.left_out;
        self.extend(other.diagnostics);
    }

    /// Returns the diagnostics in reading order.
    ///
    /// If some were left out, the last one says so in a note.
    pub fn into_vec(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|held| held.primary.span);
        if let (1.., Some(last)) = (self.left_out, self.diagnostics.last_mut()) {
            let note = match self.left_out {
                1 => "1 more diagnostic was left out; mend these first".to_owned(),
                many => format!("{many} more diagnostics were left out; mend these first"),
            };
            last.notes.push(note);
        }
        self.diagnostics
    }
}

impl Extend<Diagnostic> for Sink {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: T) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl<'a> IntoIterator for &'a Sink {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::super::codes;
    use super::*;
    use crate::source::{SourceId, Span};

    fn error(offset: u32) -> Diagnostic {
        codes::SYNTAX.at(Span::point(SourceId(0), offset), "oh")
    }

    fn warning(offset: u32) -> Diagnostic {
        codes::NO_ENDING.at(Span::point(SourceId(0), offset), "hm")
    }

    fn starts(sink: Sink) -> Vec<u32> {
        sink.into_vec().iter().map(|diagnostic| diagnostic.primary.span.start).collect()
    }

    #[test]
    fn comes_out_in_reading_order_without_repetitions() {
        let mut sink = Sink::new();
        sink.extend([error(9), warning(3), error(9), error(5)]);
        assert_eq!(sink.count(Severity::Error), 2);
        assert_eq!(starts(sink), [3, 5, 9]);
    }

    #[test]
    fn warnings_are_not_errors() {
        let mut sink = Sink::new();
        sink.push(warning(1));
        assert!(!sink.has_errors() && !sink.is_empty());
        sink.push(error(1));
        assert!(sink.has_errors());
    }

    #[test]
    fn says_how_many_were_left_out() {
        let mut sink = Sink::new();
        sink.extend((0..250).map(error));
        assert_eq!(sink.left_out(), 50);
        let all = sink.into_vec();
        assert_eq!(all.len(), MAX_DIAGNOSTICS);
        assert_eq!(all[199].notes, ["50 more diagnostics were left out; mend these first"]);
        assert!(all[198].notes.is_empty());
    }

    #[test]
    fn helps_as_long_as_there_is_room_for_an_error() {
        let mut sink = Sink::new();
        sink.extend((0..300).map(warning));
        assert_eq!(sink.closest("leapr", ["leaper"]), Some("leaper"));
        sink.extend((0..300).map(error));
        assert!(sink.is_full());
        assert_eq!(sink.closest("leapr", ["leaper"]), None);
    }

    #[test]
    fn errors_push_out_warnings() {
        let mut sink = Sink::new();
        sink.extend((0..300).map(warning));
        sink.push(error(7));
        assert!(sink.has_errors());
        assert_eq!((sink.len(), sink.left_out()), (MAX_DIAGNOSTICS, 101));
    }
}

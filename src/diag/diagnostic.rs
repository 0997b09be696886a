//! The diagnostic itself.

use std::fmt;

use crate::source::Span;

use super::{Code, Sink};

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game cannot be used until this is mended.
    Error,
    /// The game can be used, though it may not be what was meant.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A marked place with a few words; the words may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said about it.
    pub text: String,
}

/// A change to the text that would solve or at least address the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The text to be replaced; an empty span inserts.
    pub span: Span,
    /// What to put there; an empty text deletes.
    pub replacement: String,
    /// What the change does, in the words of a help line.
    pub message: String,
    /// What it is to other changes, and to what stands there; nothing is read out of the message.
    pub(crate) kind: SuggestionKind,
}

/// What a suggestion is to others, and to what stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuggestionKind {
    /// Something else is written there.
    Change,
    /// A word is spelt otherwise, as [`Diagnostic::did_you_mean`] suggests.
    Spelling,
    /// It is done in place of what is suggested before it.
    Alternative,
}

impl Suggestion {
    /// Makes the suggestion to spell a word otherwise.
    pub(crate) fn spelling(span: Span, word: &str) -> Self {
        let message = worded(format!("did you mean `{word}`?"));
        Self { span, replacement: word.to_owned(), message, kind: SuggestionKind::Spelling }
    }

    /// Makes it something to be done in place of what is suggested before it, and says where.
    #[must_use]
    pub(crate) fn or_else(mut self, place: &str) -> Self {
        self.message = worded(format!("or, {place}: {}", self.message));
        self.kind = SuggestionKind::Alternative;
        self
    }

    /// Tells whether this is to be done in place of what is suggested before it. Other suggestions for one place are
    /// alternatives as well; those for several places belong together.
    pub fn is_alternative(&self) -> bool {
        self.kind == SuggestionKind::Alternative
    }

    /// Tells whether only a word is spelt otherwise.
    pub(crate) fn is_spelling(&self) -> bool {
        self.kind == SuggestionKind::Spelling
    }
}

/// Returns a text as it is shown; a test puts other words in its place, since nothing may depend on them.
fn worded(text: String) -> String {
    #[cfg(test)]
    return super::reworded::words(text);
    #[cfg(not(test))]
    text
}

/// One problem with a game file: what is wrong, where, and what would be right.
///
/// ```
/// use fairyring::{Game, Severity};
///
/// let error = Game::from_text("rules 1\ngame \"Test\" from chess\nuse castlin\n").unwrap_err();
/// let [found] = error.diagnostics() else { panic!("there is one mistake") };
/// assert_eq!((found.severity, found.code.as_str()), (Severity::Error, "E0104"));
/// assert_eq!(found.message, "there is no module `castlin`");
/// assert_eq!(found.suggestions[0].message, "did you mean `castling`?");
/// assert_eq!(error.sources().line_column(found.primary.span).to_string(), "3:5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// Whether the game can be used nevertheless.
    pub severity: Severity,
    /// What was found and what would be right.
    pub message: String,
    /// The place to edit. What stands there is the subject: nothing else is asked for it.
    pub primary: Label,
    /// Other places that matter, such as an earlier declaration.
    pub secondary: Vec<Label>,
    /// Rules that explain the problem.
    pub notes: Vec<String>,
    /// Actions that the author could take.
    pub help: Vec<String>,
    /// Changes that a program could make.
    pub suggestions: Vec<Suggestion>,
}

// Stages build a diagnostic in a chain, with the most important things first.
impl Diagnostic {
    /// Makes one at a place; its code says how grave it is.
    pub(super) fn new(code: Code, span: Span, message: String) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: worded(message),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// Puts a few words at the primary place.
    #[doc(hidden)]
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = worded(text.into());
        self
    }

    /// Marks another place; nothing happens if the span is [`Span::NONE`].
    #[doc(hidden)]
    #[must_use]
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        if !span.is_none() {
            self.secondary.push(Label { span, text: worded(text.into()) });
        }
        self
    }

    /// Adds a note that explains a rule.
    #[doc(hidden)]
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(worded(text.into()));
        self
    }

    /// Adds an action that the author could take.
    #[doc(hidden)]
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(worded(text.into()));
        self
    }

    /// Adds a change that a program could make.
    #[doc(hidden)]
    #[must_use]
    pub fn suggest(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let (replacement, message) = (replacement.into(), worded(message.into()));
        let kind = SuggestionKind::Change;
        self.suggestions.push(Suggestion { span, replacement, message, kind });
        self
    }

    /// Suggests to put another name at the primary place, if there is one to suggest.
    ///
    /// It takes what [`suggest::closest`](super::suggest::closest) returns.
    #[doc(hidden)]
    #[must_use]
    pub fn did_you_mean(mut self, name: Option<&str>) -> Self {
        let span = self.primary.span;
        self.suggestions.extend(name.map(|name| Suggestion::spelling(span, name)));
        self
    }

    /// Reports it, and returns nothing: what could not be made because of it.
    #[doc(hidden)]
    pub fn fail<T>(self, sink: &mut Sink) -> Option<T> {
        sink.push(self);
        None
    }

    /// Tells whether this is an error rather than a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

//! What can go wrong.

use std::fmt;

use crate::compile::Refusal;
use crate::diag::{Diagnostic, short};
#[cfg(feature = "json")]
use crate::notation::TurnError;
#[cfg(feature = "json")]
use crate::session::PlayError;
use crate::source::SourceMap;
use crate::state::TooMuch;

/// Why a game could not be loaded: what is wrong with its rules, and where.
///
/// Its text has a line for each mistake and lines for what would help. Whoever wants to show it in another way has the parts:
///
/// ```
/// use fairyring::Game;
///
/// let text = "rules 2\ngame \"Test\" from chess\nextend Quen { moves N }\n";
/// let error = Game::from_text(text).unwrap_err();
/// for found in error.diagnostics() {
///     let place = found.primary.span;
///     if !place.is_none() {
///         let at = error.sources().line_column(place);
///         println!("{}, line {}, column {}:", error.sources().name(place.source), at.line, at.column);
///         println!("    {}", error.sources().line_text(place.source, at.line));
///     }
///     println!("{} {}: {}", found.severity, found.code, found.message);
///     for help in &found.help {
///         println!("    {help}");
///     }
///     for change in &found.suggestions {
///         println!("    {} (in place of `{}`)", change.message, error.sources().slice(change.span));
///     }
/// }
/// # assert_eq!(error.sources().slice(error.diagnostics()[0].primary.span), "Quen");
/// ```
#[derive(Clone)]
pub struct LoadError {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) sources: SourceMap,
    /// Why the rules, which are in order, cannot be compiled.
    pub(super) refusal: Option<Refusal>,
}

impl LoadError {
    /// Makes the error for a game that is not there.
    pub(crate) fn unknown(found: Diagnostic) -> Self {
        Self { diagnostics: vec![found], sources: SourceMap::new(), refusal: None }
    }

    /// Returns what is wrong, each with its place. It is empty in one case: the rules are in order and use more than the
    /// program that plays them has room for, which the error's text then tells.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the texts that the places are in.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns what is wrong as JSON, a line for each mistake, which is an object with these keys:
    ///
    /// - `code`, `severity` and `message`; `label` says what is at the place, and may be empty;
    /// - the place: `file`, `line`, `column`, `end_line` and `end_column`, all null where there is none. Lines and columns
    ///   count from 1, columns in characters, and the end is just after the last character;
    /// - `labels`, a list of other places that matter, each with its `text`;
    /// - `notes` and `help`, lists of texts;
    /// - `suggestions`, a list of changes that may mend it, each with `message`, `replacement` and the place to replace.
    ///   Those for several places belong together, unless a message begins with `or, `.
    ///
    /// New keys may come; none goes away or changes its meaning.
    #[cfg(feature = "json")]
    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    pub fn to_json(&self) -> String {
        let lines = self.diagnostics.iter();
        lines.map(|found| crate::diag::json::to_line(found, &self.sources) + "\n").collect()
    }
}

/// What is wrong, a line for each mistake, each with lines below it that say what would help.
impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, found) in self.diagnostics.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&short::with_help(found, &self.sources))?;
        }
        match &self.refusal {
            Some(refusal) => refusal.fmt(f),
            None => Ok(()),
        }
    }
}

/// The same as for people: this is what is seen of an error that `main` returns.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for LoadError {}

/// Why a question about several positions has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// A position is one of another game.
    OtherGame {
        /// The number of the position among those that were given, from 0.
        number: usize,
    },
    /// Finding the turns of a position takes more than may be spent.
    TooMuch {
        /// The number of the position among those that were given, from 0.
        number: usize,
        /// The limit that was met.
        limit: TooMuch,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherGame { number } => write!(f, "position {number} is one of another game"),
            Self::TooMuch { number, limit } => write!(f, "position {number}: {limit}"),
        }
    }
}

impl std::error::Error for BatchError {}

#[cfg(feature = "json")]
#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
impl PlayError {
    /// Returns what is wrong as JSON, in one line: its `kind` (`position`, `over`, `unreadable`, `illegal`, `foreign`,
    /// `ambiguous`, `unplayable` or `limit`), the `message`, and the `turns` that may have been meant.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// let error = Game::bundled("chess")?.start().play("Nf3").unwrap_err();
    /// assert!(error.to_json().contains("\"turns\":[\"g1f3\"]"), "{}", error.to_json());
    /// # Ok::<(), fairyring::LoadError>(())
    /// ```
    pub fn to_json(&self) -> String {
        let (kind, turns): (&str, &[String]) = match self {
            Self::Position(_) => ("position", &[]),
            Self::Over(_) => ("over", &[]),
            Self::Turn(TurnError::Unreadable { .. }) => ("unreadable", &[]),
            Self::Turn(TurnError::NotLegal { closest, .. }) => ("illegal", closest),
            Self::Turn(TurnError::Foreign { meant, .. }) => ("foreign", meant),
            Self::Turn(TurnError::Ambiguous { candidates, .. }) => ("ambiguous", candidates),
            Self::Unplayable(_) => ("unplayable", &[]),
            Self::TooMuch(_) => ("limit", &[]),
        };
        serde_json::json!({ "kind": kind, "message": self.to_string(), "turns": turns }).to_string()
    }
}

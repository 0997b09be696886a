//! What can go wrong.

use std::fmt;

use crate::compile::Refusal;
use crate::diag::{Diagnostic, short};
#[cfg(feature = "json")]
use crate::notation::TurnError;
#[cfg(feature = "json")]
use crate::session::PlayError;
use crate::source::SourceMap;

/// Why a game could not be loaded: what is wrong with its rules, and where.
#[derive(Clone, Debug)]
pub struct LoadError {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) sources: SourceMap,
    /// Why the rules, which are in order, cannot be compiled.
    pub(super) refusal: Option<Refusal>,
}

impl LoadError {
    /// Returns what is wrong, each with its place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the texts that the places are in.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns what is wrong as JSON, a line for each mistake, with the keys that
    /// [`diag::json`](crate::diag::json::to_value) describes.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        let lines = self.diagnostics.iter();
        lines.map(|found| crate::diag::json::to_line(found, &self.sources) + "\n").collect()
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, found) in self.diagnostics.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&short::one_line(found, &self.sources))?;
        }
        match &self.refusal {
            Some(refusal) => refusal.fmt(f),
            None => Ok(()),
        }
    }
}

impl std::error::Error for LoadError {}

#[cfg(feature = "json")]
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

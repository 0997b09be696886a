//! What can go wrong.

use std::fmt;

use crate::compile::Refusal;
use crate::diag::{Diagnostic, short};
use crate::notation::TurnError;
use crate::source::SourceMap;
use crate::state::{GameResult, TooMuch};

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

/// Why a turn could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over.
    Over(GameResult),
    /// No legal turn is written so.
    Turn(TurnError),
    /// Finding the legal turns takes more than may be spent.
    TooMuch(TooMuch),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(result) => write!(f, "the game is over: {}", result.reason),
            Self::Turn(error) => error.fmt(f),
            Self::TooMuch(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<TooMuch> for PlayError {
    fn from(limit: TooMuch) -> Self {
        Self::TooMuch(limit)
    }
}

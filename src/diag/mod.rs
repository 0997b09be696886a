//! Diagnostics: what is wrong with a game file, where, and what would be right.
//!
//! A [`Diagnostic`] is plain data. Stages make them and put them into a [`Sink`]; front ends show
//! them as [one line](short), as JSON or as marked source text (both with the feature `cli`). This
//! module knows the texts of the files and nothing of what they mean.
//!
//! Messages start with a small letter, have no full stop, put names in backticks, and say what was
//! found and what would be right. Notes explain a rule, help names an action.
//!
//! ```
//! use fairyring::diag::{codes, short, Sink};
//! use fairyring::source::{SourceMap, Span};
//!
//! let mut sources = SourceMap::new();
//! let id = sources.add("tiny.rules", "piece Wal \"W\"\n");
//! let mut sink = Sink::new();
//! sink.push(
//!     codes::UNKNOWN_NAME.at(Span::new(id, 6, 9), "there is no piece `Wal`")
//!         .did_you_mean(Some("Wall")),
//! );
//! let found = sink.into_vec();
//! assert_eq!(
//!     short::one_line(&found[0], &sources),
//!     "tiny.rules:1:7: error[E0101]: there is no piece `Wal`",
//! );
//! ```

pub mod codes;
mod diagnostic;
pub mod habits;
#[cfg(feature = "json")]
pub mod json;
pub mod lints;
#[cfg(feature = "cli")]
pub mod render;
#[cfg(test)]
pub(crate) mod reworded;
pub mod short;
mod sink;
pub mod suggest;
mod worded;

pub use codes::{Code, CodeInfo};
pub use diagnostic::{Diagnostic, Label, Severity, Suggestion};
pub use sink::{MAX_DIAGNOSTICS, Sink};
pub(crate) use worded::{Worded, worded};

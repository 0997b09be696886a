//! What is told where a limit of what may be spent is met.

use std::fmt;

use crate::ir::limits::{MAX_TURN_BYTES, MAX_TURNS};
use crate::source::Span;

/// Why nothing can be told about the turns of a position: to find them, more would have to be spent than may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch {
    /// The limit that was met.
    pub limit: SpendingLimit,
    /// The rule or statement that most was spent on, where that is known.
    pub at: Option<Span>,
}

/// A limit of what may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpendingLimit {
    /// The work for the turns of one position.
    Work,
    /// The number of turns that one position may have.
    Turns,
    /// The memory for the turns of one position.
    Memory,
    /// The work for all that is asked about a file together.
    Allowance,
}

impl TooMuch {
    /// What everybody says where a limit is met, before it is said which.
    pub const WORDS: &'static str = "the turns here are more than can be worked out";
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, so nothing is told about them", Self::WORDS, self.limit)
    }
}

impl std::error::Error for TooMuch {}

impl fmt::Display for SpendingLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Work => f.write_str("finding them is more work than is done for one position"),
            Self::Turns => write!(f, "there are more than {MAX_TURNS}"),
            Self::Memory => write!(f, "they need more than {} MB of memory", MAX_TURN_BYTES >> 20),
            Self::Allowance => f.write_str("the work that is done for one file is used up"),
        }
    }
}

//! Why a game is not solved.

use std::fmt;

use super::space::Hindrance;
use crate::state::TooMuch;

/// Why a game is not solved.
#[derive(Clone, Debug)]
pub enum Failure {
    /// There are more positions than there is memory for.
    Memory {
        /// How many positions were known.
        positions: usize,
        /// How many bytes would have been needed next.
        needed: u64,
        /// How many bytes may be used.
        bound: u64,
    },
    /// There are more positions than can be numbered.
    Positions(usize),
    /// A position takes more room than there is for one.
    Wide,
    /// A win takes more turns than can be noted.
    Distance,
    /// Which turns are legal depends on the positions before.
    Repeats,
    /// The turns of a position are more than can be worked out.
    TooMuch(TooMuch),
    /// What was to be kept could not be written or read.
    Store(String),
    /// Whoever waits has had enough.
    Stopped,
    /// Something has to be begun anew.
    #[doc(hidden)]
    Again(Again),
}

/// What is to be changed before all is begun anew.
#[derive(Clone, Debug)]
pub struct Again(pub(super) Hindrance);

impl From<Hindrance> for Failure {
    fn from(hindrance: Hindrance) -> Self {
        match hindrance {
            Hindrance::TooMuch(limit) => Self::TooMuch(limit),
            Hindrance::Unfit(_) | Hindrance::Uneven(_) => Self::Again(Again(hindrance)),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: &u64| bytes.div_ceil(1 << 20);
        match self {
            Self::Memory { positions, needed, bound } => write!(
                f,
                "the bound on memory is too small: {positions} positions are known, and going on takes {} MiB of the {} MiB \
                 that may be used (--memory)",
                mib(needed),
                mib(bound)
            ),
            Self::Positions(most) => write!(f, "there are more than {most} positions"),
            Self::Wide => f.write_str("the positions of this game take too much room each"),
            Self::Distance => f.write_str("a forced win takes more turns than can be noted"),
            Self::Repeats => f.write_str(
                "in this game turns are forbidden that lead back to a position, so that a position alone does not tell what is legal",
            ),
            Self::TooMuch(limit) => limit.fmt(f),
            Self::Store(message) => f.write_str(message),
            Self::Stopped => f.write_str("stopped"),
            Self::Again(_) => f.write_str("the positions do not fit where they should"),
        }
    }
}

impl std::error::Error for Failure {}

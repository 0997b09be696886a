//! What the search of a node is asked, and what it answers.

use std::ops::Neg;

use super::values::INFINITE;

/// The bounds between which the exact value of a node matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window of all values.
    pub(super) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// Returns the null window that decides whether a value is higher than alpha.
    pub(super) fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Returns whether it only matters on which side of a bound the value is.
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// Returns the window of the other side.
impl Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The value of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) value: i32,
    /// Whether it depends on the path to the node, on repetition or a clock, so that the transposition table cannot keep it.
    pub(super) by_path: bool,
}

impl Found {
    /// Returns a value that is the same on every path.
    pub(super) fn on_every_path(value: i32) -> Self {
        Self { value, by_path: false }
    }
}

/// Returns the value for the other side.
impl Neg for Found {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// Why a search has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoValue {
    /// It was stopped.
    Stopped,
    /// No legal turn goes on from the node.
    NoTurn,
}

/// The answer of a search.
pub(super) type Outcome<T = Found> = Result<T, NoValue>;

/// Returns nothing where no legal turn goes on, so that a search without a value is one that was stopped.
pub(super) fn if_any_turn<T>(outcome: Outcome<T>) -> Outcome<Option<T>> {
    match outcome {
        Err(NoValue::NoTurn) => Ok(None),
        found => found.map(Some),
    }
}

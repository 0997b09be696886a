//! Rules by which some turns go before others.

use super::expression::{Number, Truth};
use super::part::{Part, Read};
use crate::source::Span;

/// Turns that go before others.
#[derive(Clone, Debug, PartialEq)]
pub struct Preference {
    /// Its name.
    pub name: String,
    /// Which turns.
    pub goal: Goal,
    /// Whether that asks about legal turns: see [`Forbid::asks_for_turns`](super::Forbid::asks_for_turns).
    pub asks_for_turns: bool,
    /// What whoever tries another turn reads.
    pub reason: String,
    /// Where it is written.
    pub span: Span,
}

/// Which turns go before others, of those that are left.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Those after which this holds, if there are any.
    When(Truth),
    /// Those after which this is greatest.
    Most(Number),
    /// Those after which this is least.
    Least(Number),
}

impl Goal {
    /// Returns what is judged after a turn.
    pub fn part(&self) -> Part<'_> {
        match self {
            Self::When(condition) => Part::from(condition),
            Self::Most(number) | Self::Least(number) => Part::from(number),
        }
    }

    /// Returns the condition, if it is one.
    pub fn condition(&self) -> Option<&Truth> {
        if let Self::When(condition) = self { Some(condition) } else { None }
    }
}

impl Preference {
    /// Makes a rule.
    pub fn new(name: String, goal: Goal, reason: String, span: Span) -> Self {
        let asks_for_turns = goal.part().reads(Read::Turns);
        Self { name, goal, asks_for_turns, reason, span }
    }

    /// Tells whether it asks how often the position after the turn has occurred.
    pub fn asks_for_record(&self) -> bool {
        self.goal.part().reads(Read::Occurrences)
    }
}

//! What a condition looks at, for rules about where it may stand.

use crate::ir::{Part, Read, Truth};

/// Tells whether a condition asks how play could go on: attacks, safety, the turns that are left.
///
/// Ways of moving that can capture must not: attacks are found by trying them.
pub(crate) fn asks_about_play(truth: &Truth) -> bool {
    Part::from(truth).reads(Read::Attacks) || Part::from(truth).reads(Read::Turns)
}

/// Tells whether a condition asks how often the position has occurred.
pub(crate) fn asks_about_record(truth: &Truth) -> bool {
    Part::from(truth).reads(Read::Occurrences)
}

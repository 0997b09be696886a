//! Folds over sets and conditions: what is known of one that is made of others follows from what is known of its leaves.
//!
//! A question about sets or conditions gives its answer for the leaves it knows; for all others it answers that nothing is
//! known, which is always right. So a new kind of set needs no answer here, and gets a better one where that pays.

use super::bitboard::Bitboard;
use super::expressions::{Cond, Set};

impl<B> Set<B> {
    /// Tells whether all squares of a set have a property. Conservative: `leaf` tells it of sets that are not made of others.
    pub(crate) fn is_all(&self, leaf: &dyn Fn(&Self) -> bool) -> bool {
        match self {
            Set::All(sets) => sets.iter().any(|set| set.is_all(leaf)),
            Set::Union(sets) => sets.iter().all(|set| set.is_all(leaf)),
            Set::Except(pair) => pair.0.is_all(leaf),
            Set::First(of) | Set::Last(of) => of.is_all(leaf),
            _ => leaf(self),
        }
    }

    /// Tells whether something is in a set; `None` if unknown. `leaf` tells it of sets that are not made of others.
    pub(crate) fn is_member(&self, leaf: &dyn Fn(&Self) -> Option<bool>) -> Option<bool> {
        match self {
            Set::All(sets) => all_known(sets.iter().map(|set| set.is_member(leaf))),
            Set::Union(sets) => any_known(sets.iter().map(|set| set.is_member(leaf))),
            Set::Except(pair) => {
                let out = pair.1.is_member(leaf).map(|is| !is);
                all_known([pair.0.is_member(leaf), out].into_iter())
            }
            _ => leaf(self),
        }
    }
}

impl<B: Bitboard> Set<B> {
    /// Returns exactly the squares of a set, if they are known. `leaf` tells them of sets that are neither fixed nor made of
    /// others.
    pub(crate) fn exactly(&self, leaf: &dyn Fn(&Self) -> Option<B>) -> Option<B> {
        match self {
            Set::Fixed(squares) => Some(*squares),
            Set::Union(sets) => {
                sets.iter().try_fold(B::EMPTY, |all, set| Some(all | set.exactly(leaf)?))
            }
            Set::All(sets) => {
                sets.iter().try_fold(!B::EMPTY, |both, set| Some(both & set.exactly(leaf)?))
            }
            Set::Except(pair) => Some(pair.0.exactly(leaf)? & !pair.1.exactly(leaf)?),
            _ => leaf(self),
        }
    }
}

impl<B> Cond<B> {
    /// Tells whether a condition can hold only where something is so. Conservative: `leaf` tells it of conditions that are
    /// neither conjunctions nor disjunctions.
    pub(crate) fn implies(&self, leaf: &dyn Fn(&Self) -> bool) -> bool {
        match self {
            Cond::All(parts) => parts.iter().any(|part| part.implies(leaf)),
            Cond::Any(parts) => parts.iter().all(|part| part.implies(leaf)),
            _ => leaf(self),
        }
    }

    /// Tells whether a condition holds; `None` if unknown. `leaf` tells it of conditions that are not made of others.
    pub(crate) fn is_known(&self, leaf: &dyn Fn(&Self) -> Option<bool>) -> Option<bool> {
        match self {
            Cond::Fixed(holds) => Some(*holds),
            Cond::Not(inner) => inner.is_known(leaf).map(|holds| !holds),
            Cond::All(parts) => all_known(parts.iter().map(|part| part.is_known(leaf))),
            Cond::Any(parts) => any_known(parts.iter().map(|part| part.is_known(leaf))),
            _ => leaf(self),
        }
    }
}

/// Three-valued conjunction: false if one part is false, else unknown if one is unknown.
fn all_known(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = None,
        }
    }
    known
}

/// Three-valued disjunction: true if one part is true, else unknown if one is unknown.
fn any_known(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all_known(parts.map(|part| part.map(|holds| !holds))).map(|none| !none)
}

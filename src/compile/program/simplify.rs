//! Sets and conditions made from others, simpler where they can be.

use super::bitboard::Bitboard;
use super::expressions::{Cond, Set};

/// Returns the union of sets, simpler where it can be.
pub(crate) fn union<B: Bitboard>(sets: Vec<Set<B>>) -> Set<B> {
    let (fixed, mut rest) = split_fixed(sets, B::EMPTY, |left, right| left | right);
    if fixed.any() || rest.is_empty() {
        rest.push(Set::Fixed(fixed));
    }
    single(rest, Set::Union)
}

/// Returns the intersection of sets, simpler where it can be.
pub(crate) fn intersection<B: Bitboard>(sets: Vec<Set<B>>) -> Set<B> {
    let any_fixed = sets.iter().any(|set| set.fixed().is_some());
    let (fixed, mut rest) = split_fixed(sets, !B::EMPTY, |left, right| left & right);
    if any_fixed && fixed.is_empty() {
        return Set::Fixed(B::EMPTY);
    }
    if any_fixed {
        rest.insert(0, Set::Fixed(fixed));
    }
    single(rest, Set::All)
}

/// Returns what is in one set and not in another.
pub(crate) fn except<B: Bitboard>(from: Set<B>, without: Set<B>) -> Set<B> {
    match (from, without) {
        (Set::Fixed(from), Set::Fixed(without)) => Set::Fixed(from & !without),
        (from, Set::Fixed(without)) if without.is_empty() => from,
        (Set::Fixed(from), without) => {
            if from.is_empty() {
                Set::Fixed(from)
            } else {
                Set::Except(Box::new((Set::Fixed(from), without)))
            }
        }
        pair => Set::Except(Box::new(pair)),
    }
}

fn split_fixed<B: Bitboard>(
    sets: Vec<Set<B>>,
    start: B,
    join: impl Fn(B, B) -> B,
) -> (B, Vec<Set<B>>) {
    let mut fixed = start;
    let mut rest = Vec::new();
    for set in sets {
        match set {
            Set::Fixed(squares) => fixed = join(fixed, squares),
            other => rest.push(other),
        }
    }
    (fixed, rest)
}

fn single<B>(mut sets: Vec<Set<B>>, many: impl Fn(Vec<Set<B>>) -> Set<B>) -> Set<B> {
    match (sets.pop(), sets.is_empty()) {
        (Some(only), true) => only,
        (Some(last), false) => {
            sets.push(last);
            many(sets)
        }
        (None, _) => many(sets),
    }
}

/// Returns the contrary.
pub(crate) fn not<B>(inner: Cond<B>) -> Cond<B> {
    match inner {
        Cond::Fixed(value) => Cond::Fixed(!value),
        Cond::Not(inner) => *inner,
        other => Cond::Not(Box::new(other)),
    }
}

/// Returns what holds where all hold.
pub(crate) fn all<B>(parts: Vec<Cond<B>>) -> Cond<B> {
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Cond::Fixed(true) => {}
            Cond::Fixed(false) => return Cond::Fixed(false),
            Cond::All(inner) => rest.extend(inner),
            other => rest.push(other),
        }
    }
    match (rest.pop(), rest.is_empty()) {
        (None, _) => Cond::Fixed(true),
        (Some(only), true) => only,
        (Some(last), false) => {
            rest.push(last);
            Cond::All(rest)
        }
    }
}

/// Returns what holds where one holds.
pub(crate) fn any<B>(parts: Vec<Cond<B>>) -> Cond<B> {
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Cond::Fixed(false) => {}
            Cond::Fixed(true) => return Cond::Fixed(true),
            other => rest.push(other),
        }
    }
    match (rest.pop(), rest.is_empty()) {
        (None, _) => Cond::Fixed(false),
        (Some(only), true) => only,
        (Some(last), false) => {
            rest.push(last);
            Cond::Any(rest)
        }
    }
}

/// Returns the parts that must all hold.
pub(crate) fn conjuncts<B>(condition: Cond<B>) -> Vec<Cond<B>> {
    match condition {
        Cond::All(parts) => parts,
        other => vec![other],
    }
}

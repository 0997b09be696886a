//! Constructors of sets and conditions that simplify.

use super::bitboard::Bitboard;
use super::expressions::{Cond, Set};
use super::layout::Layout;
use super::membership::has_type;
use crate::ir::SlotId;

/// Returns the union of sets.
pub(crate) fn union<B: Bitboard>(sets: Vec<Set<B>>) -> Set<B> {
    let (fixed, mut rest) = split_fixed(sets, B::EMPTY, |left, right| left | right);
    if fixed.any() || rest.is_empty() {
        rest.push(Set::Fixed(fixed));
    }
    single(rest, Set::Union)
}

/// Returns the intersection of sets.
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

/// Returns the difference of two sets.
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
        if let Some(squares) = set.fixed() {
            fixed = join(fixed, squares);
        } else {
            rest.push(set);
        }
    }
    (fixed, rest)
}

/// Returns the only part, or all of them joined.
fn single<T>(mut parts: Vec<T>, join: impl Fn(Vec<T>) -> T) -> T {
    match (parts.pop(), parts.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            parts.extend(last);
            join(parts)
        }
    }
}

/// Returns the negation.
pub(crate) fn not<B>(inner: Cond<B>) -> Cond<B> {
    if let Cond::Fixed(value) = inner {
        Cond::Fixed(!value)
    } else if let Cond::Not(inner) = inner {
        *inner
    } else {
        Cond::Not(Box::new(inner))
    }
}

/// Returns the conjunction.
pub(crate) fn all<B>(parts: Vec<Cond<B>>) -> Cond<B> {
    match without(parts.into_iter().flat_map(conjuncts), true) {
        Some(rest) if rest.is_empty() => Cond::Fixed(true),
        Some(rest) => single(rest, Cond::All),
        None => Cond::Fixed(false),
    }
}

/// Returns the disjunction.
pub(crate) fn any<B>(parts: Vec<Cond<B>>) -> Cond<B> {
    match without(parts.into_iter(), false) {
        Some(rest) if rest.is_empty() => Cond::Fixed(false),
        Some(rest) => single(rest, Cond::Any),
        None => Cond::Fixed(true),
    }
}

/// Returns the conditions without those that always hold, or never do; `None` if one is the other way round.
fn without<B>(parts: impl Iterator<Item = Cond<B>>, holds: bool) -> Option<Vec<Cond<B>>> {
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Cond::Fixed(known) if known == holds => {}
            Cond::Fixed(_) => return None,
            part => rest.push(part),
        }
    }
    Some(rest)
}

/// Returns the parts of a conjunction.
pub(crate) fn conjuncts<B>(condition: Cond<B>) -> Vec<Cond<B>> {
    if let Cond::All(parts) = condition { parts } else { vec![condition] }
}

/// Simplifies a condition, given the type of the piece on the square in a slot.
pub(crate) fn with_type<B: Bitboard>(
    layout: &Layout,
    condition: Cond<B>,
    slot: SlotId,
    kind: usize,
) -> Cond<B> {
    let simplified = |part: Cond<B>| with_type(layout, part, slot, kind);
    match condition {
        Cond::Is(of, set) if of == slot => match has_type(layout, &set, kind) {
            Some(is) => Cond::Fixed(is),
            None => Cond::Is(of, set),
        },
        Cond::Not(inner) => not(simplified(*inner)),
        Cond::All(parts) => all(parts.into_iter().map(simplified).collect()),
        Cond::Any(parts) => any(parts.into_iter().map(simplified).collect()),
        other => other,
    }
}

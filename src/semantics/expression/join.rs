//! Putting sets and truths together, with what is known beforehand worked out at once.

use crate::ir::{BySide, Side, SideId, SquareSet, Squares, Truth};

/// The squares for each side, and in whose eyes if that matters.
type Known = (Option<Side>, BySide<SquareSet>);

/// Returns the squares of a set that pieces have no part in.
fn known(set: &Squares) -> Option<Known> {
    match set {
        Squares::Fixed(squares) => Some((None, BySide::same(*squares))),
        Squares::Seen { by, views } => Some((Some(*by), *views)),
        _ => None,
    }
}

/// Returns the squares of a set with either side as `own`, if pieces have no part in it.
pub(super) fn as_own_sees(set: &Squares) -> Option<BySide<SquareSet>> {
    match known(set)? {
        (None | Some(Side::Own), views) => Some(views),
        _ => None,
    }
}

/// Joins two known sets, unless they are seen with different eyes.
fn join_known(
    a: &Squares,
    b: &Squares,
    join: fn(SquareSet, SquareSet) -> SquareSet,
) -> Option<Squares> {
    let ((a_by, a), (b_by, b)) = (known(a)?, known(b)?);
    let by = match (a_by, b_by) {
        (Some(a), Some(b)) if a != b => return None,
        (by, other) => by.or(other),
    };
    Some(seen(by, BySide::from_fn(|side| join(a[side], b[side]))))
}

/// Returns the set that a side sees, as a plain one where that is possible.
pub(super) fn seen(by: Option<Side>, views: BySide<SquareSet>) -> Squares {
    match by {
        None => Squares::Fixed(views[SideId::FIRST]),
        Some(Side::Fixed(side)) => Squares::Fixed(views[side]),
        Some(Side::Own | Side::Opponent) if views.is_same() => Squares::Fixed(views[SideId::FIRST]),
        Some(by) => Squares::Seen { by, views },
    }
}

/// Returns what is in any of the sets.
pub(super) fn union(sets: Vec<Squares>) -> Squares {
    let flat = sets.into_iter().flat_map(|set| match set {
        Squares::Union(inner) => inner,
        other => vec![other],
    });
    merge(flat, SquareSet::union, Squares::Union)
}

/// Returns what is in all of the sets.
pub(super) fn intersection(sets: Vec<Squares>) -> Squares {
    let flat = sets.into_iter().flat_map(|set| match set {
        Squares::Intersection(inner) => inner,
        other => vec![other],
    });
    merge(flat, SquareSet::intersection, Squares::Intersection)
}

/// Joins neighbours that are known beforehand, and makes a list of what is left.
fn merge(
    sets: impl Iterator<Item = Squares>,
    join: fn(SquareSet, SquareSet) -> SquareSet,
    list: fn(Vec<Squares>) -> Squares,
) -> Squares {
    let mut merged: Vec<Squares> = Vec::new();
    for set in sets {
        match merged.last().and_then(|last| join_known(last, &set, join)) {
            Some(joined) => {
                merged.pop();
                merged.push(joined);
            }
            None => merged.push(set),
        }
    }
    match merged.len() {
        1 => merged.swap_remove(0),
        _ => list(merged),
    }
}

/// Returns what is in the first set and not in the second.
pub(super) fn except(from: Squares, without: Squares) -> Squares {
    if let Some(known) = join_known(&from, &without, SquareSet::except) {
        return known;
    }
    // What stands on a place, and not on another, stands on the rest of it.
    if let Squares::Intersection(parts) = &from {
        let rest = parts.iter().enumerate().find_map(|(index, part)| {
            Some((index, join_known(part, &without, SquareSet::except)?))
        });
        if let Some((index, rest)) = rest {
            let mut parts = parts.clone();
            parts[index] = rest;
            return intersection(parts);
        }
    }
    Squares::Except(Box::new(from), Box::new(without))
}

/// Returns whether a truth holds with either side as `own`, if it depends on nothing else.
pub(super) fn for_each_own(truth: &Truth) -> Option<BySide<bool>> {
    let both = |parts: &[Truth], join: fn(bool, bool) -> bool, start: bool| {
        parts.iter().try_fold(BySide::same(start), |so_far, part| {
            let part = for_each_own(part)?;
            Some(BySide::from_fn(|own| join(so_far[own], part[own])))
        })
    };
    match truth {
        Truth::Fixed(value) => Some(BySide::same(*value)),
        Truth::Not(inner) => for_each_own(inner).map(|held| BySide::from_fn(|own| !held[own])),
        Truth::All(parts) => both(parts, |a, b| a && b, true),
        Truth::Any(parts) => both(parts, |a, b| a || b, false),
        Truth::SameSide(one, other) => {
            let of = |side: Side, own: SideId| match side {
                Side::Own => Some(own),
                Side::Opponent => Some(own.opponent()),
                Side::Fixed(side) => Some(side),
                Side::OwnerOf(_) => None,
            };
            let same = |own| Some(of(*one, own)? == of(*other, own)?);
            let (first, last) = (same(SideId::FIRST)?, same(SideId::LAST)?);
            Some(BySide::new([first, last]))
        }
        _ => None,
    }
}

/// Returns the truth that all hold.
pub(crate) fn all(parts: Vec<Truth>) -> Truth {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Truth::Fixed(true) => {}
            Truth::Fixed(false) => return Truth::Fixed(false),
            Truth::All(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Truth::Fixed(true),
        1 => kept.swap_remove(0),
        _ => Truth::All(kept),
    }
}

/// Returns the truth that at least one holds.
pub(super) fn any(parts: Vec<Truth>) -> Truth {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Truth::Fixed(false) => {}
            Truth::Fixed(true) => return Truth::Fixed(true),
            Truth::Any(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Truth::Fixed(false),
        1 => kept.swap_remove(0),
        _ => Truth::Any(kept),
    }
}

/// Returns the opposite.
pub(super) fn not(truth: Truth) -> Truth {
    match truth {
        Truth::Fixed(value) => Truth::Fixed(!value),
        Truth::Not(inner) => *inner,
        other => Truth::Not(Box::new(other)),
    }
}

/// Returns the opposite, if it is negated.
pub(super) fn negated_if(negated: bool, truth: Truth) -> Truth {
    if negated { not(truth) } else { truth }
}

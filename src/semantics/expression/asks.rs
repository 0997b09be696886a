//! What a condition looks at, for rules about where it may stand.

use crate::ir::{Limit, Number, Squares, Truth, TypeRef, Walk};

/// Tells whether a condition asks how play could go on: attacks, safety, the turns that are left.
///
/// Ways of moving that can capture must not: attacks are found by trying them.
pub(crate) fn asks_about_play(truth: &Truth) -> bool {
    in_truth(truth, &|truth| {
        matches!(truth, Truth::Attacked { .. } | Truth::Safe { .. } | Truth::HasTurn { .. })
    })
}

/// Tells whether a condition asks how often the position has occurred.
pub(crate) fn asks_about_record(truth: &Truth) -> bool {
    in_truth(truth, &|truth| matches!(truth, Truth::Repeated(_)))
}

type Test<'t> = &'t dyn Fn(&Truth) -> bool;

fn in_truth(truth: &Truth, test: Test<'_>) -> bool {
    if test(truth) {
        return true;
    }
    match truth {
        Truth::Not(inner) | Truth::HasTurn { that: inner, .. } => in_truth(inner, test),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().any(|part| in_truth(part, test)),
        Truth::Compare { left, right, .. } => in_number(left, test) || in_number(right, test),
        Truth::Exists(set) | Truth::Is { set, .. } => in_squares(set, test),
        Truth::Within(a, b) | Truth::Safe { piece: a, on: b } => {
            in_squares(a, test) || in_squares(b, test)
        }
        Truth::TypeIs(kind, _) => in_type(kind, test),
        Truth::Attacked { on, .. } => in_squares(on, test),
        Truth::Some { over, condition, .. } => in_squares(over, test) || in_truth(condition, test),
        Truth::Fixed(_) | Truth::SameSide(..) | Truth::MovedBy(_) | Truth::Repeated(_) => false,
    }
}

fn in_squares(set: &Squares, test: Test<'_>) -> bool {
    match set {
        Squares::Union(parts) | Squares::Intersection(parts) => {
            parts.iter().any(|part| in_squares(part, test))
        }
        Squares::Except(a, b) => in_squares(a, test) || in_squares(b, test),
        Squares::Reach { from, walk, .. } | Squares::Passed { from, walk, .. } => {
            in_squares(from, test) || in_walk(walk, test)
        }
        Squares::First(set) | Squares::Last(set) => in_squares(set, test),
        Squares::OfType(kind) => in_type(kind, test),
        Squares::Fixed(_)
        | Squares::Seen { .. }
        | Squares::Empty
        | Squares::Occupied
        | Squares::OwnedBy(_)
        | Squares::Neutral
        | Squares::OfTypes(_)
        | Squares::Marked(_)
        | Squares::Bearing(_)
        | Squares::Slot(_)
        | Squares::Variable(_) => false,
    }
}

fn in_type(kind: &TypeRef, test: Test<'_>) -> bool {
    match kind {
        TypeRef::Property(_, of) => in_type(of, test),
        TypeRef::At(set) => in_squares(set, test),
        TypeRef::Fixed(_) | TypeRef::OfSlot(_) => false,
    }
}

fn in_number(number: &Number, test: Test<'_>) -> bool {
    match number {
        Number::Count(set) | Number::Sum(_, set) => in_squares(set, test),
        Number::Coordinate { of, .. } => in_squares(of, test),
        Number::Distance(a, b) => in_squares(a, test) || in_squares(b, test),
        Number::Property(_, kind) => in_type(kind, test),
        Number::Either { condition, then, otherwise } => {
            in_truth(condition, test) || in_number(then, test) || in_number(otherwise, test)
        }
        Number::Arithmetic { left, right, .. } => in_number(left, test) || in_number(right, test),
        Number::Fixed(_)
        | Number::Variable(_)
        | Number::Slot(_)
        | Number::InHand { .. }
        | Number::Level(_)
        | Number::TurnNumber
        | Number::CapturesThisTurn => false,
    }
}

fn in_walk(walk: &Walk, test: Test<'_>) -> bool {
    match walk {
        Walk::Test(set) | Walk::Jump(set) => in_squares(set, test),
        Walk::Sequence(parts) | Walk::Either(parts) => parts.iter().any(|part| in_walk(part, test)),
        Walk::Repeat { body, max, .. } => {
            let limited = match max {
                Limit::Count(number) => in_number(number, test),
                Limit::Times(_) | Limit::Unlimited | Limit::Half => false,
            };
            limited || in_walk(body, test)
        }
        Walk::Here | Walk::Step(_) | Walk::Take | Walk::Via => false,
    }
}

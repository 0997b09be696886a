//! What a rule comes to if it speaks of the other side: `own` and `enemy` change places.

use crate::ir::{Limit, Number, Outcome, Side, Squares, Truth, TypeRef, VariableRef, Walk};

/// Turns an outcome round.
pub(super) fn outcome(outcome: &mut Outcome) {
    match outcome {
        Outcome::Wins(who) | Outcome::Loses(who) => side(who),
        Outcome::Draw => {}
    }
}

/// Turns a condition round.
pub(super) fn truth(condition: &mut Truth) {
    match condition {
        Truth::Not(inner) => truth(inner),
        Truth::All(parts) | Truth::Any(parts) => parts.iter_mut().for_each(truth),
        Truth::Compare { left, right, .. } => {
            number(left);
            number(right);
        }
        Truth::Exists(set) | Truth::Is { set, .. } => squares(set),
        Truth::Within(one, other) => {
            squares(one);
            squares(other);
        }
        Truth::TypeIs(kind, _) => type_ref(kind),
        Truth::SameSide(one, other) => {
            side(one);
            side(other);
        }
        Truth::Attacked { on, by } => {
            squares(on);
            side(by);
        }
        Truth::Safe { piece, on } => {
            squares(piece);
            squares(on);
        }
        // In what must hold after the turn, `own` is the side that has it.
        Truth::HasTurn { side: who, .. } => side(who),
        Truth::Some { over, condition, .. } => {
            squares(over);
            truth(condition);
        }
        Truth::Fixed(_) | Truth::MovedBy(_) | Truth::Repeated(_) => {}
    }
}

/// Turns a set round.
pub(super) fn squares(set: &mut Squares) {
    match set {
        Squares::Seen { by, .. } => side(by),
        Squares::OwnedBy(who) => side(who),
        Squares::OfType(kind) => type_ref(kind),
        Squares::Variable(of) => variable(of),
        Squares::Union(sets) | Squares::Intersection(sets) => sets.iter_mut().for_each(squares),
        Squares::Except(from, without) => {
            squares(from);
            squares(without);
        }
        Squares::Reach { from, walk: way, side: who }
        | Squares::Passed { from, walk: way, side: who } => {
            squares(from);
            walk(way);
            side(who);
        }
        Squares::First(of) | Squares::Last(of) => squares(of),
        Squares::Fixed(_)
        | Squares::Empty
        | Squares::Occupied
        | Squares::Neutral
        | Squares::OfTypes(_)
        | Squares::Marked(_)
        | Squares::Bearing(_)
        | Squares::Slot(_) => {}
    }
}

fn number(value: &mut Number) {
    match value {
        Number::Variable(of) => variable(of),
        Number::Count(set) | Number::Sum(_, set) => squares(set),
        Number::InHand { side: who, .. } => side(who),
        Number::Property(_, kind) => type_ref(kind),
        Number::Coordinate { of, side: who, .. } => {
            squares(of);
            side(who);
        }
        Number::Distance(one, other) => {
            squares(one);
            squares(other);
        }
        Number::Either { condition, then, otherwise } => {
            truth(condition);
            number(then);
            number(otherwise);
        }
        Number::Arithmetic { left, right, .. } => {
            number(left);
            number(right);
        }
        Number::Fixed(_)
        | Number::Slot(_)
        | Number::Level(_)
        | Number::TurnNumber
        | Number::CapturesThisTurn => {}
    }
}

fn type_ref(kind: &mut TypeRef) {
    match kind {
        TypeRef::Property(_, of) => type_ref(of),
        TypeRef::At(set) => squares(set),
        TypeRef::Fixed(_) | TypeRef::OfSlot(_) => {}
    }
}

fn walk(way: &mut Walk) {
    match way {
        Walk::Test(set) | Walk::Jump(set) => squares(set),
        Walk::Sequence(parts) | Walk::Either(parts) => parts.iter_mut().for_each(walk),
        Walk::Repeat { body, max, .. } => {
            walk(body);
            if let Limit::Count(times) = max {
                number(times);
            }
        }
        Walk::Here | Walk::Step(_) | Walk::Take | Walk::Via => {}
    }
}

fn variable(of: &mut VariableRef) {
    of.side.iter_mut().for_each(side);
}

fn side(who: &mut Side) {
    *who = match *who {
        Side::Own => Side::Opponent,
        Side::Opponent => Side::Own,
        other => other,
    };
}

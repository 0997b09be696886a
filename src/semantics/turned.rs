//! What a rule comes to if it speaks of another side: of the enemy, or of one that has a name.

use crate::ir::{
    Number, Outcome, Phrases, Side, SideId, Squares, Truth, TypeRef, VariableRef, Walk,
};

/// Whose eyes a rule gets that was told with those of `own`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Eyes {
    /// Those of the other side: `own` and `enemy` change places.
    Enemy,
    /// Those of this side, whoever is to move.
    Of(SideId),
}

/// Turns round what is noted of the places of truths and of sets, from these numbers on.
pub(super) fn phrases(phrases: &mut Phrases, (truths, sets): (usize, usize), eyes: Eyes) {
    for (noted, _) in phrases.truths.iter_mut().skip(truths) {
        truth(noted, eyes);
    }
    for (noted, _) in phrases.sets.iter_mut().skip(sets) {
        squares(noted, eyes);
    }
}

/// Turns an outcome round.
pub(super) fn outcome(outcome: &mut Outcome, eyes: Eyes) {
    match outcome {
        Outcome::Wins(who) | Outcome::Loses(who) => side(who, eyes),
        Outcome::Draw => {}
    }
}

/// Turns a condition round.
pub(super) fn truth(condition: &mut Truth, eyes: Eyes) {
    match condition {
        Truth::Not(inner) => truth(inner, eyes),
        Truth::All(parts) | Truth::Any(parts) => {
            for part in parts {
                truth(part, eyes);
            }
        }
        Truth::Compare { left, right, .. } => {
            number(left, eyes);
            number(right, eyes);
        }
        Truth::Exists(set) | Truth::Is { set, .. } => squares(set, eyes),
        Truth::Within(one, other) => {
            squares(one, eyes);
            squares(other, eyes);
        }
        Truth::TypeIs(kind, _) => type_ref(kind, eyes),
        Truth::SameSide(one, other) => {
            side(one, eyes);
            side(other, eyes);
        }
        Truth::Attacked { on, by } => {
            squares(on, eyes);
            side(by, eyes);
        }
        Truth::Safe { piece, on } => {
            squares(piece, eyes);
            squares(on, eyes);
        }
        // In what must hold after the turn, `own` is the side that has it.
        Truth::HasTurn { side: who, .. } => side(who, eyes),
        Truth::Some { over, condition, .. } => {
            squares(over, eyes);
            truth(condition, eyes);
        }
        Truth::Repeated { held: Some(held), .. } => {
            if let Some(whose) = &mut held.whose {
                side(whose, eyes);
            }
            truth(&mut held.condition, eyes);
        }
        Truth::Fixed(_) | Truth::MovedBy(_) | Truth::Repeated { held: None, .. } => {}
    }
}

/// Turns a set round.
pub(super) fn squares(set: &mut Squares, eyes: Eyes) {
    match set {
        Squares::Seen { by, views } => {
            side(by, eyes);
            if let Side::Fixed(side) = *by {
                *set = Squares::Fixed(views[side]);
            }
        }
        Squares::OwnedBy(who) => side(who, eyes),
        Squares::OfType(kind) => type_ref(kind, eyes),
        Squares::Variable(of) => variable(of, eyes),
        Squares::Union(sets) | Squares::Intersection(sets) => {
            for part in sets {
                squares(part, eyes);
            }
        }
        Squares::Except(from, without) => {
            squares(from, eyes);
            squares(without, eyes);
        }
        Squares::Reach { from, walk: way, side: who }
        | Squares::Passed { from, walk: way, side: who } => {
            squares(from, eyes);
            walk(way, eyes);
            side(who, eyes);
        }
        Squares::First(of) | Squares::Last(of) => squares(of, eyes),
        Squares::At { place, side: who } => {
            place.iter_mut().for_each(|part| number(part, eyes));
            side(who, eyes);
        }
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

fn number(value: &mut Number, eyes: Eyes) {
    match value {
        Number::Variable(of) => variable(of, eyes),
        Number::Count(set) | Number::Sum(_, set) => squares(set, eyes),
        Number::Tally { on, .. } => squares(on, eyes),
        Number::InHand { side: who, .. } => side(who, eyes),
        Number::Property(_, kind) => type_ref(kind, eyes),
        Number::Coordinate { of, side: who, .. } => {
            squares(of, eyes);
            side(who, eyes);
        }
        Number::Distance(one, other) => {
            squares(one, eyes);
            squares(other, eyes);
        }
        Number::Either { condition, then, otherwise } => {
            truth(condition, eyes);
            number(then, eyes);
            number(otherwise, eyes);
        }
        Number::Arithmetic { left, right, .. } => {
            number(left, eyes);
            number(right, eyes);
        }
        Number::Fixed(_)
        | Number::Slot(_)
        | Number::Level(_)
        | Number::TurnNumber
        | Number::CapturesThisTurn => {}
    }
}

fn type_ref(kind: &mut TypeRef, eyes: Eyes) {
    match kind {
        TypeRef::Property(_, of) => type_ref(of, eyes),
        TypeRef::At(set) => squares(set, eyes),
        TypeRef::Fixed(_) | TypeRef::OfSlot(_) => {}
    }
}

fn walk(way: &mut Walk, eyes: Eyes) {
    way.change(&mut |set| squares(set, eyes), &mut |times| number(times, eyes));
}

/// Turns a variable round.
pub(super) fn variable(of: &mut VariableRef, eyes: Eyes) {
    if let Some(who) = &mut of.side {
        side(who, eyes);
    }
}

fn side(who: &mut Side, eyes: Eyes) {
    *who = match (*who, eyes) {
        (Side::Own, Eyes::Enemy) => Side::Opponent,
        (Side::Opponent, Eyes::Enemy) => Side::Own,
        (Side::Own, Eyes::Of(side)) => Side::Fixed(side),
        (Side::Opponent, Eyes::Of(side)) => Side::Fixed(side.opponent()),
        (other, _) => other,
    };
}

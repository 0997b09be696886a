//! One traversal of all expressions and walks.
//!
//! What looks through rules without giving each node a meaning of its own (sizes, questions whether something occurs)
//! uses [`Part::each_child`], which names every variant: a new one does not compile until its parts are listed here.

use super::expression::{Number, Squares, Truth, TypeRef};
use super::pattern::Walk;

/// An expression or a walk.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A set of squares.
    Squares(&'a Squares),
    /// A piece type.
    Type(&'a TypeRef),
    /// A number.
    Number(&'a Number),
    /// A condition.
    Truth(&'a Truth),
    /// A walk.
    Walk(&'a Walk),
}

impl Part<'_> {
    /// Calls `each` for the direct children.
    pub fn each_child(self, each: &mut dyn FnMut(Self)) {
        match self {
            Self::Squares(set) => squares_children(set, each),
            Self::Type(kind) => match kind {
                TypeRef::Fixed(_) | TypeRef::OfSlot(_) => {}
                TypeRef::Property(_, of) => each(Self::Type(of)),
                TypeRef::At(on) => each(Self::Squares(on)),
            },
            Self::Number(number) => number_children(number, each),
            Self::Truth(truth) => truth_children(truth, each),
            Self::Walk(walk) => walk_children(walk, each),
        }
    }

    /// Tells whether this part, or one inside it, is one of those looked for.
    pub fn any(self, is: &mut dyn FnMut(Self) -> bool) -> bool {
        let mut found = is(self);
        if !found {
            self.each_child(&mut |child| found = found || child.any(is));
        }
        found
    }

    /// Returns of how many parts this one consists, itself included: what analysis charges for, so that no file comes to
    /// more than memory holds.
    pub fn size(self) -> usize {
        let mut size = 1;
        self.each_child(&mut |child| size += child.size());
        size
    }
}

fn squares_children<'a>(set: &'a Squares, each: &mut dyn FnMut(Part<'a>)) {
    match set {
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
        | Squares::Variable(_) => {}
        Squares::OfType(kind) => each(Part::Type(kind)),
        Squares::Union(sets) | Squares::Intersection(sets) => {
            for set in sets {
                each(Part::Squares(set));
            }
        }
        Squares::Except(from, without) => {
            each(Part::Squares(from));
            each(Part::Squares(without));
        }
        Squares::Reach { from, walk, .. } | Squares::Passed { from, walk, .. } => {
            each(Part::Squares(from));
            each(Part::Walk(walk));
        }
        Squares::First(of) | Squares::Last(of) => each(Part::Squares(of)),
        Squares::At { place, .. } => place.iter().for_each(|number| each(Part::Number(number))),
    }
}

fn number_children<'a>(number: &'a Number, each: &mut dyn FnMut(Part<'a>)) {
    match number {
        Number::Fixed(_)
        | Number::Variable(_)
        | Number::Slot(_)
        | Number::InHand { .. }
        | Number::Level(_)
        | Number::TurnNumber
        | Number::CapturesThisTurn => {}
        Number::Count(set) | Number::Sum(_, set) => each(Part::Squares(set)),
        Number::Coordinate { of, .. } | Number::Tally { on: of, .. } => each(Part::Squares(of)),
        Number::Property(_, of) => each(Part::Type(of)),
        Number::Distance(from, to) => {
            each(Part::Squares(from));
            each(Part::Squares(to));
        }
        Number::Either { condition, then, otherwise } => {
            each(Part::Truth(condition));
            each(Part::Number(then));
            each(Part::Number(otherwise));
        }
        Number::Arithmetic { left, right, .. } => {
            each(Part::Number(left));
            each(Part::Number(right));
        }
    }
}

fn truth_children<'a>(truth: &'a Truth, each: &mut dyn FnMut(Part<'a>)) {
    match truth {
        Truth::Fixed(_) | Truth::SameSide(..) | Truth::MovedBy(_) => {}
        Truth::Repeated { held, .. } => {
            if let Some(held) = held {
                each(Part::Truth(&held.condition));
            }
        }
        Truth::Not(inner) | Truth::HasTurn { that: inner, .. } => each(Part::Truth(inner)),
        Truth::All(parts) | Truth::Any(parts) => {
            for part in parts {
                each(Part::Truth(part));
            }
        }
        Truth::Compare { left, right, .. } => {
            each(Part::Number(left));
            each(Part::Number(right));
        }
        Truth::Exists(set) | Truth::Is { set, .. } | Truth::Attacked { on: set, .. } => {
            each(Part::Squares(set));
        }
        Truth::Within(left, right) | Truth::Safe { piece: left, on: right } => {
            each(Part::Squares(left));
            each(Part::Squares(right));
        }
        Truth::TypeIs(kind, _) => each(Part::Type(kind)),
        Truth::Some { over, condition, .. } => {
            each(Part::Squares(over));
            each(Part::Truth(condition));
        }
    }
}

fn walk_children<'a>(walk: &'a Walk, each: &mut dyn FnMut(Part<'a>)) {
    walk.set().into_iter().for_each(|set| each(Part::Squares(set)));
    walk.parts().iter().for_each(|part| each(Part::Walk(part)));
    walk.number().into_iter().for_each(|number| each(Part::Number(number)));
}

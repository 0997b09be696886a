//! How large expressions and ways are: of how many parts they consist.
//!
//! What analysis charges for, so that no file comes to more than memory holds.

use super::expression::{Number, Squares, Truth, TypeRef};
use super::pattern::{Limit, Walk};

impl Squares {
    /// Returns of how many parts the set consists.
    pub fn size(&self) -> usize {
        1 + match self {
            Self::Fixed(_)
            | Self::Seen { .. }
            | Self::Empty
            | Self::Occupied
            | Self::OwnedBy(_)
            | Self::Neutral
            | Self::OfTypes(_)
            | Self::Marked(_)
            | Self::Bearing(_)
            | Self::Slot(_)
            | Self::Variable(_) => 0,
            Self::OfType(kind) => kind.size(),
            Self::Union(parts) | Self::Intersection(parts) => parts.iter().map(Self::size).sum(),
            Self::Except(from, without) => from.size() + without.size(),
            Self::Reach { from, walk, .. } | Self::Passed { from, walk, .. } => {
                from.size() + walk.size()
            }
            Self::First(of) | Self::Last(of) => of.size(),
        }
    }
}

impl TypeRef {
    /// Returns of how many parts the expression consists.
    pub fn size(&self) -> usize {
        1 + match self {
            Self::Fixed(_) | Self::OfSlot(_) => 0,
            Self::Property(_, of) => of.size(),
            Self::At(on) => on.size(),
        }
    }
}

impl Number {
    /// Returns of how many parts the expression consists.
    pub fn size(&self) -> usize {
        1 + match self {
            Self::Fixed(_)
            | Self::Variable(_)
            | Self::Slot(_)
            | Self::InHand { .. }
            | Self::Level(_)
            | Self::TurnNumber
            | Self::CapturesThisTurn => 0,
            Self::Count(set) | Self::Sum(_, set) => set.size(),
            Self::Property(_, of) => of.size(),
            Self::Coordinate { of, .. } => of.size(),
            Self::Distance(from, to) => from.size() + to.size(),
            Self::Either { condition, then, otherwise } => {
                condition.size() + then.size() + otherwise.size()
            }
            Self::Arithmetic { left, right, .. } => left.size() + right.size(),
        }
    }
}

impl Truth {
    /// Returns of how many parts the condition consists.
    pub fn size(&self) -> usize {
        1 + match self {
            Self::Fixed(_) | Self::SameSide(..) | Self::MovedBy(_) | Self::Repeated(_) => 0,
            Self::Not(inner) => inner.size(),
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::size).sum(),
            Self::Compare { left, right, .. } => left.size() + right.size(),
            Self::Exists(set) | Self::Is { set, .. } | Self::Attacked { on: set, .. } => set.size(),
            Self::Within(left, right) => left.size() + right.size(),
            Self::TypeIs(kind, _) => kind.size(),
            Self::Safe { piece, on } => piece.size() + on.size(),
            Self::HasTurn { that, .. } => that.size(),
            Self::Some { over, condition, .. } => over.size() + condition.size(),
        }
    }
}

impl Walk {
    /// Returns of how many parts the way consists.
    pub fn size(&self) -> usize {
        1 + match self {
            Self::Here | Self::Step(_) | Self::Take | Self::Via => 0,
            Self::Test(set) | Self::Jump(set) => set.size(),
            Self::Sequence(parts) | Self::Either(parts) => parts.iter().map(Self::size).sum(),
            Self::Repeat { body, max, .. } => body.size() + max.size(),
        }
    }
}

impl Limit {
    /// Returns of how many parts the number consists that the limit may be.
    pub fn size(&self) -> usize {
        match self {
            Self::Times(_) | Self::Unlimited | Self::Half => 0,
            Self::Count(number) => number.size(),
        }
    }
}

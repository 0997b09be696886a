//! Partial evaluation of expressions for a known piece type.

use super::bitboard::Bitboard;
use super::expressions::{Cond, Kind, Set};
use super::layout::Layout;
use super::simplify;
use crate::ir::{Id, PieceTypeId, SlotId};

/// Simplifies a condition, given the type of the piece on the square in a slot.
pub(crate) fn with_type<B: Bitboard>(
    layout: &Layout,
    condition: Cond<B>,
    slot: SlotId,
    kind: usize,
) -> Cond<B> {
    let each = |parts: Vec<Cond<B>>| -> Vec<Cond<B>> {
        parts.into_iter().map(|part| with_type(layout, part, slot, kind)).collect()
    };
    match condition {
        Cond::Is(of, set) if of == slot => match has_type(layout, &set, kind) {
            Some(is) => Cond::Fixed(is),
            None => Cond::Is(of, set),
        },
        Cond::Not(inner) => simplify::not(with_type(layout, *inner, slot, kind)),
        Cond::All(parts) => simplify::all(each(parts)),
        Cond::Any(parts) => simplify::any(each(parts)),
        other @ (Cond::Fixed(_)
        | Cond::Is(..)
        | Cond::Compare(..)
        | Cond::Exists(_)
        | Cond::Within(_)
        | Cond::TypeIs(..)
        | Cond::SameSide(..)
        | Cond::Attacked(..)
        | Cond::Safe(_)
        | Cond::HasTurn(..)
        | Cond::Some(..)
        | Cond::MovedBy(_)
        | Cond::Repeated(..)) => other,
    }
}

/// Tells whether a piece of a type is in a set wherever it stands; `None` if that depends on more than the type.
pub(crate) fn has_type<B: Bitboard>(layout: &Layout, set: &Set<B>, kind: usize) -> Option<bool> {
    match set {
        Set::Empty => Some(false),
        Set::Occupied => Some(true),
        Set::Board(board) if (3..layout.marks).contains(board) => {
            Some(layout.layers_of[kind] >> (board - 3) & 1 == 1)
        }
        Set::Types(types) => Some(types.contains(PieceTypeId::from_index(kind))),
        Set::OfType(Kind::Fixed(of)) => Some(kind == usize::from(*of)),
        Set::All(sets) => all_known(sets.iter().map(|set| has_type(layout, set, kind))),
        Set::Fixed(_)
        | Set::Board(_)
        | Set::OfType(Kind::OfSlot(_) | Kind::Mapped(..) | Kind::At(_))
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Slot(_)
        | Set::Variable(..)
        | Set::Union(_)
        | Set::Except(_)
        | Set::Stepped(..)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_)
        | Set::At(..) => None,
    }
}

/// Three-valued conjunction: false if one part is false, else unknown if one is unknown.
pub(crate) fn all_known(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
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

//! What a set of squares can contain, whatever the position.

use super::bitboard::Bitboard;
use super::expressions::Set;
use crate::ir::{Id, SideId};

/// Tells whether a set holds only pieces of a side. Conservative.
pub(crate) fn is_own<B>(set: &Set<B>, own: SideId) -> bool {
    match set {
        Set::Board(board) => *board == own.index(),
        Set::All(sets) => sets.iter().any(|set| is_own(set, own)),
        Set::Union(sets) => sets.iter().all(|set| is_own(set, own)),
        Set::Except(pair) => is_own(&pair.0, own),
        Set::Fixed(_)
        | Set::Empty
        | Set::Occupied
        | Set::Types(_)
        | Set::OfType(_)
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Slot(_)
        | Set::Variable(..)
        | Set::Stepped(..)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_)
        | Set::At(..) => false,
    }
}

/// Tells whether no piece of a side is ever in a set. Conservative.
pub(crate) fn never_of<B>(set: &Set<B>, side: SideId) -> bool {
    match set {
        Set::Empty => true,
        Set::Board(board) => *board <= 2 && *board != side.index(),
        Set::Union(sets) => sets.iter().all(|set| never_of(set, side)),
        Set::All(sets) => sets.iter().any(|set| never_of(set, side)),
        Set::Except(pair) => never_of(&pair.0, side),
        Set::Fixed(_)
        | Set::Occupied
        | Set::Types(_)
        | Set::OfType(_)
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Slot(_)
        | Set::Variable(..)
        | Set::Stepped(..)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_)
        | Set::At(..) => false,
    }
}

/// Tells whether all squares of a set are occupied. Conservative.
pub(crate) fn is_occupied<B>(set: &Set<B>) -> bool {
    match set {
        Set::Occupied | Set::Types(_) | Set::OfType(_) | Set::OwnedBy(_) => true,
        Set::Board(board) => *board <= 2,
        Set::Union(sets) => sets.iter().all(is_occupied),
        Set::All(sets) => sets.iter().any(is_occupied),
        Set::Except(pair) => is_occupied(&pair.0),
        Set::Fixed(_)
        | Set::Empty
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Slot(_)
        | Set::Variable(..)
        | Set::Stepped(..)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_)
        | Set::At(..) => false,
    }
}

/// Tells whether a set is a subset of a board.
pub(crate) fn is_within<B>(set: &Set<B>, board: usize) -> bool {
    match set {
        Set::Board(other) => *other == board,
        Set::All(sets) => sets.iter().any(|set| is_within(set, board)),
        Set::Except(pair) => is_within(&pair.0, board),
        Set::Fixed(_)
        | Set::Empty
        | Set::Occupied
        | Set::Types(_)
        | Set::OfType(_)
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Slot(_)
        | Set::Variable(..)
        | Set::Union(_)
        | Set::Stepped(..)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_)
        | Set::At(..) => false,
    }
}

/// Tells whether two sets are disjoint because of what stands on their squares. Conservative.
pub(crate) fn are_disjoint<B: Bitboard>(one: &Set<B>, other: &Set<B>) -> bool {
    match (one, other) {
        (Set::Empty, Set::Board(board)) | (Set::Board(board), Set::Empty) => *board <= 2,
        (Set::Empty, Set::Occupied) | (Set::Occupied, Set::Empty) => true,
        (Set::Board(one), Set::Board(other)) => one != other && *one <= 2 && *other <= 2,
        _ => false,
    }
}

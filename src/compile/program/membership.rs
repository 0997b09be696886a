//! What a set of squares can contain, whatever the position. All answers are conservative.

use super::expressions::{Kind, Set};
use super::layout::{BoardOf, Layout};
use crate::ir::{Id, PieceTypeId, SideId};

/// Tells whether a set holds only pieces of a side.
pub(crate) fn is_own<B>(set: &Set<B>, own: SideId) -> bool {
    is_within(set, own.index())
}

/// Tells whether no piece of a side is ever in a set.
pub(crate) fn never_of<B>(set: &Set<B>, side: SideId) -> bool {
    set.is_all(&|leaf| match leaf {
        Set::Empty => true,
        Set::Board(board) => Layout::is_of_owner(*board) && *board != side.index(),
        _ => false,
    })
}

/// Tells whether all squares of a set are occupied.
pub(crate) fn is_occupied<B>(set: &Set<B>) -> bool {
    set.is_all(&|leaf| match leaf {
        Set::Occupied | Set::Types(_) | Set::OfType(_) | Set::OwnedBy(_) => true,
        Set::Board(board) => Layout::is_of_owner(*board),
        _ => false,
    })
}

/// Tells whether a set is a subset of a board.
pub(crate) fn is_within<B>(set: &Set<B>, board: usize) -> bool {
    set.is_all(&|leaf| matches!(leaf, Set::Board(other) if *other == board))
}

/// Tells whether two sets are disjoint because of what stands on their squares.
pub(crate) fn are_disjoint<B>(one: &Set<B>, other: &Set<B>) -> bool {
    match (one, other) {
        (Set::Empty, other) | (other, Set::Empty) => is_occupied(other),
        (Set::Board(one), Set::Board(other)) => {
            one != other && Layout::is_of_owner(*one) && Layout::is_of_owner(*other)
        }
        _ => false,
    }
}

/// Tells whether a piece of a type is in a set wherever it stands; `None` if that depends on more than the type.
pub(crate) fn has_type<B>(layout: &Layout, set: &Set<B>, kind: usize) -> Option<bool> {
    set.is_member(&|leaf| match leaf {
        Set::Empty => Some(false),
        Set::Occupied => Some(true),
        Set::Board(board) => match layout.board_of(*board) {
            BoardOf::Types(layer) => Some(layout.layers_of[kind] >> layer & 1 == 1),
            BoardOf::Owner(_) | BoardOf::Mark(_) | BoardOf::Variable => None,
        },
        Set::Types(types) => Some(types.contains(PieceTypeId::from_index(kind))),
        Set::OfType(Kind::Fixed(of)) => Some(kind == usize::from(*of)),
        _ => None,
    })
}

//! Moves, lists of moves, and the other choices of a turn.

use std::collections::HashSet;

use crate::ir::{LabelId, LandingKind, PieceTypeId, SideId, SquareId, SquareIndex};
use crate::play::execution::slots::Binding;
use crate::state::Shown;

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The origin.
    pub(crate) from: SquareIndex,
    /// The destination.
    pub(crate) to: SquareIndex,
    /// The move rule, by number.
    pub(crate) way: u16,
    /// What happens on the destination.
    pub(crate) landing: LandingKind,
    /// The number of its path in [`Moves::paths`], counted from 1; 0 for none.
    pub(crate) path: u32,
}

impl Move {
    /// Makes one without a path.
    #[inline]
    pub(crate) fn plain(
        from: SquareIndex,
        to: SquareIndex,
        way: u16,
        landing: LandingKind,
    ) -> Self {
        Self { from, to, way, landing, path: 0 }
    }
}

/// What a move needs besides its destination: the squares that are part of its name, and captures on the way.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct MovePath {
    /// The squares that are part of the name of the move.
    pub(crate) via: Vec<SquareIndex>,
    /// The squares on the way whose pieces are captured.
    pub(crate) takes: Vec<SquareIndex>,
}

/// A list of moves, with the paths of those that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    /// The moves.
    pub(crate) list: Vec<Move>,
    /// The paths.
    pub(crate) paths: Vec<MovePath>,
    /// The moves with squares in their name: origin, destination and these squares.
    pub(crate) named: HashSet<(SquareIndex, SquareIndex, Vec<SquareIndex>)>,
}

impl Moves {
    /// Removes all moves.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.paths.clear();
        self.named.clear();
    }

    /// Returns the path of a move.
    pub(crate) fn path(&self, made: Move) -> Option<&MovePath> {
        self.paths.get((made.path as usize).checked_sub(1)?)
    }
}

/// A move in 32 bits: the origin (for a drop, the piece type) in the lowest nine bits, the destination in the next nine,
/// and the number of its move effect above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedMove(pub u32);

impl PackedMove {
    /// How many bits a square, or the piece type of a drop, takes.
    const SQUARE_BITS: u32 = 9;
    /// What is added to a packed move to make its destination the next square.
    pub(crate) const NEXT_TO: u32 = 1 << Self::SQUARE_BITS;

    /// Packs a move.
    #[inline]
    pub(crate) fn new(from: SquareIndex, to: SquareIndex, move_effect: u16) -> Self {
        let ends = u32::from(from) | u32::from(to) << Self::SQUARE_BITS;
        Self(ends | u32::from(move_effect) << (2 * Self::SQUARE_BITS))
    }

    /// Returns the origin.
    #[inline]
    pub(crate) fn from(self) -> SquareIndex {
        (self.0 % Self::NEXT_TO) as SquareIndex
    }

    /// Returns the destination.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "nine bits are meant")]
    pub(crate) fn to(self) -> SquareIndex {
        (self.0 >> Self::SQUARE_BITS) as SquareIndex % (1 << Self::SQUARE_BITS)
    }

    /// Returns the index of its move effect.
    pub(crate) fn move_effect(self) -> usize {
        (self.0 >> (2 * Self::SQUARE_BITS)) as usize
    }
}

/// What was chosen at one choice of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// A move, with its path if it has one.
    Move(Move, MovePath),
    /// A drop: whose hand, piece type, destination.
    Drop(SideId, u16, SquareIndex),
    /// One of several alternatives, by number.
    Alternative(usize),
    /// A square, a piece in hand, a piece type, a number or nothing.
    Bound(Binding),
}

impl Pick {
    /// Returns what the turn's text shows of it, but for its label; `None` if nothing was chosen.
    pub(crate) fn shown(&self) -> Option<Shown> {
        Some(match self {
            Self::Move(Move { from, to, .. }, path) => Shown::Move {
                from: SquareId(*from),
                via: path.via.iter().copied().map(SquareId).collect(),
                to: SquareId(*to),
            },
            Self::Drop(hand, dropped, to) => {
                Shown::Drop { hand: *hand, kind: PieceTypeId(*dropped), to: SquareId(*to) }
            }
            Self::Alternative(_) => Shown::Way,
            Self::Bound(Binding::Square(chosen)) => Shown::Square(SquareId(*chosen)),
            Self::Bound(Binding::Hand(side, chosen)) => Shown::Hand(*side, PieceTypeId(*chosen)),
            Self::Bound(Binding::Type(chosen)) => Shown::Type(PieceTypeId(*chosen)),
            Self::Bound(Binding::Number(number)) => Shown::Number(*number),
            Self::Bound(Binding::Nothing | Binding::Victim(_)) => return None,
        })
    }

    /// Returns about how many bytes of memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        let more = if let Self::Move(_, path) = self {
            path.via.capacity() + path.takes.capacity()
        } else {
            0
        };
        size_of::<(Option<LabelId>, Self)>() + more
    }
}

/// How the last move of a turn was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum MovedBy {
    /// No move was made.
    #[default]
    Nothing,
    /// By the move rule with this number.
    Way(u16),
    /// By a drop.
    Drop,
}

/// So many bytes of a state are copied for one unit of work.
pub(crate) const BYTES_AT_ONCE: usize = 16;

/// What each choice of a turn counts for that is copied.
pub(crate) const WORK_OF_PICK: usize = 4;

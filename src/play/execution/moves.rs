//! Moves, and what else can be chosen in a turn.

use std::collections::HashSet;

use crate::compile::program::landing_number;
use crate::ir::{LabelId, LandingKind};
use crate::play::execution::slots::Bound;

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where it starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// The way, by its number.
    pub way: u16,
    /// What happens where it ends: 0 settles, 1 captures, 2 swaps.
    pub landing: u8,
    /// The number of its trail; 0 for none.
    pub trail: u32,
}

/// The squares a move names and takes on its way.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trails {
    /// The squares it names.
    pub via: Vec<u8>,
    /// The squares whose pieces it takes on the way.
    pub takes: Vec<u8>,
}

/// A move settles.
pub const SETTLES: u8 = 0;

/// A move captures where it ends.
pub const CAPTURES: u8 = 1;

/// A move changes places.
pub const SWAPS: u8 = 2;

const _: () = assert!(landing_number(LandingKind::Settle) == SETTLES);

const _: () = assert!(landing_number(LandingKind::Capture) == CAPTURES);

const _: () = assert!(landing_number(LandingKind::Swap) == SWAPS);

/// Moves, with the trails of those that have one.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves.
    pub list: Vec<Move>,
    /// The trails; a move's number counts from 1.
    pub trails: Vec<Trails>,
    /// The moves that name squares, each by where it starts and ends and the squares it names.
    pub named: HashSet<(u8, u8, Vec<u8>)>,
}

impl Moves {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.list.clear();
        self.trails.clear();
        self.named.clear();
    }

    /// Returns a move's trail.
    pub fn trail(&self, made: Move) -> Option<&Trails> {
        self.trails.get((made.trail as usize).checked_sub(1)?)
    }
}

/// A move with the number of what it does, in one word: where it starts (for a drop, of no meaning) in the lowest
/// byte, where it ends in the next one, and the deed above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(pub u32);

impl PackedMove {
    /// What the word grows by when a move ends on the next square.
    pub const ENDS: u32 = 1 << 8;

    /// Makes a move.
    pub fn new(from: u8, to: u8, move_effect: u16) -> Self {
        Self(u32::from(from) | u32::from(to) << 8 | u32::from(move_effect) << 16)
    }

    /// Returns where it starts.
    pub fn from(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    /// Returns where it ends.
    pub fn to(self) -> u8 {
        self.0.to_le_bytes()[1]
    }

    /// Returns the number of the deed, as an index.
    pub fn move_effect(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// Returns the number of the deed.
    pub fn number(self) -> u16 {
        let [_, _, low, high] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

/// What was chosen at one point of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A move.
    Move(Move, Trails),
    /// A drop: from whose hand, which type, where.
    Drop(u8, u16, u8),
    /// A square.
    Square(u8),
    /// A piece in hand.
    Hand(u8, u16),
    /// A type.
    Type(u16),
    /// A number.
    Number(i32),
    /// One of several ways.
    Alternative(usize),
    /// Nothing.
    Nothing,
}

impl Pick {
    /// Returns what a slot holds where this is chosen.
    pub fn bound(&self) -> Bound {
        match self {
            Self::Square(square) => Bound::Square(*square),
            Self::Hand(side, kind) => Bound::Hand(*side, *kind),
            Self::Type(kind) => Bound::Type(*kind),
            Self::Number(number) => Bound::Number(*number),
            Self::Nothing | Self::Move(..) | Self::Drop(..) | Self::Alternative(_) => {
                Bound::Nothing
            }
        }
    }
}

/// How the last move of a turn was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedBy {
    /// None was made.
    Nothing,
    /// By the way with that number.
    Way(u16),
    /// From the hand.
    Drop,
}

/// So many bytes of a state are copied for an effort of 1.
pub const BYTES_AT_ONCE: usize = 16;

/// What each choice of a turn counts for that is copied.
pub const EFFORT_OF_PICK: usize = 4;

impl Trails {
    /// Returns about how many bytes of memory they take besides themselves.
    pub fn bytes(&self) -> usize {
        self.via.capacity() + self.takes.capacity()
    }
}

impl Pick {
    /// Returns about how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let more = if let Self::Move(_, trail) = self { trail.bytes() } else { 0 };
        size_of::<(Option<LabelId>, Self)>() + more
    }
}

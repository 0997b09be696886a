//! The sizes of compact states: how many squares, boards, numbers and hand counts they have room for.

use std::fmt::Debug;
use std::hash::Hash;

use crate::compile::program::bitboard::{Bitboard, Wide};
use crate::compile::program::layout::{
    MAX_LAYERS, MOST_BOARDS, MOST_HANDS, MOST_NUMBERS, most_types,
};
use crate::ir::limits;

/// An array of any length.
pub(crate) trait Row<T>:
    Copy + AsRef<[T]> + AsMut<[T]> + Debug + Send + Sync + 'static
{
    /// Its length.
    const LEN: usize;
    /// Returns an array of equal values.
    fn all(value: T) -> Self;
}

impl<T: Copy + Debug + Send + Sync + 'static, const N: usize> Row<T> for [T; N] {
    const LEN: usize = N;
    fn all(value: T) -> Self {
        [value; N]
    }
}

/// A piece code as a state keeps it: in a byte if the game has few piece types.
pub(crate) trait Cell: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The most piece types that there is room for.
    const TYPES: usize;
    /// Stores a code of a piece type below [`TYPES`](Self::TYPES).
    fn from_code(code: u16) -> Self;
    /// Returns the code.
    fn code(self) -> u16;
}

impl Cell for u8 {
    const TYPES: usize = most_types(Self::MAX as usize);

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a game with more types has larger cells")]
    fn from_code(code: u16) -> Self {
        code as Self
    }
    #[inline]
    fn code(self) -> u16 {
        u16::from(self)
    }
}

impl Cell for u16 {
    const TYPES: usize = most_types(Self::MAX as usize);

    #[inline]
    fn from_code(code: u16) -> Self {
        code
    }
    #[inline]
    fn code(self) -> u16 {
        self
    }
}

/// The sizes of the parts of a state.
pub(crate) trait StateSize: Copy + Debug + Default + Send + Sync + 'static {
    /// A set of squares.
    type Board: Bitboard;
    /// All boards.
    type Boards: Row<Self::Board>;
    /// All numbers.
    type Numbers: Row<i32>;
    /// All hand counts.
    type Hands: Row<u16>;
    /// A stored piece code.
    type Cell: Cell;
    /// The piece codes of the squares.
    type Codes: Row<Self::Cell>;
    /// The numbers of the pieces on the squares; empty in games whose pieces have none.
    type PieceNumbers: Row<i16>;
    /// The pieces of each attack group.
    type Groups: Row<Self::Board>;
}

macro_rules! state_sizes {
    ($($(#[$doc:meta])* $name:ident: $board:ty, $squares:literal squares of $cell:ty, $numbered:literal numbered, $boards:expr, $numbers:expr, $hands:expr, $groups:literal groups;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $name;

        $(#[$doc])*
        impl StateSize for $name {
            type Board = $board;
            type Boards = [$board; $boards];
            type Numbers = [i32; $numbers];
            type Hands = [u16; $hands];
            type Cell = $cell;
            type Codes = [$cell; $squares];
            type PieceNumbers = [i16; $numbered];
            type Groups = [$board; $groups];
        }
    )*};
}

// All that plays is compiled for each size; a module that is fetched before anything is seen does with fewer.
//
// Squares and their cells, squares whose pieces have numbers, boards, numbers, hand counts, attack groups.
state_sizes! {
    /// Up to 64 squares, with hands.
    Small: u64, 64 squares of u8, 0 numbered, 28, 12, 32, 20 groups;
    /// Up to 128 squares, with hands.
    Medium: u128, 128 squares of u8, 0 numbered, 40, 16, 72, 32 groups;
    /// Up to 256 squares, with many boards, numbers and hand counts.
    #[cfg(not(target_family = "wasm"))]
    Large: Wide<4>, 256 squares of u8, 0 numbered, 96, 160, 512, 64 groups;
    /// Whatever the limits of the IR allow.
    Full: Wide<8>, 512 squares of u16, 512 numbered, MOST_BOARDS + MAX_LAYERS, MOST_NUMBERS, MOST_HANDS, 64 groups;
}

// No game that is accepted is too large for the largest size.
const _: () = assert!(
    <Full as StateSize>::Board::WIDTH >= limits::MAX_SQUARES
        && <Full as StateSize>::Codes::LEN >= limits::MAX_SQUARES
        && <Full as StateSize>::PieceNumbers::LEN >= limits::MAX_SQUARES
        && <Full as StateSize>::Cell::TYPES >= limits::MAX_TYPES
        && <Full as StateSize>::Boards::LEN >= MOST_BOARDS
        && <Full as StateSize>::Numbers::LEN >= MOST_NUMBERS
        && <Full as StateSize>::Hands::LEN >= MOST_HANDS
        && limits::MAX_MARKS <= u16::BITS as usize
        && limits::MAX_TOKENS <= u64::BITS as usize
);

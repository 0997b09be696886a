//! Sets of squares as machine words: 64, 128, 256 or 512 squares wide.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::ir::limits::MAX_SQUARES;
use crate::ir::{Id, SquareId, SquareIndex, SquareSet};

/// How many words the widest set has.
const WORDS: usize = MAX_SQUARES / 64;

/// The words of a set of any width, lowest first.
pub(crate) type Words = [u64; WORDS];

/// A set of squares of fixed width.
pub(crate) trait Bitboard:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many squares there can be.
    const WIDTH: usize;
    /// The set without members.
    const EMPTY: Self;

    /// Makes the set with one member, below [`WIDTH`](Self::WIDTH).
    fn one(square: SquareIndex) -> Self;
    /// Tells whether there is no member.
    fn is_empty(self) -> bool;
    /// Returns the number of members.
    fn count(self) -> u32;
    /// Returns the lowest member; for an empty set, a number beyond every board.
    fn lowest(self) -> SquareIndex;
    /// Returns the highest member; 0 for an empty set.
    fn highest(self) -> SquareIndex;
    /// Returns the set without its lowest member.
    #[must_use]
    fn rest(self) -> Self;
    /// Subtracts the words as one number, wrapping around.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Adds a number below the width to each member; members that leave the width are dropped.
    #[must_use]
    fn up(self, by: u32) -> Self;
    /// Subtracts a number below the width from each member; members that become negative are dropped.
    #[must_use]
    fn down(self, by: u32) -> Self;
    /// Returns the words; those beyond the width are 0.
    fn words(self) -> Words;
    /// Makes the set from its words; those beyond the width are dropped.
    fn from_words(words: Words) -> Self;

    /// Returns the squares one step away from the members, by a table of steps.
    #[must_use]
    fn stepped(self, steps: &[Option<SquareIndex>]) -> Self {
        Self::of(self.members().filter_map(|square| steps[usize::from(square)]))
    }

    /// Adds a signed number to each member; members that leave the width are dropped.
    #[inline]
    #[must_use]
    fn shifted(self, by: i16) -> Self {
        let distance = u32::from(by.unsigned_abs());
        if distance as usize >= Self::WIDTH {
            Self::EMPTY
        } else if by < 0 {
            self.down(distance)
        } else {
            self.up(distance)
        }
    }

    /// Tells whether there is a member.
    #[inline]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// Tells whether a square is a member.
    #[inline]
    fn has(self, square: SquareIndex) -> bool {
        (self & Self::one(square)).any()
    }

    /// Tells whether both have a member in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// Iterates over the members in ascending order.
    #[inline]
    fn members(self) -> Members<Self> {
        Members(self)
    }

    /// Makes the set of some squares.
    #[inline]
    fn of(squares: impl IntoIterator<Item = SquareIndex>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::one(square))
    }

    /// Makes the set from one of the IR.
    fn from_set(set: SquareSet) -> Self {
        let mut words = [0; WORDS];
        for square in set.iter() {
            words[square.index() / 64] |= 1 << (square.index() % 64);
        }
        Self::from_words(words)
    }

    /// Returns it as a set of the IR.
    fn to_set(self) -> SquareSet {
        self.members().map(SquareId).collect()
    }
}

/// Iterates over the members of a set.
#[derive(Clone, Debug)]
pub(crate) struct Members<B>(B);

impl<B: Bitboard> Iterator for Members<B> {
    type Item = SquareIndex;

    #[inline]
    fn next(&mut self) -> Option<SquareIndex> {
        if self.0.is_empty() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 = self.0.rest();
        Some(lowest)
    }
}

macro_rules! native {
    ($word:ty, $width:literal, $words:expr, $from:expr) => {
        impl Bitboard for $word {
            const WIDTH: usize = $width;
            const EMPTY: Self = 0;

            #[inline]
            fn one(square: SquareIndex) -> Self {
                1 << (square & ($width - 1))
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "at most the width")]
            fn lowest(self) -> SquareIndex {
                self.trailing_zeros() as SquareIndex
            }
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "less than the width")]
            fn highest(self) -> SquareIndex {
                (($width - 1) - (self | 1).leading_zeros()) as SquareIndex
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self.wrapping_shl(by)
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self.wrapping_shr(by)
            }
            #[inline]
            fn words(self) -> Words {
                $words(self)
            }
            #[inline]
            fn from_words(words: Words) -> Self {
                $from(words)
            }
        }
    };
}

native!(u64, 64, |bits| [bits, 0, 0, 0, 0, 0, 0, 0], |words: Words| words[0]);
native!(
    u128,
    128,
    |bits: u128| [low_word(bits), low_word(bits >> 64), 0, 0, 0, 0, 0, 0],
    |words: Words| u128::from(words[0]) | u128::from(words[1]) << 64
);

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
fn low_word(bits: u128) -> u64 {
    bits as u64
}

/// A set of squares in several words: 64 for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

macro_rules! wide_operator {
    ($($operator:ident $method:ident $assigning:ident $assign:ident $symbol:tt;)*) => {$(
        impl<const N: usize> $operator for Wide<N> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|index| self.0[index] $symbol other.0[index]))
            }
        }
        impl<const N: usize> $assigning for Wide<N> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $symbol other;
            }
        }
    )*};
}

wide_operator! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Bitboard for Wide<N> {
    const WIDTH: usize = 64 * N;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn one(square: SquareIndex) -> Self {
        let mut words = [0; N];
        words[usize::from(square >> 6)] = 1 << (square & 63);
        Self(words)
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; N]
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the width")]
    fn lowest(self) -> SquareIndex {
        for (index, word) in self.0.into_iter().enumerate() {
            if word != 0 {
                return (index as SquareIndex) << 6 | word.trailing_zeros() as SquareIndex;
            }
        }
        SquareIndex::MAX
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the width")]
    fn highest(self) -> SquareIndex {
        for index in (0..N).rev() {
            if self.0[index] != 0 {
                return (index as SquareIndex) << 6 | self.0[index].ilog2() as SquareIndex;
            }
        }
        0
    }
    #[inline]
    fn rest(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            if *word != 0 {
                *word &= word.wrapping_sub(1);
                break;
            }
        }
        Self(words)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        let mut words = self.0;
        let mut borrow = false;
        for (word, taken) in words.iter_mut().zip(other.0) {
            let (left, first) = word.overflowing_sub(taken);
            let (left, second) = left.overflowing_sub(u64::from(borrow));
            *word = left;
            borrow = first || second;
        }
        Self(words)
    }
    #[inline]
    fn up(self, by: u32) -> Self {
        let (whole, part) = (by as usize / 64, by % 64);
        let word = |index: usize| index.checked_sub(whole).map_or(0, |index| self.0[index]);
        Self(std::array::from_fn(|index| {
            let below = if index > 0 { word(index - 1) } else { 0 };
            // No bits of the word below move up if nothing is cut off there.
            word(index) << part | below.checked_shr(64 - part).unwrap_or(0)
        }))
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        let (whole, part) = (by as usize / 64, by % 64);
        let word = |index: usize| self.0.get(index + whole).copied().unwrap_or(0);
        Self(std::array::from_fn(|index| {
            word(index) >> part | word(index + 1).checked_shl(64 - part).unwrap_or(0)
        }))
    }
    #[inline]
    fn words(self) -> Words {
        let mut words = [0; WORDS];
        words[..N].copy_from_slice(&self.0);
        words
    }
    #[inline]
    fn from_words(words: Words) -> Self {
        Self(std::array::from_fn(|index| words[index]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree<B: Bitboard>() {
        let squares: Vec<SquareIndex> = [0, 1, 5, 63, 64, 100, 127, 128, 200, 255, 256, 300, 511]
            .into_iter()
            .filter(|&s| usize::from(s) < B::WIDTH)
            .collect();
        let set = B::of(squares.iter().copied());
        assert_eq!(set.members().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        assert_eq!(set.highest(), *squares.last().unwrap());
        assert_eq!(set.lowest(), 0);
        assert_eq!(set.rest().lowest(), 1);
        assert_eq!(B::from_set(set.to_set()), set);
        assert_eq!(B::from_words(set.words()), set);
        assert_eq!(B::EMPTY.minus(B::one(3)), !(B::one(0) | B::one(1) | B::one(2)));
        assert!(!set.has(2) && set.has(63));
        for by in [-130, -64, -63, -9, -1, 0, 1, 9, 63, 64, 70, 130, 255, 300] {
            let moved = squares.iter().map(|&square| square.cast_signed() + by);
            let moved: Vec<SquareIndex> =
                moved.filter_map(|square| SquareIndex::try_from(square).ok()).collect();
            let inside = moved.into_iter().filter(|&square| usize::from(square) < B::WIDTH);
            let inside: Vec<SquareIndex> = inside.collect();
            assert_eq!(set.shifted(by).members().collect::<Vec<_>>(), inside, "by {by}");
        }
    }

    #[test]
    fn widths_agree() {
        agree::<u64>();
        agree::<u128>();
        agree::<Wide<4>>();
        agree::<Wide<WORDS>>();
    }
}

//! Sets of squares and sets of piece types, as fixed-size bit sets.

use super::ids::{Id, PieceTypeId, SquareId};
use super::limits::{MAX_SQUARES, MAX_TYPES};

macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident of $id:ty, up to $most:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name {
            words: [u64; $most / 64],
        }

        impl $name {
            /// The set without members.
            pub const EMPTY: Self = Self { words: [0; $most / 64] };
            /// How many different members there can be.
            pub const CAPACITY: usize = $most;

            /// Makes the set of the first `count` ids.
            pub fn first(count: usize) -> Self {
                (0..count.min(Self::CAPACITY)).map(<$id>::from_index).collect()
            }

            /// Makes the set with one member.
            pub fn one(id: $id) -> Self {
                let mut set = Self::EMPTY;
                set.insert(id);
                set
            }

            /// Adds a member.
            pub fn insert(&mut self, id: $id) {
                self.words[id.index() / 64] |= 1 << (id.index() % 64);
            }

            /// Takes a member out.
            pub fn remove(&mut self, id: $id) {
                self.words[id.index() / 64] &= !(1 << (id.index() % 64));
            }

            /// Tells whether `id` is a member.
            pub fn contains(&self, id: $id) -> bool {
                self.words[id.index() / 64] >> (id.index() % 64) & 1 == 1
            }

            /// Tells whether there is no member.
            pub fn is_empty(&self) -> bool {
                self.words == [0; $most / 64]
            }

            /// Returns the number of members.
            pub fn len(&self) -> usize {
                self.words.iter().map(|word| word.count_ones() as usize).sum()
            }

            /// Returns the members of either set.
            #[must_use]
            pub fn union(self, other: Self) -> Self {
                self.zip(other, |a, b| a | b)
            }

            /// Returns the members of both sets.
            #[must_use]
            pub fn intersection(self, other: Self) -> Self {
                self.zip(other, |a, b| a & b)
            }

            /// Returns the members of this set that are not in the other.
            #[must_use]
            pub fn except(self, other: Self) -> Self {
                self.zip(other, |a, b| a & !b)
            }

            /// Returns the lowest member.
            pub fn lowest(&self) -> Option<$id> {
                self.iter().next()
            }

            /// Iterates over the members in ascending order.
            pub fn iter(&self) -> impl Iterator<Item = $id> + use<> {
                let words = self.words;
                (0..$most / 64).flat_map(move |index| {
                    let mut word: u64 = words[index];
                    std::iter::from_fn(move || {
                        if word == 0 {
                            return None;
                        }
                        let bit = word.trailing_zeros() as usize;
                        word &= word - 1;
                        Some(<$id>::from_index(index * 64 + bit))
                    })
                })
            }

            fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
                let mut words = [0; $most / 64];
                for (index, word) in words.iter_mut().enumerate() {
                    *word = join(self.words[index], other.words[index]);
                }
                Self { words }
            }
        }

        impl FromIterator<$id> for $name {
            fn from_iter<A: IntoIterator<Item = $id>>(ids: A) -> Self {
                let mut set = Self::EMPTY;
                for id in ids {
                    set.insert(id);
                }
                set
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter().map(|id| id.0)).finish()
            }
        }
    };
}

bit_set! {
    /// A set of squares.
    SquareSet of SquareId, up to MAX_SQUARES
}

bit_set! {
    /// A set of piece types.
    TypeSet of PieceTypeId, up to MAX_TYPES
}

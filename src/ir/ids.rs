//! Typed numbers for the things a game declares, and vectors indexed by them.
//!
//! An id is only meaningful together with the [`Game`](super::Game) that handed it out.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A number that stands for one declared thing.
pub trait Id: Copy {
    /// Makes the id from its index.
    fn from_index(index: usize) -> Self;
    /// Returns the index behind the id.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($seen:vis $inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name($seen $inner);

        impl Id for $name {
            #[expect(clippy::cast_possible_truncation, reason = "declarations are counted against the limits of ir::limits first")]
            fn from_index(index: usize) -> Self {
                Self(index as $inner)
            }
            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

/// The number of a square, by itself: what a position, a table or a packed move has in place of a [`SquareId`].
pub type SquareIndex = u16;

ids! {
    /// A square of the board, numbered in the order in which the board declares them.
    SquareId(pub SquareIndex);
    /// One of the two sides of a game, in the order in which its rules declare them.
    ///
    /// What a side is called differs from game to game: [`Game::side_name`](crate::Game::side_name) tells it.
    ///
    /// ```
    /// use fairyring::{Game, SideId};
    ///
    /// let game = Game::bundled("chess")?;
    /// assert_eq!(SideId::ALL.map(|side| game.side_name(side)), ["White", "Black"]);
    /// assert_eq!(SideId::FIRST.opponent(), SideId::LAST);
    /// assert_eq!((SideId::new(1), SideId::new(2)), (Some(SideId::LAST), None));
    /// # Ok::<(), fairyring::LoadError>(())
    /// ```
    SideId(pub(crate) u8);
    /// A piece type.
    PieceTypeId(pub u16);
    /// A mark that a piece can carry.
    MarkId(pub u8);
    /// A token that a piece can bear or that can lie on a square.
    TokenId(pub u8);
    /// A declared variable.
    VariableId(pub u16);
    /// A number that each square, or each piece, has.
    TallyId(pub u8);
    /// A direction, or a leap: a map from squares to squares, one for each side.
    DirectionId(pub u16);
    /// A property of piece types.
    PropertyId(pub u16);
    /// A word that begins a part of a turn's text: `bestow`.
    LabelId(pub u16);
    /// A place in the memory of a turn: squares, pieces and types that statements have named.
    SlotId(pub u16);
}

impl SideId {
    /// All sides, in the order in which they are declared.
    pub const ALL: [Self; Self::COUNT] = [Self(0), Self(1)];
    /// All that can own a piece: the sides, and nobody.
    pub const OWNERS: [Option<Self>; Self::COUNT + 1] = [Some(Self(0)), Some(Self(1)), None];
    /// The side declared first.
    pub const FIRST: Self = Self(0);
    /// The side declared last: once it has played, a round of turns is over.
    pub const LAST: Self = Self(1);

    /// How many sides a game has.
    pub const COUNT: usize = 2;

    /// Returns the side of that number, from 0; `None` if there are not as many.
    #[inline]
    pub fn new(number: usize) -> Option<Self> {
        (number < Self::COUNT).then(|| Self::from_index(number))
    }

    /// Returns the place of an owner among all [owners](Self::OWNERS).
    #[inline]
    pub fn place_of(owner: Option<Self>) -> usize {
        owner.map_or(Self::COUNT, Self::index)
    }

    /// Returns the number of the side, from 0.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the side that rules call the opponent of this one.
    #[inline]
    #[must_use]
    pub fn opponent(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Returns the side that plays after this one, unless the rules name another.
    #[inline]
    #[must_use]
    pub fn next(self) -> Self {
        if self == Self::LAST { Self::FIRST } else { Self(self.0 + 1) }
    }
}

/// One thing for each side: `scores[side]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BySide<T>([T; SideId::COUNT]);

impl<T> BySide<T> {
    /// Makes it from what each side has, in the order in which sides are declared.
    pub const fn new(things: [T; SideId::COUNT]) -> Self {
        Self(things)
    }

    /// Asks for each side what it has.
    pub fn from_fn(thing: impl FnMut(SideId) -> T) -> Self {
        Self(SideId::ALL.map(thing))
    }

    /// Returns what each side has, in the order in which sides are declared.
    pub fn into_array(self) -> [T; SideId::COUNT] {
        self.0
    }

    /// Returns what each side has, in the order in which sides are declared.
    pub const fn as_array(&self) -> &[T; SideId::COUNT] {
        &self.0
    }

    /// Returns what a side has, which is always there; `things[side]` is shorter.
    #[inline]
    pub fn get(&self, side: SideId) -> Option<&T> {
        self.0.get(side.index())
    }

    /// Returns what a side has to change it, which is always there; `things[side]` is shorter.
    pub fn get_mut(&mut self, side: SideId) -> Option<&mut T> {
        self.0.get_mut(side.index())
    }

    /// Iterates over what the sides have.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Iterates over what the sides have to change it.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Iterates over the sides and what they have.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (SideId, &T)> {
        SideId::ALL.into_iter().zip(&self.0)
    }

    /// Makes something of what each side has.
    pub fn map<U>(self, make: impl FnMut(T) -> U) -> BySide<U> {
        BySide(self.0.map(make))
    }
}

impl<T: Copy> BySide<T> {
    /// Makes it of a thing that is the same for all sides.
    pub const fn same(thing: T) -> Self {
        Self([thing; SideId::COUNT])
    }
}

impl<T: PartialEq> BySide<T> {
    /// Tells whether all sides have the same.
    pub fn is_same(&self) -> bool {
        self.0.windows(2).all(|pair| pair[0] == pair[1])
    }
}

impl<T> Index<SideId> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: SideId) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<SideId> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: SideId) -> &mut T {
        &mut self.0[side.index()]
    }
}

impl<'a, T> IntoIterator for &'a BySide<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut BySide<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<T> IntoIterator for BySide<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, { SideId::COUNT }>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for BySide<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A vector indexed by one kind of id.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    kind: PhantomData<fn(I)>,
}

impl<I: Id, T> IdVec<I, T> {
    /// Makes an empty vector.
    pub const fn new() -> Self {
        Self { items: Vec::new(), kind: PhantomData }
    }

    /// Appends an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Tells whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the item, or `None` for an id of something else.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Iterates over the items.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Iterates over the items to change them.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Iterates over the ids.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Iterates over ids and items.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Self { items: items.into_iter().collect(), kind: PhantomData }
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a mut IdVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter_mut()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

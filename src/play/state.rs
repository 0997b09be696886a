//! The compact state: boards, numbers, hands and a code for each square.

use std::fmt::Debug;

use crate::compile::bits::{Bits, Wide};
use crate::compile::layout::{EMPTY_CODE, Layout, kind_of, owner_of};

/// A fixed row of values.
pub trait Row<T>: Copy + AsRef<[T]> + AsMut<[T]> + Debug + Send + Sync + 'static {
    /// How many there are.
    const LEN: usize;
    /// All the same.
    fn all(value: T) -> Self;
}

impl<T: Copy + Debug + Send + Sync + 'static, const N: usize> Row<T> for [T; N] {
    const LEN: usize = N;
    fn all(value: T) -> Self {
        [value; N]
    }
}

/// How large the parts of a state are.
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// A set of squares.
    type Board: Bits;
    /// The boards.
    type Boards: Row<Self::Board>;
    /// The numbers.
    type Numbers: Row<i32>;
    /// The hand counts.
    type Hands: Row<u16>;
    /// The squares.
    type Codes: Row<u8>;
    /// The pieces of each group that attacks alike.
    type Groups: Row<Self::Board>;
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident: $board:ty, $squares:literal squares, $boards:literal boards, $numbers:literal numbers, $hands:literal hands, $groups:literal groups;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Shape for $name {
            type Board = $board;
            type Boards = [$board; $boards];
            type Numbers = [i32; $numbers];
            type Hands = [u16; $hands];
            type Codes = [u8; $squares];
            type Groups = [$board; $groups];
        }
    )*};
}

shapes! {
    /// Up to 64 squares and few of everything, without hands.
    Tiny: u64, 64 squares, 16 boards, 4 numbers, 0 hands, 12 groups;
    /// Up to 64 squares and some of everything.
    Small: u64, 64 squares, 28 boards, 12 numbers, 32 hands, 20 groups;
    /// Up to 128 squares and some of everything.
    Medium: u128, 128 squares, 40 boards, 16 numbers, 72 hands, 32 groups;
    /// Up to 256 squares and much of everything.
    Large: Wide, 256 squares, 96 boards, 160 numbers, 512 hands, 64 groups;
}

/// A position as the fast executor keeps it. Copying it is how moves are tried.
#[derive(Clone, Copy, Debug)]
pub struct State<S: Shape> {
    /// Sets of squares; see [`Layout`].
    pub boards: S::Boards,
    /// The piece code of each square.
    pub codes: S::Codes,
    /// Numbers; see [`Layout`].
    pub numbers: S::Numbers,
    /// Hand counts; see [`Layout`].
    pub hands: S::Hands,
    /// The number of the turn pair.
    pub turn_number: u32,
    /// The side to move.
    pub to_move: u8,
    /// The result an effect has brought about: 0 none, else 1 + 3 * reason + winner (2 for nobody).
    pub over: u32,
}

impl<S: Shape> State<S> {
    /// Makes the empty board.
    pub fn empty() -> Self {
        Self {
            boards: S::Boards::all(S::Board::EMPTY),
            codes: S::Codes::all(EMPTY_CODE),
            numbers: S::Numbers::all(0),
            hands: S::Hands::all(0),
            turn_number: 1,
            to_move: 0,
            over: 0,
        }
    }

    /// Returns a board.
    #[inline]
    pub fn board(&self, index: usize) -> S::Board {
        self.boards.as_ref()[index]
    }

    /// Returns a board to change it.
    #[inline]
    pub fn board_mut(&mut self, index: usize) -> &mut S::Board {
        &mut self.boards.as_mut()[index]
    }

    /// Returns a number.
    #[inline]
    pub fn number(&self, index: usize) -> i32 {
        self.numbers.as_ref()[index]
    }

    /// Sets a number.
    #[inline]
    pub fn set_number(&mut self, index: usize, value: i32) {
        self.numbers.as_mut()[index] = value;
    }

    /// Returns the code of a square.
    #[inline]
    pub fn code(&self, square: u8) -> u8 {
        self.codes.as_ref()[usize::from(square)]
    }

    /// Returns the occupied squares.
    #[inline]
    pub fn occupied(&self) -> S::Board {
        let boards = self.boards.as_ref();
        boards[0] | boards[1] | boards[2]
    }

    /// Returns the count of a type in a hand.
    pub fn hand(&self, layout: &Layout, side: u8, kind: usize) -> u16 {
        layout.hand_of[kind]
            .map_or(0, |of| self.hands.as_ref()[usize::from(side) * layout.hand_size() + of])
    }

    /// Returns the count of a type in a hand to change it.
    pub fn hand_mut(&mut self, layout: &Layout, side: u8, kind: usize) -> Option<&mut u16> {
        let of = layout.hand_of.get(kind).copied().flatten()?;
        Some(&mut self.hands.as_mut()[usize::from(side) * layout.hand_size() + of])
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, layout: &Layout, square: u8, code: u8) {
        self.codes.as_mut()[usize::from(square)] = code;
        self.toggle(layout, S::Board::one(square), code);
    }

    /// Takes the piece off a square, if there is one, and returns its code; its marks are lost and its tokens stay.
    #[inline]
    pub fn take(&mut self, layout: &Layout, square: u8) -> u8 {
        let code = std::mem::replace(&mut self.codes.as_mut()[usize::from(square)], EMPTY_CODE);
        if code != EMPTY_CODE {
            let here = S::Board::one(square);
            self.toggle(layout, here, code);
            for mark in layout.marks..layout.marks + layout.mark_count {
                *self.board_mut(mark) &= !here;
            }
        }
        code
    }

    /// Puts a piece on the boards, or takes it off them.
    #[inline]
    fn toggle(&mut self, layout: &Layout, here: S::Board, code: u8) {
        *self.board_mut(usize::from(owner_of(code))) ^= here;
        let mut layers = layout.layers_of[kind_of(code)];
        while layers != 0 {
            *self.board_mut(Layout::layer_board(layers.trailing_zeros() as usize)) ^= here;
            layers &= layers - 1;
        }
    }

    /// Returns the marks on a square, one bit for each.
    pub fn marks(&self, layout: &Layout, square: u8) -> u16 {
        let marks = 0..layout.mark_count;
        marks.fold(0, |bits, mark| {
            bits | u16::from(self.board(layout.marks + mark).has(square)) << mark
        })
    }

    /// Gives a square the marks.
    pub fn set_marks(&mut self, layout: &Layout, square: u8, marks: u16) {
        for mark in 0..layout.mark_count {
            let board = self.board_mut(layout.marks + mark);
            if marks >> mark & 1 == 1 {
                *board |= S::Board::one(square);
            } else {
                *board &= !S::Board::one(square);
            }
        }
    }

    /// Returns the tokens on a square, one bit for each.
    pub fn tokens(&self, layout: &Layout, square: u8) -> u64 {
        let at = i32::from(square);
        let tokens = 0..layout.token_count;
        tokens.fold(0, |bits, token| {
            bits | u64::from(self.number(layout.token(token)) == at) << token
        })
    }

    /// Moves the tokens on a square to another, or away.
    #[inline]
    pub fn move_tokens(&mut self, layout: &Layout, from: u8, to: Option<u8>) {
        for token in 0..layout.token_count {
            let index = layout.token(token);
            if self.number(index) == i32::from(from) {
                self.set_number(index, to.map_or(-1, i32::from));
            }
        }
    }

    /// Takes what is on a square off the board: the piece, and the tokens it bears.
    #[inline]
    pub fn lift(&mut self, layout: &Layout, square: u8) -> u8 {
        let code = self.take(layout, square);
        if code != EMPTY_CODE {
            self.move_tokens(layout, square, None);
        }
        code
    }

    /// Moves a piece with its marks and tokens to another square; what stands there is lost.
    #[inline]
    pub fn shift(&mut self, layout: &Layout, from: u8, to: u8) {
        if from == to {
            return;
        }
        self.lift(layout, to);
        let marks = if layout.mark_count > 0 { self.marks(layout, from) } else { 0 };
        let code = self.take(layout, from);
        if code != EMPTY_CODE {
            self.put(layout, to, code);
            if marks != 0 {
                self.set_marks(layout, to, marks);
            }
        }
        self.move_tokens(layout, from, Some(to));
    }

    /// Moves a piece with its marks and tokens to an empty square.
    #[inline]
    pub fn slide(&mut self, layout: &Layout, from: u8, to: u8) {
        if from == to {
            return;
        }
        let codes = self.codes.as_mut();
        let code = std::mem::replace(&mut codes[usize::from(from)], EMPTY_CODE);
        codes[usize::from(to)] = code;
        if code == EMPTY_CODE {
            return;
        }
        let (left, entered) = (S::Board::one(from), S::Board::one(to));
        self.toggle(layout, left | entered, code);
        for mark in layout.marks..layout.marks + layout.mark_count {
            let board = self.board_mut(mark);
            if board.meets(left) {
                *board ^= left | entered;
            }
        }
        self.move_tokens(layout, from, Some(to));
    }

    /// Changes what is on two squares, tokens too.
    pub fn swap(&mut self, layout: &Layout, left: u8, right: u8) {
        if left == right {
            return;
        }
        let marks = (self.marks(layout, left), self.marks(layout, right));
        let codes = (self.take(layout, left), self.take(layout, right));
        for (square, code, marks) in [(right, codes.0, marks.0), (left, codes.1, marks.1)] {
            if code != EMPTY_CODE {
                self.put(layout, square, code);
                self.set_marks(layout, square, marks);
            }
        }
        for token in 0..layout.token_count {
            let index = layout.token(token);
            let at = self.number(index);
            if at == i32::from(left) {
                self.set_number(index, i32::from(right));
            } else if at == i32::from(right) {
                self.set_number(index, i32::from(left));
            }
        }
    }

    /// Changes the code of an occupied square; marks and tokens stay.
    pub fn recode(&mut self, layout: &Layout, square: u8, code: u8) {
        let before = std::mem::replace(&mut self.codes.as_mut()[usize::from(square)], code);
        let here = S::Board::one(square);
        self.toggle(layout, here, before);
        self.toggle(layout, here, code);
    }
}

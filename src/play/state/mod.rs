//! The compact state: boards, numbers, hands and a code for each square.

pub mod compiled;
pub mod convert;
pub mod key;

use std::fmt::Debug;

use std::hash::Hash;

use crate::compile::program::bitboard::{Bitboard, WideBoard};
use crate::compile::program::layout::{
    EMPTY_CODE, Layout, MAX_LAYERS, MOST_BOARDS, MOST_HANDS, MOST_NUMBERS, kind_of, most_types,
    owner_of,
};
use crate::ir::limits;

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

/// A piece code as a state keeps it: in a byte where there are few types.
pub trait Cell: Copy + Debug + Hash + Send + Sync + 'static {
    /// The most types that there is room for.
    const TYPES: usize;
    /// Makes it of a code, of a type below [`TYPES`](Self::TYPES).
    fn keep(code: u16) -> Self;
    /// Returns the code.
    fn code(self) -> u16;
}

impl Cell for u8 {
    const TYPES: usize = most_types(Self::MAX as usize);

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a game with more types has larger cells")]
    fn keep(code: u16) -> Self {
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
    fn keep(code: u16) -> Self {
        code
    }
    #[inline]
    fn code(self) -> u16 {
        self
    }
}

/// How large the parts of a state are.
pub(crate) trait StateSize: Copy + Debug + Send + Sync + 'static {
    /// A set of squares.
    type Board: Bitboard;
    /// The boards.
    type Boards: Row<Self::Board>;
    /// The numbers.
    type Numbers: Row<i32>;
    /// The hand counts.
    type Hands: Row<u16>;
    /// A piece code as it is kept.
    type Cell: Cell;
    /// The piece codes of the squares.
    type Codes: Row<Self::Cell>;
    /// The numbers of the pieces on the squares; none where no piece has one.
    type PieceNumbers: Row<i16>;
    /// The pieces of each group that attacks alike.
    type Groups: Row<Self::Board>;
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident: $board:ty, $squares:literal squares of $cell:ty, $numbered:literal numbered, $boards:expr, $numbers:expr, $hands:expr, $groups:literal groups;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

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

// Squares and their cells, squares whose pieces have numbers, boards, numbers, hand counts, groups.
shapes! {
    /// Up to 64 squares and few of everything, without hands.
    Tiny: u64, 64 squares of u8, 0 numbered, 16, 4, 0, 12 groups;
    /// Up to 64 squares and some of everything.
    Small: u64, 64 squares of u8, 0 numbered, 28, 12, 32, 20 groups;
    /// Up to 128 squares and some of everything.
    Medium: u128, 128 squares of u8, 0 numbered, 40, 16, 72, 32 groups;
    /// Up to 256 squares and much of everything.
    Large: WideBoard, 256 squares of u8, 0 numbered, 96, 160, 512, 64 groups;
    /// All that a game may have.
    Full: WideBoard, 256 squares of u16, 256 numbered, MOST_BOARDS + MAX_LAYERS, MOST_NUMBERS, MOST_HANDS, 64 groups;
}

// No game that is accepted is too large for the largest shape.
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

/// A position as the fast executor keeps it. Copying it is how moves are tried.
#[derive(Clone, Copy, Debug)]
pub struct State<S: StateSize> {
    /// Sets of squares; see [`Layout`].
    pub boards: S::Boards,
    /// The piece code of each square.
    pub codes: S::Codes,
    /// The number of the piece on each square, 0 where there is none; nothing where no piece of the game has one.
    pub piece_numbers: S::PieceNumbers,
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

/// A piece that was lifted off its square, or nothing.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Lifted {
    code: u16,
    marks: u16,
    number: i16,
}

impl<S: StateSize> State<S> {
    /// Makes the empty board.
    pub fn empty() -> Self {
        Self {
            boards: S::Boards::all(S::Board::EMPTY),
            codes: S::Codes::all(S::Cell::keep(EMPTY_CODE)),
            piece_numbers: S::PieceNumbers::all(0),
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
    pub fn code(&self, square: u8) -> u16 {
        self.codes.as_ref()[usize::from(square)].code()
    }

    /// Sets the code of a square and returns what it was; boards and the piece's number stay as they are.
    #[inline]
    fn set_code(&mut self, square: u8, code: u16) -> u16 {
        let place = &mut self.codes.as_mut()[usize::from(square)];
        std::mem::replace(place, S::Cell::keep(code)).code()
    }

    /// Returns the number of the piece on a square; 0 if there is none, or if pieces have no numbers.
    #[inline]
    pub fn piece_number(&self, square: u8) -> i16 {
        if S::PieceNumbers::LEN == 0 {
            return 0;
        }
        self.piece_numbers.as_ref()[usize::from(square)]
    }

    /// Sets the number of the piece on a square, if pieces have numbers, and returns what it was.
    #[inline]
    pub fn set_piece_number(&mut self, square: u8, number: i16) -> i16 {
        if S::PieceNumbers::LEN == 0 {
            return 0;
        }
        std::mem::replace(&mut self.piece_numbers.as_mut()[usize::from(square)], number)
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
    pub fn put(&mut self, layout: &Layout, square: u8, code: u16) {
        self.set_code(square, code);
        self.toggle(layout, S::Board::one(square), code);
    }

    /// Takes the piece off a square, if there is one, and returns its code; its marks and its number are lost and its
    /// tokens stay.
    #[inline]
    pub fn take(&mut self, layout: &Layout, square: u8) -> u16 {
        let code = self.set_code(square, EMPTY_CODE);
        self.set_piece_number(square, 0);
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
    fn toggle(&mut self, layout: &Layout, here: S::Board, code: u16) {
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
    pub fn lift(&mut self, layout: &Layout, square: u8) -> u16 {
        let code = self.take(layout, square);
        if code != EMPTY_CODE {
            self.move_tokens(layout, square, None);
        }
        code
    }

    /// Moves a piece with its marks, number and tokens to another square; what stands there is lost.
    #[inline]
    pub fn shift(&mut self, layout: &Layout, from: u8, to: u8) {
        if from == to {
            return;
        }
        self.lift(layout, to);
        let marks = if layout.mark_count > 0 { self.marks(layout, from) } else { 0 };
        let number = self.piece_number(from);
        let code = self.take(layout, from);
        if code != EMPTY_CODE {
            self.put(layout, to, code);
            self.set_piece_number(to, number);
            if marks != 0 {
                self.set_marks(layout, to, marks);
            }
        }
        self.move_tokens(layout, from, Some(to));
    }

    /// Moves a piece with its marks, number and tokens to an empty square.
    #[inline]
    pub fn slide(&mut self, layout: &Layout, from: u8, to: u8) {
        if from == to {
            return;
        }
        let code = self.set_code(from, EMPTY_CODE);
        self.set_code(to, code);
        let number = self.set_piece_number(from, 0);
        self.set_piece_number(to, number);
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
        let (at_left, at_right) = (self.lift_whole(layout, left), self.lift_whole(layout, right));
        self.put_back(layout, right, at_left);
        self.put_back(layout, left, at_right);
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

    /// Takes the piece off a square for a while, if there is one, and returns all that it is; its tokens stay.
    pub fn lift_whole(&mut self, layout: &Layout, square: u8) -> Lifted {
        let (marks, number) = (self.marks(layout, square), self.piece_number(square));
        Lifted { code: self.take(layout, square), marks, number }
    }

    /// Puts a piece that was lifted, if there was one, on an empty square.
    pub fn put_back(&mut self, layout: &Layout, square: u8, lifted: Lifted) {
        if lifted.code != EMPTY_CODE {
            self.put(layout, square, lifted.code);
            self.set_marks(layout, square, lifted.marks);
            self.set_piece_number(square, lifted.number);
        }
    }

    /// Changes the code of an occupied square; marks, number and tokens stay.
    pub fn recode(&mut self, layout: &Layout, square: u8, code: u16) {
        let before = self.set_code(square, code);
        let here = S::Board::one(square);
        self.toggle(layout, here, before);
        self.toggle(layout, here, code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Game, IdVec, Mark, PieceType, Squares};
    use crate::source::Span;

    fn game() -> Game {
        let kind = |number: usize| PieceType {
            name: format!("T{number}"),
            symbols: [None, None, None],
            royal: false,
            clauses: Vec::new(),
            drop_on: Squares::Empty,
            properties: Vec::new(),
            span: Span::NONE,
        };
        let mark = Mark { name: "m".to_owned(), suffix: "'".to_owned() };
        let marks: IdVec<_, _> = [mark].into_iter().collect();
        Game { types: (0..limits::MAX_TYPES).map(kind).collect(), marks, ..Game::default() }
    }

    /// What is on a square: code, marks, number.
    fn on(state: &State<Full>, layout: &Layout, square: u8) -> (u16, u16, i16) {
        (state.code(square), state.marks(layout, square), state.piece_number(square))
    }

    #[test]
    fn whatever_moves_a_piece_moves_all_that_it_carries() {
        let layout = Layout::new(&game(), Vec::new());
        let mut state = State::<Full>::empty();
        let (one, other) = (Layout::code(255, 1), Layout::code(90, 2));
        for (square, code, number) in [(0, one, -7), (255, other, i16::MAX)] {
            state.put(&layout, square, code);
            state.set_marks(&layout, square, 1);
            state.set_piece_number(square, number);
        }
        let (one, other) = ((one, 1, -7), (other, 1, i16::MAX));
        let nothing = (EMPTY_CODE, 0, 0);
        state.shift(&layout, 0, 9);
        assert_eq!((on(&state, &layout, 0), on(&state, &layout, 9)), (nothing, one));
        state.slide(&layout, 9, 10);
        assert_eq!((on(&state, &layout, 9), on(&state, &layout, 10)), (nothing, one));
        state.swap(&layout, 10, 255);
        assert_eq!((on(&state, &layout, 10), on(&state, &layout, 255)), (other, one));
        state.swap(&layout, 10, 11);
        assert_eq!((on(&state, &layout, 10), on(&state, &layout, 11)), (nothing, other));
        state.recode(&layout, 11, Layout::code(3, 0));
        assert_eq!(on(&state, &layout, 11), (Layout::code(3, 0), 1, i16::MAX));
        let lifted = state.lift_whole(&layout, 255);
        assert_eq!(on(&state, &layout, 255), nothing);
        state.put_back(&layout, 254, lifted);
        assert_eq!(on(&state, &layout, 254), one);
        state.shift(&layout, 254, 11);
        assert_eq!((on(&state, &layout, 254), on(&state, &layout, 11)), (nothing, one));
        state.lift(&layout, 11);
        assert_eq!(on(&state, &layout, 11), nothing);
    }

    #[test]
    fn small_states_have_no_room_for_what_their_games_lack() {
        assert_eq!(size_of::<<Large as StateSize>::PieceNumbers>(), 0);
        let mut state = State::<Large>::empty();
        assert_eq!((state.set_piece_number(3, 5), state.piece_number(3)), (0, 0));
    }

    #[test]
    fn codes_tell_types_and_owners() {
        for kind in [0, 84, 85, limits::MAX_TYPES - 1] {
            for owner in 0..=2 {
                let code = <u16 as Cell>::keep(Layout::code(kind, owner)).code();
                assert_eq!((kind_of(code), owner_of(code)), (kind, owner));
            }
        }
        let last = <u8 as Cell>::TYPES - 1;
        assert_eq!(kind_of(<u8 as Cell>::keep(Layout::code(last, 2)).code()), last);
    }
}

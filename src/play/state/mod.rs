//! The compact state of a game: boards, numbers, hands and a piece code for each square.

pub(crate) mod compiled;
pub(crate) mod convert;
pub(crate) mod key;
pub(crate) mod sizes;

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, Layout, OWNERS, kind_of, owner_board_of};
use crate::ir::{LandingKind, SideId, SquareIndex};
use crate::play::state::sizes::{Cell, Row, StateSize};

/// A position in compact form. Moves are made on copies of it.
///
/// The index of each board, number and hand count is in [`Layout`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct State<S: StateSize> {
    /// Bitboards.
    pub(crate) boards: S::Boards,
    /// The piece code of each square.
    pub(crate) codes: S::Codes,
    /// The number of the piece on each square, 0 on empty squares; empty in games whose pieces have none.
    pub(crate) piece_numbers: S::PieceNumbers,
    /// Numbers: variables, and the squares and levels of tokens.
    pub(crate) numbers: S::Numbers,
    /// Hand counts.
    pub(crate) hands: S::Hands,
    /// The number of the turn pair.
    pub(crate) turn_number: u32,
    /// The side to move.
    pub(crate) to_move: SideId,
    /// The result that an effect has brought about: 0 if none, else see [`over_code`](crate::compile::program::layout::over_code).
    pub(crate) over: u32,
}

/// A piece taken off its square with all that it carries, or nothing.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub(crate) struct LiftedPiece {
    code: u16,
    marks: u16,
    number: i16,
}

impl<S: StateSize> State<S> {
    /// Returns the state with an empty board.
    pub(crate) fn empty() -> Self {
        Self {
            boards: S::Boards::all(S::Board::EMPTY),
            codes: S::Codes::all(S::Cell::from_code(EMPTY_CODE)),
            piece_numbers: S::PieceNumbers::all(0),
            numbers: S::Numbers::all(0),
            hands: S::Hands::all(0),
            turn_number: 1,
            to_move: SideId::FIRST,
            over: 0,
        }
    }

    /// Returns a board.
    #[inline]
    pub(crate) fn board(&self, index: usize) -> S::Board {
        self.boards.as_ref()[index]
    }

    /// Returns the pieces of a side.
    #[inline]
    pub(crate) fn pieces_of(&self, side: SideId) -> S::Board {
        self.board(Layout::owner_board(Some(side)))
    }

    /// Returns the pieces that a side owns.
    #[inline]
    pub(crate) fn owned(&self) -> S::Board {
        let boards = &self.boards.as_ref()[..SideId::COUNT];
        boards.iter().fold(S::Board::EMPTY, |all, board| all | *board)
    }

    /// Returns a board for writing.
    #[inline]
    pub(crate) fn board_mut(&mut self, index: usize) -> &mut S::Board {
        &mut self.boards.as_mut()[index]
    }

    /// Returns a number.
    #[inline]
    pub(crate) fn number(&self, index: usize) -> i32 {
        self.numbers.as_ref()[index]
    }

    /// Sets a number.
    #[inline]
    pub(crate) fn set_number(&mut self, index: usize, value: i32) {
        self.numbers.as_mut()[index] = value;
    }

    /// Returns the piece code of a square.
    #[inline]
    pub(crate) fn code(&self, square: SquareIndex) -> u16 {
        self.codes.as_ref()[usize::from(square)].code()
    }

    /// Tells whether a move with a landing captures what stands on its destination.
    #[inline]
    pub(crate) fn is_capture(&self, landing: LandingKind, to: SquareIndex) -> bool {
        landing == LandingKind::Capture && self.code(to) != EMPTY_CODE
    }

    /// Sets the piece code of a square and returns the former one; boards and piece numbers are not updated.
    #[inline]
    fn set_code(&mut self, square: SquareIndex, code: u16) -> u16 {
        let place = &mut self.codes.as_mut()[usize::from(square)];
        std::mem::replace(place, S::Cell::from_code(code)).code()
    }

    /// Returns the number of the piece on a square; 0 if there is none or pieces have no numbers.
    #[inline]
    pub(crate) fn piece_number(&self, square: SquareIndex) -> i16 {
        if S::PieceNumbers::LEN == 0 {
            return 0;
        }
        self.piece_numbers.as_ref()[usize::from(square)]
    }

    /// Sets the number of the piece on a square, if pieces have numbers, and returns the former one.
    #[inline]
    pub(crate) fn set_piece_number(&mut self, square: SquareIndex, number: i16) -> i16 {
        if S::PieceNumbers::LEN == 0 {
            return 0;
        }
        std::mem::replace(&mut self.piece_numbers.as_mut()[usize::from(square)], number)
    }

    /// Returns the occupied squares.
    #[inline]
    pub(crate) fn occupied(&self) -> S::Board {
        self.boards.as_ref()[..OWNERS].iter().fold(S::Board::EMPTY, |all, board| all | *board)
    }

    /// Returns how many pieces of a type are in a hand.
    #[inline]
    pub(crate) fn hand(&self, layout: &Layout, side: SideId, kind: usize) -> u16 {
        layout.hand_of[kind]
            .map_or(0, |offset| self.hands.as_ref()[side.number() * layout.hand_size() + offset])
    }

    /// Returns the count of a piece type in a hand for writing.
    #[inline]
    pub(crate) fn hand_mut(
        &mut self,
        layout: &Layout,
        side: SideId,
        kind: usize,
    ) -> Option<&mut u16> {
        let offset = layout.hand_of.get(kind).copied().flatten()?;
        Some(&mut self.hands.as_mut()[side.number() * layout.hand_size() + offset])
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, layout: &Layout, square: SquareIndex, code: u16) {
        self.set_code(square, code);
        self.toggle(layout, S::Board::one(square), code);
    }

    /// Removes the piece on a square, if there is one, with its marks and number, but not its tokens; returns its code.
    #[inline]
    pub(crate) fn take(&mut self, layout: &Layout, square: SquareIndex) -> u16 {
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

    /// Flips a square, or two, on the boards of a piece.
    #[inline]
    fn toggle(&mut self, layout: &Layout, here: S::Board, code: u16) {
        *self.board_mut(owner_board_of(code)) ^= here;
        let mut layers = layout.layers_of[kind_of(code)];
        while layers != 0 {
            *self.board_mut(Layout::layer_board(layers.trailing_zeros() as usize)) ^= here;
            layers &= layers - 1;
        }
    }

    /// Returns the marks on a square, one bit each.
    pub(crate) fn marks(&self, layout: &Layout, square: SquareIndex) -> u16 {
        let marks = 0..layout.mark_count;
        marks.fold(0, |bits, mark| {
            bits | u16::from(self.board(layout.marks + mark).has(square)) << mark
        })
    }

    /// Sets the marks on a square.
    pub(crate) fn set_marks(&mut self, layout: &Layout, square: SquareIndex, marks: u16) {
        for mark in 0..layout.mark_count {
            let board = self.board_mut(layout.marks + mark);
            if marks >> mark & 1 == 1 {
                *board |= S::Board::one(square);
            } else {
                *board &= !S::Board::one(square);
            }
        }
    }

    /// Returns the tokens on a square, one bit each.
    pub(crate) fn tokens(&self, layout: &Layout, square: SquareIndex) -> u64 {
        let at = i32::from(square);
        let tokens = 0..layout.token_count;
        tokens.fold(0, |bits, token| {
            bits | u64::from(self.number(layout.token(token)) == at) << token
        })
    }

    /// Moves the tokens on a square to another, or off the board.
    #[inline]
    pub(crate) fn move_tokens(
        &mut self,
        layout: &Layout,
        from: SquareIndex,
        to: Option<SquareIndex>,
    ) {
        for token in 0..layout.token_count {
            let index = layout.token(token);
            if self.number(index) == i32::from(from) {
                self.set_number(index, to.map_or(-1, i32::from));
            }
        }
    }

    /// Removes the piece on a square, if there is one, with its tokens; returns its code.
    #[inline]
    pub(crate) fn lift(&mut self, layout: &Layout, square: SquareIndex) -> u16 {
        let code = self.take(layout, square);
        if code != EMPTY_CODE {
            self.move_tokens(layout, square, None);
        }
        code
    }

    /// Moves a piece with its marks, number and tokens to another square, whose former piece is removed.
    #[inline]
    pub(crate) fn shift(&mut self, layout: &Layout, from: SquareIndex, to: SquareIndex) {
        if from != to {
            self.lift(layout, to);
            self.slide(layout, from, to);
        }
    }

    /// Moves a piece with its marks, number and tokens to an empty square.
    #[inline]
    pub(crate) fn slide(&mut self, layout: &Layout, from: SquareIndex, to: SquareIndex) {
        if from == to {
            return;
        }
        let code = self.set_code(from, EMPTY_CODE);
        self.set_code(to, code);
        let number = self.set_piece_number(from, 0);
        self.set_piece_number(to, number);
        if code != EMPTY_CODE {
            let (left, entered) = (S::Board::one(from), S::Board::one(to));
            self.toggle(layout, left | entered, code);
            for mark in layout.marks..layout.marks + layout.mark_count {
                let board = self.board_mut(mark);
                if board.meets(left) {
                    *board ^= left | entered;
                }
            }
        }
        self.move_tokens(layout, from, Some(to));
    }

    /// Swaps what is on two squares, with marks, numbers and tokens.
    pub(crate) fn swap(&mut self, layout: &Layout, left: SquareIndex, right: SquareIndex) {
        if left == right {
            return;
        }
        let (at_left, at_right) = (self.lift_piece(layout, left), self.lift_piece(layout, right));
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

    /// Takes the piece on a square, if there is one, off the board for a while; its tokens stay.
    pub(crate) fn lift_piece(&mut self, layout: &Layout, square: SquareIndex) -> LiftedPiece {
        let (marks, number) = (self.marks(layout, square), self.piece_number(square));
        LiftedPiece { code: self.take(layout, square), marks, number }
    }

    /// Puts a piece taken off the board, if any, on an empty square.
    pub(crate) fn put_back(&mut self, layout: &Layout, square: SquareIndex, lifted: LiftedPiece) {
        if lifted.code != EMPTY_CODE {
            self.put(layout, square, lifted.code);
            self.set_marks(layout, square, lifted.marks);
            self.set_piece_number(square, lifted.number);
        }
    }

    /// Changes type and owner of the piece on a square; marks, number and tokens stay.
    pub(crate) fn recode(&mut self, layout: &Layout, square: SquareIndex, code: u16) {
        let before = self.set_code(square, code);
        let here = S::Board::one(square);
        self.toggle(layout, here, before);
        self.toggle(layout, here, code);
    }
}

#[cfg(test)]
mod tests {
    use super::sizes::{Full, Large};
    use super::*;
    use crate::compile::program::layout::owner_of;
    use crate::ir::limits;
    use crate::ir::{Game, IdVec, Mark, PieceType};
    use crate::source::Span;

    fn game() -> Game {
        let kind =
            |number: usize| PieceType::new(format!("T{number}"), [None, None, None], Span::NONE);
        let mark = Mark { name: "m".to_owned(), suffix: "'".to_owned() };
        let marks: IdVec<_, _> = [mark].into_iter().collect();
        Game { types: (0..limits::MAX_TYPES).map(kind).collect(), marks, ..Game::default() }
    }

    /// Code, marks and number of the piece on a square.
    fn on(state: &State<Full>, layout: &Layout, square: SquareIndex) -> (u16, u16, i16) {
        (state.code(square), state.marks(layout, square), state.piece_number(square))
    }

    #[test]
    fn whatever_moves_a_piece_moves_all_that_it_carries() {
        let layout = Layout::new(&game(), Vec::new());
        let mut state = State::<Full>::empty();
        let (one, other) = (Layout::code(255, SideId::LAST), Layout::code(90, None));
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
        state.recode(&layout, 11, Layout::code(3, SideId::FIRST));
        assert_eq!(on(&state, &layout, 11), (Layout::code(3, SideId::FIRST), 1, i16::MAX));
        let lifted = state.lift_piece(&layout, 255);
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
            for owner in SideId::OWNERS {
                let code = <u16 as Cell>::from_code(Layout::code(kind, owner)).code();
                assert_eq!((kind_of(code), owner_of(code)), (kind, owner));
            }
        }
        let last = <u8 as Cell>::TYPES - 1;
        assert_eq!(kind_of(<u8 as Cell>::from_code(Layout::code(last, None)).code()), last);
    }
}

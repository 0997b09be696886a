//! What a position is worth, derived from the game itself.

mod mobility;

use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, Layout};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;

/// What a position is worth: sums of tables.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    squares: usize,
    codes: usize,
    /// What a piece is worth on each square, at `code * squares + square`, for the first side.
    board: Vec<i16>,
    /// What a piece in hand is worth for the first side, by the index of its count.
    hands: Vec<i16>,
    /// What a piece is worth to its owner, by its code.
    worth: Vec<i32>,
    /// What a piece that bears a token is worth more, for the first side, by token and code.
    bearers: Vec<Vec<i16>>,
    may_skip: bool,
    unit: i32,
}

/// A side that has less than this besides its royal pieces may have no good turn.
const FORCE: i32 = 250;

/// By how much the value of a position changes in a quiet turn of an ordinary game, in points.
const UNIT: i32 = 90;

impl Evaluation {
    /// Derives it from the game.
    pub(super) fn derive<S: StateSize>(compiled: &Compiled<S>) -> Self {
        let program = &compiled.program;
        let layout = &program.layout;
        let types = layout.layers_of.len();
        let (codes, squares) = (1 + 3 * types, program.squares);
        let mobility = mobility::Mobility::measure(compiled);
        let mut evaluation = Self {
            squares,
            codes,
            board: vec![0; codes * squares],
            hands: vec![0; layout.hands],
            worth: vec![0; codes],
            bearers: Vec::new(),
            unit: UNIT,
            may_skip: program.sides.iter().all(|side| side.preferences.is_empty()),
        };
        for side in [0, 1] {
            for kind in 0..types {
                evaluation.add_piece(layout, &mobility, (kind, side));
            }
        }
        evaluation
    }

    fn add_piece(
        &mut self,
        layout: &Layout,
        mobility: &mobility::Mobility,
        (kind, side): (usize, u8),
    ) {
        let code = usize::from(Layout::code(kind, side));
        let sign = if side == 0 { 1 } else { -1 };
        let value = mobility.value(kind, side);
        self.worth[code] = value;
        for square in 0..self.squares {
            let here = value + mobility.bonus(kind, side, square);
            self.board[code * self.squares + square] = narrow(sign * here);
        }
        if let Some(offset) = layout.hand_of.get(kind).copied().flatten() {
            let index = usize::from(side) * layout.hand_size() + offset;
            if let Some(hand) = self.hands.get_mut(index) {
                *hand = narrow(sign * value);
            }
        }
    }

    /// Returns how many piece codes there are.
    pub(super) fn codes(&self) -> usize {
        self.codes
    }

    /// Returns how many squares there are.
    pub(super) fn squares(&self) -> usize {
        self.squares
    }

    /// Returns what a piece is worth to its owner, by its code.
    #[inline]
    pub(super) fn worth(&self, code: u16) -> i32 {
        self.worth.get(usize::from(code)).copied().unwrap_or(0)
    }

    /// Returns by how much the value of a position may change in a quiet turn, in points.
    pub(super) fn unit(&self) -> i32 {
        self.unit
    }

    /// Tells whether to have to move is never known to be a disadvantage.
    pub(super) fn may_skip(&self) -> bool {
        self.may_skip
    }

    /// Tells whether a side has enough pieces that it is hardly ever better off without a turn.
    pub(super) fn has_force<S: StateSize>(&self, state: &State<S>, side: u8) -> bool {
        let own = state.board(usize::from(side));
        let mut sum = 0;
        own.members().any(|square| {
            let worth = self.worth(state.code(square));
            sum += if worth > 150 { worth } else { 0 };
            sum > FORCE
        })
    }

    /// Returns what a state is worth for the first side.
    pub(super) fn of_state<S: StateSize>(
        &self,
        program: &Program<S::Board>,
        state: &State<S>,
    ) -> i32 {
        let mut sum = 0;
        for square in (state.board(0) | state.board(1)).members() {
            let code = usize::from(state.code(square));
            sum += i32::from(self.board[code * self.squares + usize::from(square)]);
        }
        for (count, value) in state.hands.as_ref().iter().zip(&self.hands) {
            sum += i32::from(*count) * i32::from(*value);
        }
        for (token, bearers) in self.bearers.iter().enumerate() {
            let at = state.number(program.layout.token(token));
            let code = u8::try_from(at).map_or(EMPTY_CODE, |square| state.code(square));
            sum += bearers.get(usize::from(code)).map_or(0, |value| i32::from(*value));
        }
        sum
    }
}

fn narrow(value: i32) -> i16 {
    i16::try_from(value.clamp(-16_000, 16_000)).unwrap_or(0)
}

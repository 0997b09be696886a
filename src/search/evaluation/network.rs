//! What was learned about positions by playing: a small network whose answer is added to what is derived from the rules.
//!
//! It has one hidden layer for each side's view of the board, and the sums of a position are made from those of another that
//! is much alike, as in the networks of Yu Nasu (2018).

use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, kind_of, owner_board_of};
use crate::ir::weights::{ONE, OUT, WIDTH};
use crate::ir::{BySide, Game, Inputs, SideId, Weights};
use crate::play::state::State;
use crate::play::state::sizes::{Cell, Row as _, StateSize};

/// The most pieces of a kind in a hand that are distinguished.
const MOST_COUNT: i16 = 100;

/// How many squares are compared at once.
const COMPARED: usize = 16;

/// What an input adds to the units of one view.
type Row = [i16; WIDTH];

/// A network that is ready to be asked.
#[derive(Clone, Debug)]
pub(in crate::search) struct Network {
    inputs: Inputs,
    /// For each input, what it adds in the views of both sides.
    rows: Vec<BySide<Row>>,
    /// For each input, what it is worth by itself for the first side, in points.
    points: Vec<i16>,
    bias: Row,
    /// What the units count, by whose turn it is: first the side to move.
    out: BySide<Row>,
    constant: i32,
}

impl Network {
    /// Makes the network of a game, if something was learned about it.
    pub(super) fn of(game: &Game) -> Option<Self> {
        let weights: &Weights = game.weights.as_deref()?;
        let inputs = Inputs::of(game);
        let second = if weights.is_even { Some(inputs.seen_by_second(game)?) } else { None };
        let mut rows = vec![BySide::same([0; WIDTH]); inputs.count()];
        let mut points = vec![0; inputs.count()];
        let wide = |row: [i8; WIDTH]| row.map(i16::from);
        for input in &weights.inputs {
            let number = input.number as usize;
            *points.get_mut(number)? = input.points;
            rows.get_mut(number)?[SideId::FIRST] = wide(input.rows[SideId::FIRST]);
            // What the second side sees there is what the first side sees elsewhere.
            let seen = second
                .as_ref()
                .map_or(Some(number), |second| second.get(number).map(|&other| other as usize))?;
            rows.get_mut(seen)?[SideId::LAST] = wide(input.rows[SideId::LAST]);
        }
        let (bias, constant) = (wide(weights.bias), i32::from(weights.constant));
        Some(Self { inputs, rows, points, bias, out: weights.out, constant })
    }

    /// Returns the sums of an empty board.
    pub(super) fn empty<S: StateSize>(&self) -> Sums<S> {
        let state = State::<S>::empty();
        let absent = S::Numbers::all(-1);
        let (codes, hands) = (state.codes, state.hands);
        Sums { codes, hands, numbers: absent, units: BySide::same(self.bias), points: 0 }
    }

    /// Returns the sums of a state, made from those of another: the more alike they are, the faster.
    #[inline]
    pub(super) fn sums<S: StateSize>(
        &self,
        (program, state): (&Program<S::Board>, &State<S>),
        other: &Sums<S>,
    ) -> Sums<S> {
        let mut sums = *other;
        self.change_pieces(state, other, &mut sums);
        let layout = &program.layout;
        for index in 0..layout.hands {
            let (before, now) = (other.hands.as_ref()[index], state.hands.as_ref()[index]);
            if before != now {
                let (side, kind) = (index / layout.hand_size(), index % layout.hand_size());
                let input = self.inputs.hand(side, kind);
                self.add(input, in_hand(now) - in_hand(before), &mut sums);
            }
        }
        for token in 0..layout.token_count {
            let place = layout.token(token);
            let [before, now] = [other.numbers.as_ref()[place], state.number(place)];
            if before != now {
                self.add_token((token, before), -1, &mut sums);
                self.add_token((token, now), 1, &mut sums);
                sums.numbers.as_mut()[place] = now;
            }
        }
        (sums.codes, sums.hands) = (state.codes, state.hands);
        sums
    }

    /// Changes sums where other pieces stand.
    #[inline]
    fn change_pieces<S: StateSize>(&self, state: &State<S>, other: &Sums<S>, sums: &mut Sums<S>) {
        const { assert!(S::Codes::LEN.is_multiple_of(COMPARED)) };
        let [before, now] = [other.codes.as_ref(), state.codes.as_ref()];
        let (before_rows, _) = before.as_chunks::<COMPARED>();
        let (now_rows, _) = now.as_chunks::<COMPARED>();
        for (row, before) in before_rows.iter().enumerate() {
            let now = &now_rows[row];
            if before == now {
                continue;
            }
            for place in 0..COMPARED {
                let (before, now) = (before[place].code(), now[place].code());
                if before == now {
                    continue;
                }
                let square = row * COMPARED + place;
                self.add_piece((before, square), -1, sums);
                self.add_piece((now, square), 1, sums);
            }
        }
    }

    /// Adds so many of a token, unless it is off the board.
    #[inline]
    fn add_token<S: StateSize>(&self, (token, at): (usize, i32), count: i16, sums: &mut Sums<S>) {
        if let Ok(square) = usize::try_from(at) {
            self.add(self.inputs.token(token, square), count, sums);
        }
    }

    /// Adds so many of a piece, unless there is none.
    #[inline]
    fn add_piece<S: StateSize>(
        &self,
        (code, square): (u16, usize),
        count: i16,
        sums: &mut Sums<S>,
    ) {
        if code != EMPTY_CODE {
            let owner = owner_board_of(code);
            self.add(self.inputs.piece(kind_of(code), owner, square), count, sums);
        }
    }

    /// Adds so many of an input to sums.
    #[inline]
    fn add<S: StateSize>(&self, input: usize, count: i16, sums: &mut Sums<S>) {
        let (Some(rows), Some(worth)) = (self.rows.get(input), self.points.get(input)) else {
            return;
        };
        for side in SideId::ALL {
            let row = &rows[side];
            for (at, unit) in sums.units[side].iter_mut().enumerate() {
                *unit = unit.wrapping_add(row[at].wrapping_mul(count));
            }
        }
        sums.points += i32::from(*worth) * i32::from(count);
    }

    /// Returns what is added to the value of a state with such sums for a side that is to move, in points.
    #[inline]
    pub(super) fn answer<S: StateSize>(&self, sums: &Sums<S>, side: SideId) -> i32 {
        let mut sum = 0;
        let [own, other] = [&sums.units[side], &sums.units[side.opponent()]];
        let [own_out, other_out] = [&self.out[SideId::FIRST], &self.out[SideId::LAST]];
        for at in 0..WIDTH {
            sum += i32::from(own[at].clamp(0, ONE)) * i32::from(own_out[at]);
            sum += i32::from(other[at].clamp(0, ONE)) * i32::from(other_out[at]);
        }
        let points = if side == SideId::FIRST { sums.points } else { -sums.points };
        sum / (i32::from(ONE) * OUT) + self.constant + points
    }
}

/// What the units of a position add up to, and for which position that is so.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Sums<S: StateSize> {
    codes: S::Codes,
    hands: S::Hands,
    /// Of these, the squares of tokens count.
    numbers: S::Numbers,
    units: BySide<Row>,
    points: i32,
}

fn in_hand(count: u16) -> i16 {
    i16::try_from(count).unwrap_or(MOST_COUNT).min(MOST_COUNT)
}

/// Visits each input of a state that is not 0, with its value.
#[inline]
pub(in crate::search) fn each_input<S: StateSize>(
    inputs: Inputs,
    (program, state): (&Program<S::Board>, &State<S>),
    mut visit: impl FnMut(usize, i16),
) {
    for square in state.occupied().members() {
        let code = state.code(square);
        let owner = owner_board_of(code);
        visit(inputs.piece(kind_of(code), owner, usize::from(square)), 1);
    }
    let layout = &program.layout;
    let hands = state.hands.as_ref().iter().take(layout.hands).enumerate();
    for (index, count) in hands.filter(|(_, count)| **count > 0) {
        let (side, kind) = (index / layout.hand_size(), index % layout.hand_size());
        visit(inputs.hand(side, kind), in_hand(*count));
    }
    for token in 0..layout.token_count {
        if let Ok(square) = usize::try_from(state.number(layout.token(token))) {
            visit(inputs.token(token, square), 1);
        }
    }
}

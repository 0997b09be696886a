//! Conversion between positions and compact states.

use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{
    EMPTY_CODE, Layout, kind_of, over_code, owner_of, reason_of, winner_of,
};
use crate::ir::{
    BySide, Game, Id, MarkId, PieceTypeId, SideId, SquareId, SquareIndex, VariableValue,
};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::state::{GameResult, Piece, Position};

impl<S: StateSize> Compiled<S> {
    /// Returns the compact state of a position.
    pub(crate) fn state_of(&self, position: &Position) -> State<S> {
        let layout = &self.program.layout;
        let mut state = State::<S>::empty();
        for (square, piece) in position.pieces.enumerate() {
            if let Some(piece) = piece {
                state.put(layout, square.0, Layout::code(piece.kind.index(), piece.owner));
                state.set_marks(layout, square.0, piece.marks);
                state.set_piece_number(square.0, piece.number);
            }
        }
        for (side, hand) in position.hands.enumerate() {
            for (kind, count) in hand.enumerate() {
                if let Some(held) = state.hand_mut(layout, side, kind.index()) {
                    *held = *count;
                }
            }
        }
        for (token, placed) in position.tokens.enumerate() {
            let index = layout.token(token.index());
            state.set_number(index, placed.at.map_or(-1, |square| i32::from(square.0)));
            state.set_number(index + 1, placed.level);
        }
        for (id, values) in position.variables.enumerate() {
            let place = layout.variable(id);
            for (side, value) in values.enumerate() {
                match value {
                    VariableValue::Squares(squares) if place.is_board => {
                        *state.board_mut(place.of(side)) = S::Board::from_set(*squares);
                    }
                    VariableValue::Number(number) if !place.is_board => {
                        state.set_number(place.of(side), *number);
                    }
                    VariableValue::Squares(_) | VariableValue::Number(_) => {}
                }
            }
        }
        state.to_move = position.to_move;
        state.turn_number = position.turn_number;
        state.over = position.over.as_ref().map_or(0, |result| {
            let reason = self.program.reasons.iter().position(|reason| *reason == result.reason);
            over_code(reason.unwrap_or(self.program.reasons.len()), result.winner())
        });
        state
    }

    /// Returns the position of a compact state.
    pub(crate) fn position_of(&self, state: &State<S>) -> Position {
        position_of(&self.game, &self.program, state)
    }
}

/// Decodes the result in a state.
pub(crate) fn result_of<B: Bitboard>(program: &Program<B>, over: u32) -> Option<GameResult> {
    let reason = program.reasons.get(reason_of(over)?);
    Some(GameResult::of(winner_of(over), reason.cloned().unwrap_or_default()))
}

/// Returns the position of a compact state.
pub(crate) fn position_of<S: StateSize>(
    game: &Game,
    program: &Program<S::Board>,
    state: &State<S>,
) -> Position {
    let layout = &program.layout;
    let mut position = Position::empty(game);
    for square in game.board.squares.ids() {
        let code = state.code(square.0);
        if code == EMPTY_CODE {
            continue;
        }
        let mut piece = Piece::new(PieceTypeId::from_index(kind_of(code)), owner_of(code));
        piece.number = state.piece_number(square.0);
        let marks = state.marks(layout, square.0);
        for mark in 0..layout.mark_count {
            piece.set_mark(MarkId::from_index(mark), marks >> mark & 1 == 1);
        }
        position.pieces[square] = Some(piece);
    }
    for side in SideId::ALL {
        for kind in game.types.ids() {
            position.hands[side][kind] = state.hand(layout, side, kind.index());
        }
    }
    for token in game.tokens.ids() {
        let index = layout.token(token.index());
        position.tokens[token].at = SquareIndex::try_from(state.number(index)).ok().map(SquareId);
        position.tokens[token].level = state.number(index + 1);
    }
    for id in game.variables.ids() {
        let place = layout.variable(id);
        position.variables[id] = BySide::from_fn(|side| {
            if place.is_board {
                VariableValue::Squares(state.board(place.of(side)).to_set())
            } else {
                VariableValue::Number(state.number(place.of(side)))
            }
        });
    }
    position.to_move = state.to_move;
    position.turn_number = state.turn_number;
    position.over = result_of(program, state.over);
    position
}

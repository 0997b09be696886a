//! What statements have named, and what a set can be asked about.

use crate::ir::{PieceTypeId, SideId, SquareId, TokenId};
use crate::state::{Piece, Position};

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// Nothing yet, or nothing was chosen.
    #[default]
    Nothing,
    /// A square.
    Square(SquareId),
    /// A piece in a hand.
    Hand(SideId, PieceTypeId),
    /// A piece type.
    Type(PieceTypeId),
    /// A number.
    Number(i32),
    /// A piece as it was when it was captured.
    Victim(Subject),
}

/// A square with what stands there, or stood there when the piece left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The square.
    pub square: SquareId,
    /// The piece.
    pub piece: Option<Piece>,
    /// The tokens on the square, one bit for each.
    pub tokens: u64,
}

impl Subject {
    /// Makes the subject of a square as it is now.
    pub fn now(position: &Position, square: SquareId) -> Self {
        let tokens = position
            .tokens
            .enumerate()
            .filter(|(_, token)| token.at == Some(square))
            .fold(0, |mask, (id, _)| mask | 1 << id.0);
        Self { square, piece: position.pieces[square], tokens }
    }

    /// Tells whether the token is there.
    pub fn bears(&self, token: TokenId) -> bool {
        self.tokens >> token.0 & 1 == 1
    }
}

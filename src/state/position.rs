//! A position: everything the rules can ask about between two turns.

use super::past::Past;
use super::result::GameResult;
use crate::ir::{
    BySide, Game, IdVec, MarkId, PieceTypeId, SideId, SquareId, SquareSet, TallyInfo, TokenId,
    VariableId, VariableValue,
};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its type.
    pub kind: PieceTypeId,
    /// Its owner; `None` for a piece of neither side.
    pub owner: Option<SideId>,
    /// Its marks, one bit for each [`MarkId`].
    pub marks: u16,
    /// By how much its number (a level, hit points) differs from the one that new pieces have; it goes with the piece as
    /// marks do. It is 0 unless [`numbered_pieces`](Game::numbered_pieces) says that pieces have one.
    pub number: i16,
}

impl Piece {
    /// Makes a piece without marks, whose number is 0.
    pub fn new(kind: PieceTypeId, owner: Option<SideId>) -> Self {
        Self { kind, owner, marks: 0, number: 0 }
    }

    /// Tells whether it carries the mark.
    pub fn has_mark(&self, mark: MarkId) -> bool {
        self.marks >> mark.0 & 1 == 1
    }

    /// Gives it the mark or takes it away.
    pub fn set_mark(&mut self, mark: MarkId, set: bool) {
        if set {
            self.marks |= 1 << mark.0;
        } else {
            self.marks &= !(1 << mark.0);
        }
    }
}

/// Where a token is and at which level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenState {
    /// The square it is on: borne by the piece there, or lying if there is none.
    pub at: Option<SquareId>,
    /// Its level, at least 0.
    pub level: i32,
}

/// A position between two turns.
///
/// It holds all that the rules can ask about, except the record of the game (for repetitions); where turns are forbidden
/// that would repeat a position, it knows the positions before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The piece on each square.
    pub pieces: IdVec<SquareId, Option<Piece>>,
    /// How many pieces of each type each side has in hand.
    pub hands: BySide<IdVec<PieceTypeId, u16>>,
    /// The tokens.
    pub tokens: IdVec<TokenId, TokenState>,
    /// The variables, for each side; both the same unless the variable is per side.
    pub variables: IdVec<VariableId, BySide<VariableValue>>,
    /// The side to move.
    pub to_move: SideId,
    /// The number of the turn pair, from 1.
    pub turn_number: u32,
    /// The result, if an effect has ended the game.
    pub over: Option<GameResult>,
    /// The positions before it, where a rule may forbid turns that lead back to one of them.
    pub past: Past,
}

impl Position {
    /// Makes the empty board of a game: no pieces, tokens and variables as at the start.
    pub fn empty(game: &Game) -> Self {
        Self {
            pieces: game.board.squares.ids().map(|_| None).collect(),
            hands: BySide::from_fn(|_| game.types.ids().map(|_| 0).collect()),
            tokens: game
                .tokens
                .iter()
                .map(|token| TokenState { at: token.start, level: token.start_level })
                .collect(),
            variables: game.variables.iter().map(|variable| variable.start).collect(),
            to_move: SideId::FIRST,
            turn_number: 1,
            over: None,
            past: Past::default(),
        }
    }

    /// Returns about how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let hands: usize = self.hands.iter().map(|hand| hand.len() * size_of::<u16>()).sum();
        size_of::<Self>()
            + self.pieces.len() * size_of::<Option<Piece>>()
            + hands
            + self.tokens.len() * size_of::<TokenState>()
            + self.variables.len() * size_of::<BySide<VariableValue>>()
    }

    /// Returns the piece on a square.
    pub fn piece(&self, square: SquareId) -> Option<Piece> {
        self.pieces[square]
    }

    /// Returns the squares whose piece satisfies the test.
    pub fn squares_where(&self, test: impl Fn(Piece) -> bool) -> SquareSet {
        self.pieces
            .enumerate()
            .filter(|(_, piece)| piece.is_some_and(&test))
            .map(|(square, _)| square)
            .collect()
    }

    /// Returns the squares on which something is other than in an earlier position: the piece, or a token that has come there
    /// or has another level.
    pub fn changed_since(&self, before: &Self) -> SquareSet {
        let squares = self.pieces.ids();
        let pieces = squares.filter(|&at| before.piece(at) != self.piece(at));
        let tokens = before.tokens.iter().zip(&self.tokens);
        let tokens = tokens.filter(|(was, now)| was != now).filter_map(|(_, now)| now.at);
        pieces.chain(tokens).collect()
    }

    /// Returns the squares of a side's pieces.
    pub fn owned_by(&self, side: SideId) -> SquareSet {
        self.squares_where(|piece| piece.owner == Some(side))
    }

    /// Returns the number in a variable for a side; 0 for one that holds squares.
    pub fn number(&self, id: VariableId, side: SideId) -> i32 {
        match self.variables[id][side] {
            VariableValue::Number(number) => number,
            VariableValue::Squares(_) => 0,
        }
    }

    /// Returns the number that a square, or the piece on it, has; `None` if there is no such piece.
    pub fn tally(&self, tally: &TallyInfo, square: SquareId) -> Option<i32> {
        match tally.variable(square) {
            Some(variable) => Some(self.number(variable, SideId::FIRST)),
            None => self.piece(square).map(|piece| tally.of_piece(piece.number)),
        }
    }

    /// Sets the number that a square, or the piece on it, has; nothing happens if there is no such piece.
    pub fn set_tally(&mut self, tally: &TallyInfo, square: SquareId, number: i32) {
        let number = tally.clamp(number);
        if let Some(variable) = tally.variable(square) {
            self.variables[variable] = BySide::same(VariableValue::Number(number));
        } else if let Some(piece) = &mut self.pieces[square] {
            piece.number = i16::try_from(number - tally.start).unwrap_or(0);
        }
    }

    /// Returns the squares in a variable for a side; none for one that holds a number.
    pub fn squares(&self, id: VariableId, side: SideId) -> SquareSet {
        match self.variables[id][side] {
            VariableValue::Squares(squares) => squares,
            VariableValue::Number(_) => SquareSet::EMPTY,
        }
    }
}

//! What was learned about the worth of positions by playing a game: the weights of a small network.
//!
//! The network has one input for each piece on each square, each count in a hand and each token on each square, and one
//! hidden layer for each side's view of them. It knows nothing of rules: what it says is added to what is derived from these.

use super::board::Orientation;
use super::game::Game;
use super::ids::{BySide, Id, SideId, SquareId};

/// How many units the hidden layer has for each side's view.
pub const WIDTH: usize = 32;

/// What stands for 1 in the weights of inputs and in the bias.
pub const ONE: i16 = 64;

/// By what the weights of the hidden layer are multiplied, besides [`ONE`].
pub const OUT: i32 = 16;

/// How many owners a piece can have: the sides, or nobody.
const OWNERS: usize = SideId::OWNERS.len();

/// What one input adds to the units of one view.
pub type Row = [i8; WIDTH];

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The [hash](super::display::hash) of the rules by which it was learned: it tells nothing about others.
    pub rules: String,
    /// Whether both sides see the game alike, so that there is one row for each input.
    pub is_even: bool,
    /// What is added to each view to begin with.
    pub bias: Row,
    /// What the units count, in `OUT`ths of `ONE`ths of points: those of the side to move, and of the other side.
    pub out: BySide<[i16; WIDTH]>,
    /// What it is worth to be about to move, in points.
    pub constant: i16,
    /// The inputs that were ever seen.
    pub inputs: Vec<InputWeights>,
}

/// The weights of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputWeights {
    /// Its number among the [`Inputs`].
    pub number: u32,
    /// What it is worth by itself for the first side, in points.
    pub points: i16,
    /// What it adds in the view of the first side, and of the second side unless both see the game alike.
    pub rows: BySide<Row>,
}

/// How the inputs of a game are numbered: pieces on squares, then counts in hands, then tokens on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    kinds: usize,
    squares: usize,
    hands: usize,
    tokens: usize,
}

impl Inputs {
    /// Returns those of a game.
    pub fn of(game: &Game) -> Self {
        let kinds = game.types.len();
        let hands = if game.uses_hands { SideId::COUNT * kinds } else { 0 };
        Self { kinds, squares: game.board.squares.len(), hands, tokens: game.tokens.len() }
    }

    /// Returns how many there are.
    pub fn count(self) -> usize {
        (OWNERS * self.kinds + self.tokens) * self.squares + self.hands
    }

    /// Returns how many squares there are.
    pub fn squares(self) -> usize {
        self.squares
    }

    /// Returns the number of a piece on a square; the last owner is nobody.
    #[inline]
    pub fn piece(self, kind: usize, owner: usize, square: usize) -> usize {
        (OWNERS * kind + owner) * self.squares + square
    }

    /// Returns the number of a count in a hand.
    #[inline]
    pub fn hand(self, side: usize, kind: usize) -> usize {
        OWNERS * self.kinds * self.squares + side * self.kinds + kind
    }

    /// Returns the number of a token on a square.
    #[inline]
    pub fn token(self, token: usize, square: usize) -> usize {
        OWNERS * self.kinds * self.squares + self.hands + token * self.squares + square
    }

    /// Returns, for each input, the one that the second side sees in its place if both sides see the game alike; nothing if
    /// they do not: if the game does not begin alike for both, or a square has no other in its place.
    pub fn seen_by_second(self, game: &Game) -> Option<Vec<u32>> {
        let squares = other_squares(game)?;
        let pieces = (0..OWNERS * self.kinds * self.squares).map(|input| {
            let (code, square) = (input / self.squares, input % self.squares);
            let owner = code % OWNERS;
            let seen = SideId::new(owner).map_or(owner, |side| side.opponent().index());
            self.piece(code / OWNERS, seen, squares[square])
        });
        let hands = (0..self.hands).map(|hand| {
            let side = SideId::from_index(hand / self.kinds).opponent();
            self.hand(side.index(), hand % self.kinds)
        });
        let tokens = (0..self.tokens * self.squares)
            .map(|place| self.token(place / self.squares, squares[place % self.squares]));
        pieces.chain(hands).chain(tokens).map(|input| u32::try_from(input).ok()).collect()
    }
}

/// Returns, for each square, the one that the second side sees in its place.
fn other_squares(game: &Game) -> Option<Vec<usize>> {
    let board = &game.board;
    if board.orientation == Orientation::Shared {
        return None;
    }
    let places = board.squares.ids().map(|square| {
        let seen = board.seen(square, SideId::FIRST.opponent());
        let found = |&other: &SquareId| board.seen(other, SideId::FIRST) == seen;
        board.squares.ids().find(found).map(Id::index)
    });
    places.collect()
}

//! The board: squares with coordinates, and the directions that link them.

use super::ids::{DirectionId, Id, IdVec, SideId, SquareId};
use super::sets::SquareSet;

/// The squares a game is played on and how they touch.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The squares, lowest rank first, each rank from its first file on.
    pub squares: IdVec<SquareId, Square>,
    /// Every direction and leap that some rule uses.
    pub directions: IdVec<DirectionId, Direction>,
    /// The rows in which the board is drawn and written, top row first; `None` is a hole.
    pub rows: Vec<Vec<Option<SquareId>>>,
    /// What the other side's view does to the board.
    pub orientation: Orientation,
}

/// One square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// The name in move and position text: `e4`, `c0`, `10`.
    pub name: String,
    /// File, rank and layer, each counted from 0.
    pub at: Coordinates,
}

/// Where a square lies: file, rank and layer, each counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coordinates {
    /// The file.
    pub x: i16,
    /// The rank.
    pub y: i16,
    /// The layer, 0 on a flat board.
    pub z: i16,
}

/// How the second side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Orientation {
    /// Ranks are turned round and files are kept, as in chess: a1 is a8 seen from the other side.
    #[default]
    Mirrored,
    /// Ranks and files are turned round, as in shogi.
    Rotated,
    /// Both sides see the same.
    Shared,
}

/// A step from each square to at most one other, for either side.
///
/// A direction covers king steps (`north`), leaps (`(1,2)`) and declared links alike. The map of the
/// second side is the same step as that side sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The name, or the offset as `(dx,dy)`.
    pub name: String,
    /// For each side, where the step leads from each square.
    pub to: [IdVec<SquareId, Option<SquareId>>; 2],
}

impl Board {
    /// Returns the set of all squares.
    pub fn all(&self) -> SquareSet {
        SquareSet::first(self.squares.len())
    }

    /// Returns where one step leads, or `None` at an edge or a hole.
    pub fn step(&self, from: SquareId, direction: DirectionId, side: SideId) -> Option<SquareId> {
        self.directions[direction].to[side.index()][from]
    }

    /// Returns the square with that name.
    pub fn square_named(&self, name: &str) -> Option<SquareId> {
        self.squares.enumerate().find(|(_, square)| square.name == name).map(|(id, _)| id)
    }

    /// Returns the name of a square.
    pub fn name(&self, square: SquareId) -> &str {
        &self.squares[square].name
    }
}

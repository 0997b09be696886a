//! The board: squares with coordinates, and the directions that link them.

use super::expression::Axis;
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

impl Board {
    /// Returns a coordinate of a square, counted from 1 as the side sees the board.
    pub fn coordinate(&self, square: SquareId, axis: Axis, side: SideId) -> i32 {
        let Coordinates { x, y, z } = self.squares[square].at;
        let turned = side.index() == 1;
        let (turn_files, turn_ranks) = match self.orientation {
            Orientation::Shared => (false, false),
            Orientation::Mirrored => (false, turned),
            Orientation::Rotated => (turned, turned),
        };
        let count = |own: i16, turn: bool, of: fn(&Coordinates) -> i16| {
            let all = self.squares.iter().map(|square| of(&square.at));
            let (low, high) = all.fold((own, own), |(low, high), at| (low.min(at), high.max(at)));
            i32::from(if turn { high - own + low } else { own }) + 1
        };
        match axis {
            Axis::File => count(x, turn_files, |at| at.x),
            Axis::Rank => count(y, turn_ranks, |at| at.y),
            Axis::Layer => count(z, false, |at| at.z),
        }
    }

    /// Returns how many king steps two squares lie apart by their coordinates, edges and holes aside.
    pub fn distance(&self, left: SquareId, right: SquareId) -> i32 {
        let (left, right) = (self.squares[left].at, self.squares[right].at);
        let apart = [left.x.abs_diff(right.x), left.y.abs_diff(right.y), left.z.abs_diff(right.z)];
        apart.into_iter().max().map_or(0, i32::from)
    }
}

//! The board: squares with coordinates, and the directions that link them.

use super::expression::Axis;
use super::ids::{BySide, DirectionId, IdVec, SideId, SquareId};
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
    /// How it is drawn; no rule depends on it.
    pub look: Look,
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
///
/// A board that has a rank 0, as in `c0`, has its squares at `y = -1`, so that rank `n` always lies at
/// `n - 1`.
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

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// Squares whose neighbours have other colours.
    #[default]
    Checkered,
    /// Squares of one colour with lines between them.
    Plain,
    /// Points where lines cross, on which pieces stand.
    Points,
}

/// A step from each square to at most one other, for either side.
///
/// The name of the directions that renumber squares, so that they can be gone through in another order.
pub const ORDER: &str = "order";

/// A direction covers king steps (`north`), leaps (`(1,2)`) and declared links alike. The map of the
/// second side is the same step as that side sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The name, or the offset as `(dx,dy)`.
    pub name: String,
    /// For each side, where the step leads from each square.
    pub to: BySide<IdVec<SquareId, Option<SquareId>>>,
}

impl Board {
    /// Returns the set of all squares.
    pub fn all(&self) -> SquareSet {
        SquareSet::first(self.squares.len())
    }

    /// Returns where one step leads, or `None` at an edge or a hole.
    pub fn step(&self, from: SquareId, direction: DirectionId, side: SideId) -> Option<SquareId> {
        self.directions[direction].to[side][from]
    }

    /// Returns the square with that name.
    pub fn square_named(&self, name: &str) -> Option<SquareId> {
        self.squares.enumerate().find(|(_, square)| square.name == name).map(|(id, _)| id)
    }

    /// Returns the lowest and the highest coordinates in use, each axis by itself.
    pub fn bounds(&self) -> (Coordinates, Coordinates) {
        let mut places = self.squares.iter().map(|square| square.at);
        let first = places.next().unwrap_or(Coordinates { x: 0, y: 0, z: 0 });
        places.fold((first, first), |(low, high), at| (low.least(at), high.greatest(at)))
    }

    /// Returns where a square lies as the side sees it.
    pub fn seen(&self, square: SquareId, by: SideId) -> Coordinates {
        let (low, high) = self.bounds();
        let at = self.squares[square].at;
        if by == SideId::FIRST {
            return at;
        }
        match self.orientation {
            Orientation::Mirrored => Coordinates { y: low.y + high.y - at.y, ..at },
            Orientation::Rotated => {
                Coordinates { x: low.x + high.x - at.x, y: low.y + high.y - at.y, ..at }
            }
            Orientation::Shared => at,
        }
    }

    /// Returns the square that looks to the side as this one does to the first side, if there is one.
    pub fn view(&self, square: SquareId, by: SideId) -> Option<SquareId> {
        let at = self.seen(square, by);
        self.squares.enumerate().find(|(_, other)| other.at == at).map(|(id, _)| id)
    }

    /// Returns the name of a square.
    pub fn name(&self, square: SquareId) -> &str {
        &self.squares[square].name
    }
}

impl Board {
    /// Returns a coordinate of a square, counted from 1 as the side sees the board.
    pub fn coordinate(&self, square: SquareId, axis: Axis, side: SideId) -> i32 {
        let seen = self.seen(square, side);
        let from_zero = match axis {
            Axis::File => seen.x,
            Axis::Rank => seen.y,
        };
        i32::from(from_zero) + 1
    }

    /// Returns the square with a file, rank and layer, counted from 1 as a side sees the board.
    pub fn square_at(&self, [file, rank, layer]: [i32; 3], side: SideId) -> Option<SquareId> {
        self.squares.ids().find(|&square| {
            let seen = self.seen(square, side);
            let at = [seen.x, seen.y, seen.z].map(|from_zero| i32::from(from_zero) + 1);
            at == [file, rank, layer]
        })
    }

    /// Returns how many king steps two squares lie apart by their coordinates, edges and holes aside.
    pub fn distance(&self, left: SquareId, right: SquareId) -> i32 {
        let (left, right) = (self.squares[left].at, self.squares[right].at);
        let apart = [left.x.abs_diff(right.x), left.y.abs_diff(right.y), left.z.abs_diff(right.z)];
        apart.into_iter().max().map_or(0, i32::from)
    }
}

impl Coordinates {
    fn least(self, other: Self) -> Self {
        Self { x: self.x.min(other.x), y: self.y.min(other.y), z: self.z.min(other.z) }
    }

    fn greatest(self, other: Self) -> Self {
        Self { x: self.x.max(other.x), y: self.y.max(other.y), z: self.z.max(other.z) }
    }
}

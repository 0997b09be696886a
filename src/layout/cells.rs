//! Where each square of a board lies on a sheet of paper.

use super::{Labels, Rows, file_shift, layers};
use crate::ir::{Board, SquareId};

/// The gap between two layers that are drawn side by side or one above the other, in squares.
const GAP: f64 = 1.0;

/// The distance between the middles of two files of hexagons that are one square high: half the root of 3.
const HEXAGON_FILES: f64 = 0.866_025_403_784_438_6;

/// What a square looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShape {
    /// A square with sides of length 1.
    Square,
    /// A hexagon that stands on a side and is 1 high.
    Hexagon,
}

/// A square on the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Which square it is.
    pub square: SquareId,
    /// How far its middle lies to the right of the sheet's left edge, in squares.
    pub x: f64,
    /// How far its middle lies below the sheet's upper edge, in squares.
    pub y: f64,
    /// Its colour: 0 or 1 for squares, 0 to 2 for hexagons. Neighbours differ.
    pub shade: u8,
}

/// A board on a sheet, seen by the side declared first.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// What all squares look like.
    pub shape: CellShape,
    /// The width of the sheet, in squares.
    pub width: f64,
    /// The height of the sheet, in squares.
    pub height: f64,
    /// The squares.
    pub cells: Vec<Cell>,
    /// The names of rows and columns, each with the place beside the board where it belongs.
    pub labels: Vec<(String, f64, f64)>,
}

/// Lays a board out: hexagons where files are shifted, layers side by side, and otherwise rows as the rules write them.
pub fn layout(board: &Board) -> Layout {
    match file_shift(board) {
        0 => flat(board),
        shift => hexagons(board, shift),
    }
}

fn flat(board: &Board) -> Layout {
    let layers = layers(board);
    let across = (1..=layers.len()).find(|count| count * count >= layers.len()).unwrap_or(1);
    let widest = layers.iter().flatten().map(|row| row.len()).max().unwrap_or(0);
    let highest = layers.iter().map(Vec::len).max().unwrap_or(0);
    let (column, row) = (real(widest) + GAP, real(highest) + GAP);
    let down = layers.len().div_ceil(across.max(1));
    let mut layout = Layout {
        shape: CellShape::Square,
        width: real(across) * column - GAP,
        height: real(down) * row - GAP,
        cells: Vec::new(),
        labels: Vec::new(),
    };
    for (number, rows) in layers.iter().enumerate() {
        let corner = (real(number % across) * column, real(number / across) * row);
        place_layer(board, rows, corner, &mut layout);
    }
    layout
}

fn place_layer(board: &Board, rows: &Rows<'_>, (left, top): (f64, f64), into: &mut Layout) {
    let labels = Labels::of(board, rows);
    for (line, row) in rows.iter().enumerate() {
        for (column, square) in row.iter().enumerate() {
            let Some(square) = *square else { continue };
            let at = board.squares[square].at;
            let dark = (i32::from(at.x) + i32::from(at.y) + i32::from(at.z)).rem_euclid(2) == 0;
            let (x, y) = (left + real(column) + 0.5, top + real(line) + 0.5);
            into.cells.push(Cell { square, x, y, shade: u8::from(dark) });
        }
    }
    for (line, name) in labels.rows.into_iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        into.labels.push((name, left - 0.25, top + real(line) + 0.5));
    }
    for (column, name) in
        labels.columns.into_iter().enumerate().filter(|(_, name)| !name.is_empty())
    {
        into.labels.push((name, left + real(column) + 0.5, top + real(rows.len()) + 0.25));
    }
}

/// Lays hexagons out: each file upright, a step to the next file half a rank up or down.
fn hexagons(board: &Board, shift: i32) -> Layout {
    let place = |square: SquareId| {
        let at = board.squares[square].at;
        let halves = 2 * i32::from(at.y) - shift * i32::from(at.x);
        let shade = (i32::from(at.x) * shift + i32::from(at.y)).rem_euclid(3);
        (i32::from(at.x), halves, u8::try_from(shade).unwrap_or(0))
    };
    let places = || board.squares.ids().map(place);
    let least = places().map(|(file, ..)| file).min().unwrap_or(0);
    let most = places().map(|(file, ..)| file).max().unwrap_or(0);
    let top = places().map(|(_, halves, _)| halves).max().unwrap_or(0);
    let bottom = places().map(|(_, halves, _)| halves).min().unwrap_or(0);
    let radius = 0.5 / HEXAGON_FILES;
    let cell = |square: SquareId| {
        let (file, halves, shade) = place(square);
        let x = f64::from(file - least) * HEXAGON_FILES + radius;
        Cell { square, x, y: f64::from(top - halves) / 2.0 + 0.5, shade }
    };
    let cells: Vec<Cell> = board.squares.ids().map(cell).collect();
    // The lowest square of each file tells its name, and no rank has a straight line of its own.
    let name = |cell: &Cell| (board.name(cell.square).to_owned(), cell.x, cell.y + 0.68);
    let is_lowest = |cell: &&Cell| {
        cells.iter().all(|other| (other.x - cell.x).abs() > 0.1 || other.y <= cell.y)
    };
    let labels = cells.iter().filter(is_lowest).map(name).collect();
    Layout {
        shape: CellShape::Hexagon,
        width: f64::from(most - least) * HEXAGON_FILES + 2.0 * radius,
        height: f64::from(top - bottom) / 2.0 + 1.0,
        cells,
        labels,
    }
}

/// Returns a small count as a number of squares.
fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

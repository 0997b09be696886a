//! How a board is laid out to be looked at: its layers, files that are shifted by half a rank, and the names of rows and
//! columns. Drawings in a terminal and pages for browsers are both made from it.

mod cells;
mod labels;

pub use cells::{Cell, CellShape, Layout, layout};
pub use labels::Labels;

use crate::ir::{Board, DirectionId, SideId, SquareId};

/// The rows of a layer from the top; `None` is a hole.
pub type Rows<'b> = Vec<&'b [Option<SquareId>]>;

/// Returns the rows of each layer, in the order in which the rules write them.
pub fn layers(board: &Board) -> Vec<Rows<'_>> {
    let mut layers: Vec<(i16, Rows<'_>)> = Vec::new();
    for row in &board.rows {
        let layer = row.iter().flatten().next().map(|at| board.squares[*at].at.z);
        match (layers.last_mut(), layer) {
            (Some((last, rows)), layer) if layer.is_none_or(|layer| layer == *last) => {
                rows.push(row);
            }
            (_, layer) => layers.push((layer.unwrap_or(0), vec![row.as_slice()])),
        }
    }
    layers.into_iter().map(|(_, rows)| rows).collect()
}

/// Returns by how many halves of a rank each file is shifted against the one before, as on boards of hexagons: 1 or -1 if
/// it is so for all files, or if squares touch those along files and ranks and along one diagonal, or else 0.
pub fn file_shift(board: &Board) -> i32 {
    let (low, high) = board.bounds();
    if low.z != high.z || high.x - low.x < 2 {
        return 0;
    }
    let skew = skew(board);
    if skew != 0 {
        return skew;
    }
    let middle = |x: i16| {
        let ranks = board.squares.iter().filter(|square| square.at.x == x);
        let ranks: Vec<i32> = ranks.map(|square| i32::from(square.at.y)).collect();
        Some(ranks.iter().min()? + ranks.iter().max()?)
    };
    // Twice the middle of each file, so that half a rank is a whole number.
    let Some(middles) = (low.x..=high.x).map(middle).collect::<Option<Vec<i32>>>() else {
        return 0;
    };
    let step = middles[1] - middles[0];
    let even = middles.windows(2).all(|pair| pair[1] - pair[0] == step);
    if even && step.abs() == 1 { step } else { 0 }
}

/// Returns along which diagonal squares touch as well as along files and ranks: 1 if it rises to the right, -1 if it falls, and 0
/// if they touch along both, along none, or otherwise.
fn skew(board: &Board) -> i32 {
    let offset = |direction: DirectionId, from: SquareId| {
        let to = board.step(from, direction, SideId::FIRST)?;
        let (from, to) = (board.squares[from].at, board.squares[to].at);
        Some((to.x - from.x, to.y - from.y))
    };
    let mut touching: Vec<(i16, i16)> = Vec::new();
    for direction in board.directions.ids() {
        touching.extend(board.squares.ids().filter_map(|from| offset(direction, from)));
    }
    touching.sort_unstable();
    touching.dedup();
    match touching[..] {
        [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)] => 1,
        [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)] => -1,
        _ => 0,
    }
}

//! Moves by the file they begin on, the direction, and how far they go or to which file.

use super::elements::Moved;
use super::names::Names;
use super::{Legal, elements};
use crate::ir::{Game, SideId, SquareId};
use crate::state::Position;

/// Writes a move: `C2=5`, `H8+7`, `R1-2`, `C+=9` for the foremost of two on a file.
pub(super) fn written(
    game: &Game,
    names: &Names,
    before: &Position,
    legal: &[Legal<'_>],
    moved: &Moved,
) -> String {
    let side = before.to_move;
    let (from, to) = (moved.from, moved.to);
    let place = |square: SquareId| game.board.squares[square].at;
    let ahead = if side == SideId::FIRST { 1 } else { -1 };
    let (across, along) = (place(to).x - place(from).x, (place(to).y - place(from).y) * ahead);
    let sign = match along {
        0 => '=',
        1.. => '+',
        _ => '-',
    };
    let last = if across == 0 {
        along.unsigned_abs().to_string()
    } else {
        file(game, side, to).to_string()
    };
    let letter = moved.kind.map_or("", |kind| names.symbol(kind));
    let same =
        |square: &SquareId| {
            before.pieces.get(*square).copied().flatten().is_some_and(|piece| {
                piece.owner == Some(side) && names.symbol(piece.kind) == letter
            }) && place(*square).x == place(from).x
        };
    let mut tandem: Vec<SquareId> = game.board.squares.ids().filter(same).collect();
    tandem.sort_by_key(|square| -place(*square).y * ahead);
    let rank = tandem.iter().position(|square| *square == from).unwrap_or(0);
    let front = match tandem.as_slice() {
        [_, _] if is_shared(game, legal, &tandem, moved) => {
            format!("{letter}{}", if rank == 0 { '+' } else { '-' })
        }
        [_, _, _, ..] => format!("{letter}{}.{}", file(game, side, from), rank + 1),
        _ => format!("{letter}{}", file(game, side, from)),
    };
    format!("{front}{sign}{last}")
}

/// Returns the number of a file, counted from the right of a side.
fn file(game: &Game, side: SideId, square: SquareId) -> i16 {
    let (low, high) = game.board.bounds();
    let at = game.board.squares[square].at;
    if side == SideId::FIRST { high.x - at.x + 1 } else { at.x - low.x + 1 }
}

/// Tells whether the other of two pieces on a file could be meant: where it goes straight as far it would stay on the board, and
/// otherwise it has such a turn.
fn is_shared(game: &Game, legal: &[Legal<'_>], tandem: &[SquareId], moved: &Moved) -> bool {
    let Some(other) = tandem.iter().copied().find(|square| *square != moved.from) else {
        return false;
    };
    let place = |square: SquareId| game.board.squares[square].at;
    let (from, to, at) = (place(moved.from), place(moved.to), place(other));
    let wanted = (at.x + to.x - from.x, at.y + to.y - from.y);
    let target =
        game.board.squares.ids().find(|square| (place(*square).x, place(*square).y) == wanted);
    let Some(target) = target else { return false };
    let straight = from.x == to.x || from.y == to.y;
    straight || legal.iter().any(|legal| elements::is_move(legal, other, target))
}

//! Positions in which what a table demands is met, or just missed.

use super::scatter::scattered;
use crate::compile::Witness;
use crate::ir::{Game, Id, PieceTypeId, SideId, SquareId, TokenId};
use crate::notation;
use crate::state::{Piece, Position, Random};

/// Makes a position of a witness, with all else as chance will have it; `None` if that is no position of the game.
///
/// In some the move would capture a royal piece: there the witness is an attack, and it is the other side's turn.
pub(super) fn witnessed(game: &Game, witness: &Witness, random: &mut Random) -> Option<Position> {
    let mut position = scattered(game, random)?;
    let side = witness.side;
    let (from, to) = (SquareId(witness.from), SquareId(witness.to));
    for &square in &witness.empty {
        position.pieces[SquareId(square)] = None;
    }
    for &square in &witness.occupied {
        let owner = SideId::from_index(random.below(2));
        position.pieces[SquareId(square)].get_or_insert(any_piece(game, owner, random)?);
    }
    let mover = match witness.kind {
        Some(kind) => Piece::new(PieceTypeId::from_index(kind), Some(side)),
        None => any_piece(game, side, random)?,
    };
    position.pieces[from] = Some(mover);
    if let Some(token) = witness.token {
        position.tokens[TokenId::from_index(token)].at = Some(from);
    }
    position.to_move = side;
    match random.below(4) {
        0 => {}
        1 => position.pieces[to] = None,
        2 => position.pieces[to] = Some(any_piece(game, side.opponent(), random)?),
        _ => {
            move_royal(game, &mut position, side.opponent(), to);
            position.to_move = side.opponent();
        }
    }
    let text = notation::write_position(game, &position);
    notation::read_position(game, &text).ok().filter(|read| *read == position)
}

/// Returns a piece of a side, of any type that it can have.
fn any_piece(game: &Game, side: SideId, random: &mut Random) -> Option<Piece> {
    let has = |kind: &PieceTypeId| game.types[*kind].symbols[side.index()].is_some();
    let kinds: Vec<PieceTypeId> = game.types.ids().filter(has).collect();
    random.pick(&kinds).map(|kind| Piece::new(kind, Some(side)))
}

/// Puts a royal piece of a side on a square, and takes it from where it stood.
fn move_royal(game: &Game, position: &mut Position, side: SideId, to: SquareId) {
    let is_royal = |piece: &Piece| piece.owner == Some(side) && game.types[piece.kind].royal;
    let at = position.squares_where(|piece| is_royal(&piece)).iter().next();
    if let Some(at) = at {
        position.pieces[to] = position.pieces[at].take();
    }
}

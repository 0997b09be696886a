//! The squares that fields of a position text speak of, judged when the pieces stand.

use crate::ir::{Game, Side, SideId, SquareId, SquareSet, Squares, TypeRef, VariableRef, limits};
use crate::state::Position;

/// Returns the first square of a set, or `None` if there is none or the set asks for more than the
/// pieces, tokens and variables of a position tell.
pub(super) fn first_square(
    game: &Game,
    position: &Position,
    squares: &Squares,
) -> Option<SquareId> {
    members(game, position, squares, limits::MAX_DEPTH)?.lowest()
}

/// Returns the side that is meant in a position; slots hold nobody.
pub(super) fn side(position: &Position, side: Side) -> Option<SideId> {
    side.of(position.to_move)
}

/// Returns the side whose variable is meant: the side to move where none is told.
pub(super) fn variable_side(position: &Position, variable: VariableRef) -> SideId {
    variable.side.and_then(|told| side(position, told)).unwrap_or(position.to_move)
}

fn members(game: &Game, position: &Position, squares: &Squares, depth: usize) -> Option<SquareSet> {
    let depth = depth.checked_sub(1)?;
    let inner = |squares: &Squares| members(game, position, squares, depth);
    if squares.is_place() {
        return squares.as_seen_by(position.to_move);
    }
    match squares {
        Squares::Union(parts) => {
            parts.iter().try_fold(SquareSet::EMPTY, |all, part| Some(all.union(inner(part)?)))
        }
        Squares::Intersection(parts) => parts
            .iter()
            .try_fold(game.board.all(), |all, part| Some(all.intersection(inner(part)?))),
        Squares::Except(from, what) => Some(inner(from)?.except(inner(what)?)),
        Squares::First(of) => Some(one(inner(of)?.iter().next())),
        Squares::Last(of) => Some(one(inner(of)?.iter().last())),
        Squares::Bearing(token) => Some(one(position.tokens.get(*token)?.at)),
        Squares::Variable(variable) => {
            Some(position.squares(variable.id, variable_side(position, *variable)))
        }
        Squares::Empty => Some(game.board.all().except(position.squares_where(|_| true))),
        Squares::Occupied => Some(position.squares_where(|_| true)),
        Squares::OwnedBy(owner) => Some(position.owned_by(side(position, *owner)?)),
        Squares::Neutral => Some(position.squares_where(|piece| piece.owner.is_none())),
        Squares::OfTypes(types) => Some(position.squares_where(|piece| types.contains(piece.kind))),
        Squares::OfType(TypeRef::Fixed(kind)) => {
            Some(position.squares_where(|piece| piece.kind == *kind))
        }
        Squares::Marked(mark) => Some(position.squares_where(|piece| piece.has_mark(*mark))),
        Squares::Reach { from, walk, side: by } => {
            let direction = walk.as_step()?;
            let (from, by) = (inner(from)?, side(position, *by)?);
            Some(from.iter().filter_map(|at| game.board.step(at, direction, by)).collect())
        }
        _ => None,
    }
}

fn one(square: Option<SquareId>) -> SquareSet {
    square.map_or(SquareSet::EMPTY, SquareSet::one)
}

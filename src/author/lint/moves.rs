//! Advice about ways of moving.

use super::Looked;
use crate::diag::{Diagnostic, codes};
use crate::ir::footprint::squares_reached;
use crate::ir::{Arrival, Clause, Game, PieceType, SideId, SquareSet};

/// Looks at the ways in which pieces move.
pub(super) fn look(looked: &mut Looked<'_>) {
    let game = looked.game;
    for kind in &game.types {
        if !kind.clauses.is_empty() && game.tokens.iter().next().is_none() && is_stuck(game, kind) {
            let message = format!("no {} can ever leave its square", kind.name);
            let found = Diagnostic::warning(codes::PIECE_CANNOT_MOVE, kind.span, message);
            looked.advise(found.label("on this board its moves lead nowhere"));
        }
        twins(looked, kind);
    }
}

/// Tells whether no way of moving leads anywhere from any square.
fn is_stuck(game: &Game, kind: &PieceType) -> bool {
    let leads = |clause: &Clause, side: SideId| {
        clause.arrival == Arrival::Moves
            && clause.is_for(side)
            && game.board.squares.ids().any(|from| {
                let ends = squares_reached(game, &clause.walk, from, side);
                !ends.except(SquareSet::one(from)).is_empty()
            })
    };
    !kind
        .clauses
        .iter()
        .any(|clause| [SideId(0), SideId(1)].iter().any(|side| leads(clause, *side)))
}

/// Advises about a way of moving that says what an earlier one said.
fn twins(looked: &mut Looked<'_>, kind: &PieceType) {
    for (number, clause) in kind.clauses.iter().enumerate() {
        let before = kind.clauses.iter().take(number);
        let Some(first) = before.into_iter().find(|first| covers(first, clause)) else { continue };
        let message = format!("{} has this way of moving already", kind.name);
        let found = Diagnostic::warning(codes::SAID_BEFORE, clause.span, message)
            .label("the first way to a square counts, so this one is never used")
            .secondary(first.span, "this one comes first");
        looked.advise(found);
    }
}

/// Tells whether the first way leads, for the same sides, to all the moves that the other leads to.
fn covers(first: &Clause, other: &Clause) -> bool {
    let sides = (0..2).all(|side| first.sides[side] || !other.sides[side]);
    let condition =
        first.condition == other.condition || first.condition == crate::ir::Truth::Fixed(true);
    sides
        && condition
        && first.walk == other.walk
        && first.landings == other.landings
        && first.taking == other.taking
        && first.arrival == other.arrival
}

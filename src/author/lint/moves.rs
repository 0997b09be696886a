//! Advice about ways of moving.

use super::{Advice, Judged, Looked, shadows, zones};
use crate::diag::codes;
use crate::ir::footprint::squares_reached;
use crate::ir::{Arrival, Clause, Game, PieceType, SideId, SquareSet};
use crate::source::Span;

/// Looks at the ways in which pieces move.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    let mut told = Vec::new();
    if without_moves(looked, advice) {
        return;
    }
    for (id, kind) in game.types.enumerate() {
        let borrows = game.tokens.iter().next().is_some();
        let stuck = || {
            let known = looked.settled && looked.appearing.0.contains(id);
            is_stuck(game, kind) || known && zones::is_stuck(looked, id, kind)
        };
        if !kind.clauses.is_empty() && !borrows && stuck() {
            let message = format!("no {} can ever leave its square", kind.name);
            let found = codes::PIECE_CANNOT_MOVE.at(kind.span, message);
            advice.add(found.label("on this board its moves lead nowhere"), Judged::Walks);
        }
        told.extend(twins(kind, advice));
    }
    shadows::look(looked, &told, advice);
}

/// Advises about ways of moving in a game whose turns have no move; tells whether it is such a game.
fn without_moves(looked: &Looked<'_>, advice: &mut Advice) -> bool {
    if looked.game.statements().iter().any(|statement| statement.kind.as_move().is_some()) {
        return false;
    }
    for kind in looked.game.types.iter().filter(|kind| !kind.clauses.is_empty()) {
        let own = |clause: &&Clause| clause.span.source == looked.file;
        let span = kind.clauses.iter().find(own).map_or(kind.span, |clause| clause.span);
        let found = codes::PIECE_CANNOT_MOVE
            .at(span, format!("no {} ever moves: the turn has no `move`", kind.name))
            .label("this is without effect")
            .help("write `move` into the turn, such as `turn { move }`");
        advice.add(found, Judged::Rules);
    }
    true
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
    !kind.clauses.iter().any(|clause| SideId::ALL.iter().any(|side| leads(clause, *side)))
}

/// Advises about a way of moving that says what an earlier one said, and returns where.
fn twins(kind: &PieceType, advice: &mut Advice) -> Vec<Span> {
    let mut told = Vec::new();
    for (number, clause) in kind.clauses.iter().enumerate() {
        let before = kind.clauses.iter().take(number);
        let Some(first) = before.into_iter().find(|first| covers(first, clause)) else { continue };
        let found = codes::SAID_BEFORE
            .at(clause.span, format!("{} has this way of moving already", kind.name))
            .label("the first way to a square counts, so this one is never used")
            .secondary(first.span, "this one comes first");
        advice.add(found, Judged::Rules);
        told.push(clause.span);
    }
    told
}

/// Tells whether the first way leads, for the same sides, to all the moves that the other leads to.
fn covers(first: &Clause, other: &Clause) -> bool {
    let sides = SideId::ALL.into_iter().all(|side| first.sides[side] || !other.sides[side]);
    let condition = first.condition == other.condition || first.condition.is_always();
    sides
        && condition
        && first.walk == other.walk
        && first.landings == other.landings
        && first.taking == other.taking
        && first.arrival == other.arrival
}

//! All statements of a game in one list.

use crate::ir::{Game, Statement};

/// Returns every statement of a game, those inside others too, in no particular order.
pub(super) fn every(game: &Game) -> Vec<&Statement> {
    let mut pending: Vec<&Statement> = game.turn.iter().collect();
    pending.extend(game.threat.iter().flatten());
    pending.extend(game.triggers.iter().flat_map(|trigger| &trigger.body));
    pending.extend(game.clauses().flat_map(|clause| &clause.then));
    inside(pending)
}

/// Returns these statements and all that are inside them.
pub(super) fn inside(mut pending: Vec<&Statement>) -> Vec<&Statement> {
    let mut all = Vec::new();
    while let Some(statement) = pending.pop() {
        all.push(statement);
        pending.extend(statement.blocks().flatten());
    }
    all
}

//! All statements of a game in one list.

use crate::ir::{Clause, Game, Statement, StatementKind};

/// Returns all ways of moving: those of pieces and those that tokens give.
pub(super) fn clauses(game: &Game) -> impl Iterator<Item = &Clause> {
    let powers = game.tokens.iter().flat_map(|token| &token.powers);
    let given = powers.flat_map(|power| &power.clauses);
    game.types.iter().flat_map(|kind| &kind.clauses).chain(given)
}

/// Returns every statement of a game, those inside others too, in no particular order.
pub(super) fn every(game: &Game) -> Vec<&Statement> {
    let mut pending: Vec<&Statement> = game.turn.iter().collect();
    pending.extend(game.threat.iter().flatten());
    pending.extend(game.triggers.iter().flat_map(|trigger| &trigger.body));
    pending.extend(clauses(game).flat_map(|clause| &clause.then));
    inside(pending)
}

/// Returns these statements and all that are inside them.
pub(super) fn inside(mut pending: Vec<&Statement>) -> Vec<&Statement> {
    let mut all = Vec::new();
    while let Some(statement) = pending.pop() {
        all.push(statement);
        match &statement.kind {
            StatementKind::Choose(choose) => {
                pending.extend(&choose.then);
                pending.extend(choose.otherwise.iter().flatten());
            }
            StatementKind::Either(ways) => {
                pending.extend(ways.iter().flat_map(|way| &way.body));
            }
            StatementKind::If { then, otherwise, .. } => {
                pending.extend(then.iter().chain(otherwise));
            }
            StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
                pending.extend(body);
            }
            StatementKind::Move(_)
            | StatementKind::Drop(_)
            | StatementKind::Effect(_)
            | StatementKind::Refuse(_)
            | StatementKind::End(..)
            | StatementKind::Next(_) => {}
        }
    }
    all
}

//! What is only known when everything is lowered.

use super::context::Context;
use super::limits as count;
use super::merge::Merged;
use crate::diag::{Diagnostic, codes};
use crate::ir::{Candidates, Effect, Game, Statement, StatementKind, limits};
use crate::syntax::ast::ItemKind;

/// Draws the last conclusions from what has been lowered.
pub(crate) fn finish(cx: &mut Context<'_>, merged: &Merged) {
    cx.game.uses_hands = uses_hands(&cx.game);
    check_drops(cx);
    check_ways(cx);
    let span = cx.game.start.span.unwrap_or_default();
    let (slots, most) = (cx.game.slot_count, limits::MAX_SLOTS + 1);
    count::fits(cx, slots, most, "names inside its rules", span);
    let moves = |kind: &StatementKind| matches!(kind, StatementKind::Move(_));
    if let (Some(threat), Some(span)) = (&cx.game.threat, cx.threat)
        && !any(threat, &moves)
    {
        let message = "the threat has no `move`, so that nothing would ever be attacked";
        let found = Diagnostic::error(codes::BAD_TURN, span, message);
        cx.sink.push(found.help("write for example `threat { move }`"));
    }
    let turn = merged.entries.iter().find(|entry| matches!(entry.item.kind, ItemKind::Turn(_)));
    if let Some(entry) = turn
        && cx.game.turn.is_empty()
        && !cx.sink.has_errors()
    {
        let message = "the turn has no statements: nobody could ever do anything";
        let found = Diagnostic::error(codes::BAD_TURN, entry.item.span, message);
        cx.sink.push(found.help("the turn of most games is `turn { move }`"));
    }
}

/// Complains if all pieces and tokens together have more ways of moving than a game may have.
fn check_ways(cx: &mut Context<'_>) {
    let first_too_many = cx.game.clauses().nth(limits::MAX_WAYS).map(|clause| clause.span);
    if let Some(span) = first_too_many {
        count::fits(cx, limits::MAX_WAYS, limits::MAX_WAYS, "ways of moving in all", span);
    }
}

/// Complains if ways of moving speak of drops and no turn has any.
fn check_drops(cx: &mut Context<'_>) {
    let Some(span) = cx.drops.first().copied() else { return };
    let drop = |kind: &StatementKind| matches!(kind, StatementKind::Drop(_));
    if any(&cx.game.turn, &drop) {
        return;
    }
    let message = "pieces of this kind come from the hand, but no turn has a `drop`";
    let found = Diagnostic::error(codes::BAD_BETZA, span, message);
    cx.sink.push(
        found.help("write `use drops`, or a turn such as `turn { either { move } or { drop } }`"),
    );
}

/// Tells whether any rule puts pieces into hands or takes them from there.
fn uses_hands(game: &Game) -> bool {
    any(&game.turn, &uses_hand)
        || game.triggers.iter().any(|trigger| any(&trigger.body, &uses_hand))
        || game.clauses().any(|clause| any(&clause.then, &uses_hand))
}

/// Tells whether a statement by itself puts pieces into hands or takes them from there.
fn uses_hand(statement: &StatementKind) -> bool {
    match statement {
        StatementKind::Drop(_) | StatementKind::Effect(Effect::Hand { .. }) => true,
        StatementKind::Choose(choose) => match &choose.among {
            Candidates::Squares { hand, .. } => hand.is_some(),
            Candidates::TypesInHand(..) => true,
            Candidates::Types(_) | Candidates::Numbers(..) => false,
        },
        StatementKind::Either { .. }
        | StatementKind::If { .. }
        | StatementKind::ForEach { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Effect(_)
        | StatementKind::Move(_)
        | StatementKind::Refuse(_)
        | StatementKind::End(..)
        | StatementKind::Next(_) => false,
    }
}

/// Tells whether any of the statements, or of those inside them, is wanted.
fn any(statements: &[Statement], wanted: &dyn Fn(&StatementKind) -> bool) -> bool {
    statements.iter().any(|statement| statement.any(wanted))
}

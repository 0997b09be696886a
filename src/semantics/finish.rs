//! What is only known when everything is lowered.

use super::context::Context;
use super::limits as count;
use crate::diag::{Diagnostic, codes};
use crate::ir::{Candidates, Effect, Game, Statement, StatementKind, limits};

/// Draws the last conclusions from what has been lowered.
pub(crate) fn finish(cx: &mut Context<'_>) {
    cx.game.uses_hands = uses_hands(&cx.game);
    let span = cx.game.start.span.unwrap_or_default();
    let (slots, most) = (cx.game.slot_count, limits::MAX_SLOTS + 1);
    count::fits(cx, slots, most, "names inside its rules", span);
    if cx.game.turn.is_empty() {
        let message = "the turn has no statements: nobody could ever do anything";
        cx.sink.push(Diagnostic::error(codes::BAD_TURN, span, message));
    }
}

/// Tells whether any rule puts pieces into hands or takes them from there.
fn uses_hands(game: &Game) -> bool {
    let clauses = game.types.iter().flat_map(|kind| &kind.clauses);
    let powers =
        game.tokens.iter().flat_map(|token| &token.powers).flat_map(|power| &power.clauses);
    any_uses_hands(&game.turn)
        || game.triggers.iter().any(|trigger| any_uses_hands(&trigger.body))
        || clauses.chain(powers).any(|clause| any_uses_hands(&clause.then))
}

/// Looks through statements; they are nested no deeper than the parser allows.
fn any_uses_hands(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Drop(_) => true,
        StatementKind::Choose(choose) => {
            let from_hand = match &choose.among {
                Candidates::Squares { hand, .. } => hand.is_some(),
                Candidates::TypesInHand(..) => true,
                Candidates::Types(_) | Candidates::Numbers(..) => false,
            };
            from_hand
                || any_uses_hands(&choose.then)
                || choose.otherwise.as_ref().is_some_and(|body| any_uses_hands(body))
        }
        StatementKind::Either(ways) => ways.iter().any(|way| any_uses_hands(&way.body)),
        StatementKind::If { then, otherwise, .. } => {
            any_uses_hands(then) || any_uses_hands(otherwise)
        }
        StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
            any_uses_hands(body)
        }
        StatementKind::Effect(effect) => matches!(effect, Effect::Hand { .. }),
        StatementKind::Move(_)
        | StatementKind::Refuse(_)
        | StatementKind::End(..)
        | StatementKind::Next(_) => false,
    })
}

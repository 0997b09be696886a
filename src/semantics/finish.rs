//! What is only known when everything is lowered.

use super::context::Context;
use super::limits as count;
use super::merge::Merged;
use crate::diag::codes;
use crate::ir::{Game, Operand, Statement, StatementPart, limits};
use crate::syntax::ast::ItemKind;

/// Draws the last conclusions from what has been lowered.
pub(crate) fn finish(cx: &mut Context<'_>, merged: &Merged) {
    cx.game.uses_hands = uses_hands(&cx.game);
    check_drops(cx);
    check_ways(cx);
    let span = cx.game.start.span.unwrap_or_default();
    let (slots, most) = (cx.game.slot_count, limits::MAX_SLOTS + 1);
    count::fits(cx, slots, most, "names inside its rules", span);
    let moves = |statement: &Statement| statement.kind.as_move().is_some();
    if let (Some(threat), Some(span)) = (&cx.game.threat, cx.threat)
        && !threat.iter().any(|statement| statement.any(&moves))
    {
        let message = "the threat has no `move`, so that nothing would ever be attacked";
        cx.sink.push(codes::BAD_TURN.at(span, message).help("write for example `threat { move }`"));
    }
    let turn = merged.entries.iter().find(|entry| matches!(entry.item.kind, ItemKind::Turn(_)));
    if let Some(entry) = turn
        && cx.game.turn.is_empty()
        && !cx.sink.has_errors()
    {
        let message = "the turn has no statements: nobody could ever do anything";
        let found = codes::BAD_TURN.at(entry.item.span, message);
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
    let drops = |statement: &Statement| statement.kind.as_drop().is_some();
    if cx.game.turn.iter().any(|statement| statement.any(&drops)) {
        return;
    }
    let message = "pieces of this kind come from the hand, but no turn has a `drop`";
    let found = codes::BAD_BETZA.at(span, message);
    cx.sink.push(
        found.help("write `use drops`, or a turn such as `turn { either { move } or { drop } }`"),
    );
}

/// Tells whether any rule puts pieces into hands or takes them from there.
fn uses_hands(game: &Game) -> bool {
    game.bodies().flatten().any(|statement| statement.any(&uses_hand))
}

/// Tells whether a statement by itself puts pieces into hands or takes them from there.
fn uses_hand(statement: &Statement) -> bool {
    let mut uses = statement.any_operand(|operand| matches!(operand, Operand::HandOf(_)));
    statement.kind.each_part(&mut |part| {
        uses |= matches!(part, StatementPart::FromHand(_) | StatementPart::OfHand(_));
    });
    uses
}

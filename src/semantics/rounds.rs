//! Loops over directions, which are written out: what they say, once for each direction.
//!
//! A direction is known before play, so that a loop over some is the same as its body with each of them in turn, and
//! neither the game nor what plays it has to know of such loops. What is written out counts as rules do that are written
//! so.

use super::context::{Context, Declared, Entity};
use super::expression;
use super::{directions, walk};
use crate::diag::{Severity, codes};
use crate::ir::{DirectionId, Statement, Truth};
use crate::source::Span;
use crate::syntax::ast::{Block, Expr, Name};

/// A loop over directions, as it is written.
#[derive(Clone, Copy)]
pub(crate) struct Rounds<'a> {
    /// The name that each direction has in its round.
    pub name: &'a Name,
    /// The directions.
    pub directions: &'a [Name],
    /// The whole loop.
    pub span: Span,
}

/// Lowers statements for each direction, one round after the other, or complains.
pub(crate) fn statements(
    cx: &mut Context<'_>,
    rounds: Rounds<'_>,
    body: &Block,
) -> Option<Vec<Statement>> {
    let written = each(cx, rounds, |cx| {
        let round = super::statement::block(cx, body);
        cx.charge(size(&round), rounds.span)?;
        Some(round)
    })?;
    Some(written.into_iter().flatten().collect())
}

/// Lowers a condition for each direction, or complains.
pub(crate) fn truths(
    cx: &mut Context<'_>,
    rounds: Rounds<'_>,
    condition: &Expr,
) -> Option<Vec<Truth>> {
    each(cx, rounds, |cx| expression::truth(cx, condition))
}

/// Does something in the round of each direction, up to the first in which something is wrong.
///
/// What the rounds name has the same slots in all of them, as in the rounds of other loops.
fn each<T>(
    cx: &mut Context<'_>,
    rounds: Rounds<'_>,
    mut round: impl FnMut(&mut Context<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let directions = told(cx, rounds)?;
    let known = cx.sink.count(Severity::Error);
    let (first, mut last) = (cx.game.slot_count, cx.game.slot_count);
    let mut done = Vec::new();
    for direction in directions {
        cx.charge(1, rounds.span)?;
        cx.game.slot_count = first;
        let made = cx.scoped(|cx| {
            let entity = Entity::Direction(direction);
            cx.bind_direction(&rounds.name.text, Declared { entity, span: rounds.name.span });
            round(cx)
        });
        last = last.max(cx.game.slot_count);
        cx.game.slot_count = last;
        done.push(made?);
        if cx.sink.count(Severity::Error) > known {
            return None;
        }
    }
    Some(done)
}

fn told(cx: &mut Context<'_>, rounds: Rounds<'_>) -> Option<Vec<DirectionId>> {
    if expression::is_before_of(&rounds.name.text) {
        let name = &rounds.name.text;
        let message = format!("`{name} of` means something else already");
        let found = codes::RESERVED_NAME.at(rounds.name.span, message);
        return found.help("give the direction another name").fail(cx.sink);
    }
    walk::directions(cx, rounds.directions)
}

/// Complains if directions are given to a loop over squares: `for each d in orthogonal`.
pub(super) fn only_squares(cx: &mut Context<'_>, name: &Name, over: &Expr) -> Option<()> {
    let Some(told) = expression::name_of(over) else { return Some(()) };
    let is_word = ["orthogonal", "diagonal", "orthogonally", "diagonally", "sideways"]
        .contains(&told.text.as_str())
        || directions::is_word(&told.text);
    if !is_word || cx.find(&told.text).is_some() || cx.local(&told.text).is_some() {
        return Some(());
    }
    let message = format!("`{}` is a direction, and this goes through squares", told.text);
    let found = codes::WRONG_KIND.at(told.span, message);
    found.suggest(name.span.before(), "direction ", "a loop over directions says so").fail(cx.sink)
}

/// Counts statements, those inside others included.
pub(super) fn size(statements: &[Statement]) -> usize {
    statements.iter().map(|statement| statement.all().len()).sum()
}

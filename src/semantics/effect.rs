//! Statements that change something.

use super::context::{Context, Local, SlotKind};
use super::expression::{self, Assignment};
use super::order;
use crate::ir::{Effect, Number, Owner, Side, Squares, TallyId};
use crate::syntax::ast::{EffectItem, Expr};

/// Lowers a statement that changes something.
pub(crate) fn lower(cx: &mut Context<'_>, item: &EffectItem) -> Option<Effect> {
    match item {
        EffectItem::Capture(set) => expression::squares(cx, set).map(Effect::Capture),
        EffectItem::Remove(set) => remove(cx, set),
        EffectItem::Place { kind, owner, on } => place(cx, kind, owner.as_ref(), on),
        EffectItem::Relocate(from, to) => {
            two_squares(cx, from, to).map(|(from, to)| Effect::Relocate { from, to })
        }
        EffectItem::Swap(one, other) => {
            two_squares(cx, one, other).map(|(one, other)| Effect::Swap(one, other))
        }
        EffectItem::Change(on, kind) => expression::squares(cx, on)
            .zip(expression::type_ref(cx, kind))
            .map(|(on, kind)| Effect::Become { on, kind }),
        EffectItem::Convert(on, to) => expression::squares(cx, on)
            .zip(expression::owner(cx, to))
            .map(|(on, to)| Effect::ChangeOwner { on, to }),
        EffectItem::Mark { on, mark, set } => expression::squares(cx, on)
            .zip(expression::mark(cx, mark))
            .map(|(on, mark)| Effect::Mark { on, mark, set: *set }),
        EffectItem::Withdraw(token) => expression::token(cx, token).map(Effect::TakeAway),
        EffectItem::Give(token, to) => expression::token(cx, token)
            .zip(one_square(cx, to))
            .map(|(token, to)| Effect::Give { token, to }),
        EffectItem::AddToHand { count, kind, side } => hand(cx, count.as_ref(), kind, side, false),
        EffectItem::TakeFromHand { count, kind, side } => {
            hand(cx, count.as_ref(), kind, side, true)
        }
        EffectItem::Adjust { value, target, less }
            if expression::tally_of(cx, target).is_some() =>
        {
            adjusted_tally(cx, target, (value, *less))
        }
        EffectItem::Adjust { value, target, less } => {
            let value = expression::adjusted(cx, value, target, *less);
            lower(cx, &EffectItem::Set(target.clone(), value))
        }
        EffectItem::Set(target, value) => {
            expression::assignment(cx, target, value).map(|assignment| match assignment {
                Assignment::Number(variable, value) => Effect::SetNumber(variable, value),
                Assignment::Truth(variable, value) => Effect::SetTruth(variable, value),
                Assignment::Squares(variable, value) => Effect::SetSquares(variable, value),
                Assignment::Level(token, level) => Effect::SetLevel { token, level },
                Assignment::Tally(tally, on, value) => {
                    tally_effect(cx, (tally, on), (value, false))
                }
            })
        }
    }
}

/// Lowers `add N to NAME of A` and `take N from NAME of A`.
fn adjusted_tally(
    cx: &mut Context<'_>,
    target: &Expr,
    (value, less): (&Expr, bool),
) -> Option<Effect> {
    let Assignment::Tally(tally, on, value) = expression::assignment(cx, target, value)? else {
        return None;
    };
    let value = if less { expression::negative(value) } else { value };
    Some(tally_effect(cx, (tally, on), (value, true)))
}

fn tally_effect(
    cx: &Context<'_>,
    (tally, on): (TallyId, Squares),
    (value, adds): (Number, bool),
) -> Effect {
    let of_pieces = cx.game.tallies.get(tally).is_some_and(|tally| tally.first.is_none());
    Effect::SetTally { tally, of_pieces, on, value, adds }
}

/// Lowers `remove`: what was chosen may be a piece in hand, which is on no square.
fn remove(cx: &mut Context<'_>, set: &Expr) -> Option<Effect> {
    let chosen = expression::name_of(set).and_then(|name| cx.local(&name.text));
    let on = match chosen {
        Some(Local { slot, kind: SlotKind::Chosen, .. }) => (*slot).into(),
        _ => expression::squares(cx, set)?,
    };
    let held = on.as_slot();
    Some(Effect::Remove { on, held })
}

fn place(cx: &mut Context<'_>, kind: &Expr, owner: Option<&Expr>, on: &Expr) -> Option<Effect> {
    let kind = expression::type_ref(cx, kind);
    let owner = owner.map_or(Some(Owner::Side(Side::Own)), |owner| expression::owner(cx, owner));
    let on = expression::squares(cx, on);
    let (kind, owner, on) = (kind?, owner?, on?);
    Some(Effect::Place { kind, owner, on })
}

/// Lowers a set of which the first square is meant.
fn one_square(cx: &mut Context<'_>, set: &Expr) -> Option<Squares> {
    expression::squares(cx, set).map(|set| order::one(cx, set))
}

/// Lowers two sets of which the first square of each is meant.
fn two_squares(cx: &mut Context<'_>, one: &Expr, other: &Expr) -> Option<(Squares, Squares)> {
    one_square(cx, one).zip(one_square(cx, other))
}

fn hand(
    cx: &mut Context<'_>,
    count: Option<&Expr>,
    kind: &Expr,
    side: &Expr,
    less: bool,
) -> Option<Effect> {
    let count = count.map_or_else(|| Some(1.into()), |count| expression::number(cx, count));
    let kind = expression::type_ref(cx, kind);
    let side = expression::side(cx, side);
    let (count, kind, side) = (count?, kind?, side?);
    let change = if less { expression::negative(count) } else { count };
    Some(Effect::Hand { side, kind, change })
}

//! Questions with `is` and comparisons: what they ask depends on what they are about.

use super::super::context::{Context, Entity, OptionSetting, SlotKind};
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind};
use super::names::{Meaning, meaning, name_of, peel, slot_of};
use super::sides::is_nobody;
use super::truths::{compare, comparison, is_on, without_any};
use super::{number, side, squares, types, values};
use crate::diag::codes;
use crate::ir::{Comparison, Number, SlotId, Squares, Truth, TypeRef};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind};

/// Lowers `A is B` or `A is not B`.
pub(super) fn is(
    cx: &mut Context<'_>,
    subject: &Expr,
    negated: bool,
    predicate: &Expr,
) -> Option<Truth> {
    if matches!(peel(subject).kind, ExprKind::Any(_) | ExprKind::No(_)) {
        return some_are(cx, subject, negated, predicate);
    }
    ask(cx, subject, predicate).map(|truth| truth.negated_if(negated))
}

fn ask(cx: &mut Context<'_>, subject: &Expr, predicate: &Expr) -> Option<Truth> {
    if let Some((slot, kind)) = slot_of(cx, subject) {
        cx.game.phrases.slots.push((slot, peel(subject).span));
        return of_slot(cx, slot, kind, predicate);
    }
    match kind(cx, subject) {
        Kind::Side => of_side(cx, subject, predicate),
        Kind::Type => {
            let subject = types::type_ref(cx, subject);
            of_type(cx, subject, predicate)
        }
        Kind::Word => of_word(cx, subject, predicate),
        Kind::Switch => values::variable_ref(cx, subject)
            .zip(values::switch(cx, predicate))
            .map(|(variable, wanted)| same(is_on(variable), wanted)),
        Kind::Number => of_number(cx, subject, predicate),
        Kind::Squares | Kind::Pieces | Kind::Nobody | Kind::Hand | Kind::Movers | Kind::Truth => {
            of_set(cx, subject, predicate)
        }
        Kind::Unknown => unknown(cx, subject),
    }
}

/// Complains about the subject alone: what the predicate means depends on it.
fn unknown(cx: &mut Context<'_>, subject: &Expr) -> Option<Truth> {
    match name_of(subject) {
        Some(name) => {
            let name = name.clone();
            if let Meaning::Entity(Entity::Define(index)) = meaning(cx, &name.text) {
                // It is busy, or nobody can tell what it is: trying to read it says why.
                let read = super::defines::expand(cx, &name, index, Wanted::Squares, squares);
                return read.and(None);
            }
            complaints::name(cx, &name, Wanted::Squares)
        }
        None => squares(cx, subject).and(None),
    }
}

/// Returns that two conditions hold or fail together.
fn same(left: Truth, right: Truth) -> Truth {
    if let Some(value) = right.as_fixed() {
        return left.negated_if(!value);
    }
    let both = Truth::all(vec![left.clone(), right.clone()]);
    let neither = Truth::all(vec![left.negated(), right.negated()]);
    Truth::any(vec![both, neither])
}

/// `any A is B`, `no A is B`.
fn some_are(
    cx: &mut Context<'_>,
    subject: &Expr,
    negated: bool,
    predicate: &Expr,
) -> Option<Truth> {
    let (subject, none) = without_any(subject);
    let (subject, predicate) = squares(cx, subject).zip(squares(cx, predicate))?;
    let found = if negated {
        subject.except(predicate)
    } else {
        Squares::intersection(vec![subject, predicate])
    };
    Some(Truth::exists(found).negated_if(none))
}

fn of_slot(cx: &mut Context<'_>, slot: SlotId, kind: SlotKind, predicate: &Expr) -> Option<Truth> {
    match kind {
        SlotKind::Square | SlotKind::Chosen | SlotKind::Victim => {
            squares(cx, predicate).map(|set| Truth::is_in(slot, set))
        }
        SlotKind::Type => of_type(cx, Some(TypeRef::OfSlot(slot)), predicate),
        SlotKind::Number => {
            number(cx, predicate).map(|right| compare(Comparison::Equal, Number::Slot(slot), right))
        }
    }
}

fn of_side(cx: &mut Context<'_>, subject: &Expr, predicate: &Expr) -> Option<Truth> {
    if kind(cx, predicate) == Kind::Side {
        let left = side(cx, subject);
        let right = side(cx, predicate);
        return left.zip(right).map(|(left, right)| Truth::SameSide(left, right));
    }
    if let (true, ExprKind::Of(word, of)) = (is_nobody(cx, predicate), &peel(subject).kind)
        && word.text == "owner"
        && let Some((slot, SlotKind::Square | SlotKind::Chosen | SlotKind::Victim)) =
            slot_of(cx, of)
    {
        return Some(Truth::is_in(slot, Squares::Neutral));
    }
    of_set(cx, subject, predicate)
}

fn of_type(cx: &mut Context<'_>, subject: Option<TypeRef>, predicate: &Expr) -> Option<Truth> {
    let set = super::types(cx, predicate);
    subject.zip(set).map(|(subject, set)| Truth::TypeIs(subject, set))
}

fn of_word(cx: &mut Context<'_>, subject: &Expr, predicate: &Expr) -> Option<Truth> {
    if let Some(chosen) = chosen_word(cx, subject) {
        let Some(name) = name_of(predicate) else {
            let message = "an option of words is asked for one of them";
            return codes::WRONG_TYPE.at(predicate.span, message).fail(cx.sink);
        };
        return Some(Truth::from(name.text == chosen));
    }
    let variable = values::variable_ref(cx, subject)?;
    let word = values::word(cx, variable.id, predicate)?;
    Some(compare(Comparison::Equal, Number::Variable(variable), word))
}

/// Returns the word that an option has, if the expression is such an option.
fn chosen_word(cx: &Context<'_>, expr: &Expr) -> Option<String> {
    let Meaning::Entity(Entity::Option(index)) = meaning(cx, &name_of(expr)?.text) else {
        return None;
    };
    match &cx.options.get(index)?.value {
        OptionSetting::Word(word) => Some(word.clone()),
        OptionSetting::Number(_) | OptionSetting::Movers(_) => None,
    }
}

fn of_number(cx: &mut Context<'_>, subject: &Expr, predicate: &Expr) -> Option<Truth> {
    // A plain number may be a square of a line.
    if let ExprKind::Number(digits) = peel(subject).kind
        && super::places::numbered(cx, digits).is_some()
        && kind(cx, predicate).is_squares()
    {
        return of_set(cx, subject, predicate);
    }
    let left = number(cx, subject);
    let right = match values::on_or_off(predicate) {
        Some(state) => Some(i32::from(state).into()),
        None => number(cx, predicate),
    };
    left.zip(right).map(|(left, right)| compare(Comparison::Equal, left, right))
}

fn of_set(cx: &mut Context<'_>, subject: &Expr, predicate: &Expr) -> Option<Truth> {
    let subject = squares(cx, subject);
    let predicate = squares(cx, predicate);
    subject.zip(predicate).map(|(subject, predicate)| Truth::Within(subject, predicate))
}

/// Lowers `A = B`, `A < B` and the like.
pub(super) fn compared(
    cx: &mut Context<'_>,
    operator: BinaryOperator,
    left: &Expr,
    right: &Expr,
    span: Span,
) -> Option<Truth> {
    let kinds = (kind(cx, left), kind(cx, right));
    let equality = match operator {
        BinaryOperator::Equal => Some(false),
        BinaryOperator::Different => Some(true),
        _ => None,
    };
    let numeric = |kind| matches!(kind, Kind::Number | Kind::Unknown);
    if (numeric(kinds.0) || numeric(kinds.1))
        && !matches!(kinds.0, Kind::Word | Kind::Switch)
        && values::on_or_off(right).is_none()
    {
        if let (Some(negated), Kind::Unknown, Kind::Word) = (equality, kinds.0, kinds.1) {
            return ask(cx, right, left).map(|truth| truth.negated_if(negated));
        }
        let left = number(cx, left);
        let right = number(cx, right);
        return left.zip(right).map(|(left, right)| compare(comparison(operator), left, right));
    }
    let Some(negated) = equality else {
        let found = codes::WRONG_TYPE.at(span, "only numbers can be greater or less");
        return found.help("other things are compared with `=` and `!=`").fail(cx.sink);
    };
    let equal = match kinds {
        (Kind::Squares | Kind::Pieces, _) => same_squares(cx, left, right),
        _ => ask(cx, left, right),
    };
    equal.map(|truth| truth.negated_if(negated))
}

fn same_squares(cx: &mut Context<'_>, left: &Expr, right: &Expr) -> Option<Truth> {
    let (left, right) = squares(cx, left).zip(squares(cx, right))?;
    let only_left = Truth::exists(left.clone().except(right.clone()));
    let only_right = Truth::exists(right.except(left));
    Some(Truth::all(vec![only_left.negated(), only_right.negated()]))
}

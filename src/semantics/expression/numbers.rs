//! Numbers.

use super::super::context::{Context, Entity, OptionSetting, SlotKind};
use super::super::order;
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind, kind_of_property, kind_of_variable};
use super::names::{Meaning, meaning, name_of, peel, without_noise};
use super::{defines, functions, nested, side, squares, truth, types, values};
use crate::diag::codes;
use crate::ir::{Arithmetic, Axis, Number, PropertyId, Side, SideId, Squares, Truth, VariableRef};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind, Name};

/// Lowers a number, or complains.
pub(crate) fn number(cx: &mut Context<'_>, expr: &Expr) -> Option<Number> {
    nested(cx, expr.span, |cx| lower(cx, peel(expr)))
}

/// Lowers a number that is known before play, or complains.
pub(crate) fn fixed_number(cx: &mut Context<'_>, expr: &Expr) -> Option<i64> {
    if let Some(number) = number(cx, expr)?.as_fixed() {
        return Some(i64::from(number));
    }
    let message = "this number changes during the game; a fixed number is wanted here";
    codes::WRONG_TYPE.at(expr.span, message).fail(cx.sink)
}

/// The most points that a piece or a token can be given.
const MOST_POINTS: u16 = 10_000;

/// Lowers what a piece or a token is worth, or complains.
pub(crate) fn points(cx: &mut Context<'_>, expr: &Expr) -> Option<u16> {
    let number = fixed_number(cx, expr)?;
    if let Some(points) = u16::try_from(number).ok().filter(|points| *points <= MOST_POINTS) {
        return Some(points);
    }
    let message = format!("a value is a number of points from 0 to {MOST_POINTS}, not {number}");
    let help = "`fairyring evaluate` shows in the same points what the computer finds by itself";
    codes::OUT_OF_RANGE.at(expr.span, message).help(help).fail(cx.sink)
}

fn lower(cx: &mut Context<'_>, expr: &Expr) -> Option<Number> {
    match &expr.kind {
        ExprKind::Number(number) => literal(cx, *number, expr.span),
        ExprKind::Name(name) => named(cx, name),
        ExprKind::Chain(parts) => chain(cx, expr, parts),
        ExprKind::Of(word, of) => of_word(cx, expr, word, of),
        ExprKind::Count(of) => count(cx, of),
        ExprKind::Call(name, arguments) if functions::is_number(&name.text) => {
            let (from, to) = functions::two_sets(cx, name, arguments, expr.span)?;
            let (from, to) = (order::one(cx, from), order::one(cx, to));
            Some(Number::Distance(Box::new(from), Box::new(to)))
        }
        ExprKind::TurnNumber => Some(Number::TurnNumber),
        ExprKind::CapturesThisTurn => captures(cx, expr.span),
        ExprKind::Binary(operator, left, right) => match arithmetic(*operator) {
            Some(operator) => number(cx, left)
                .zip(number(cx, right))
                .map(|(left, right)| calculation(operator, left, right)),
            None => complaints::mismatch(cx, expr, Wanted::Number),
        },
        ExprKind::Conditional { condition, then, otherwise } => {
            let condition = truth(cx, condition);
            let then = number(cx, then);
            let otherwise = number(cx, otherwise);
            Some(either(condition?, then?, otherwise?))
        }
        _ => complaints::mismatch(cx, expr, Wanted::Number),
    }
}

fn literal(cx: &mut Context<'_>, number: i64, span: Span) -> Option<Number> {
    if let Ok(number) = i32::try_from(number) {
        return Some(number.into());
    }
    codes::NUMBER_TOO_LARGE.at(span, format!("numbers go up to {}", i32::MAX)).fail(cx.sink)
}

fn named(cx: &mut Context<'_>, name: &Name) -> Option<Number> {
    match meaning(cx, &name.text) {
        Meaning::Slot(slot, SlotKind::Number) => Some(Number::Slot(slot)),
        Meaning::Entity(Entity::Variable(id)) if kind_of_variable(cx, id) == Kind::Number => {
            Some(Number::Variable(VariableRef { id, side: values::own_side(cx, id) }))
        }
        Meaning::Entity(Entity::Define(index)) => {
            defines::expand(cx, name, index, Wanted::Number, number)
        }
        Meaning::Entity(Entity::Option(index)) => match cx.options.get(index).map(|o| &o.value) {
            Some(OptionSetting::Number(number)) => {
                let number = *number;
                literal(cx, number, name.span)
            }
            _ => complaints::name(cx, name, Wanted::Number),
        },
        _ => complaints::name(cx, name, Wanted::Number),
    }
}

/// Lowers `own rank of X` and `total value of X`.
fn chain(cx: &mut Context<'_>, expr: &Expr, parts: &[Expr]) -> Option<Number> {
    let (parts, _) = without_noise(parts);
    let [first, last] = parts.as_slice() else {
        return complaints::mismatch(cx, expr, Wanted::Number);
    };
    let ExprKind::Of(word, of) = &last.kind else {
        return complaints::mismatch(cx, expr, Wanted::Number);
    };
    if name_of(first).is_some_and(|name| name.text == "total") {
        return total(cx, last, word, of);
    }
    match axis(&word.text) {
        Some(axis) => {
            let side = side(cx, first);
            side.zip(one(cx, of)).map(|(side, of)| Number::Coordinate {
                axis,
                of: Box::new(of),
                side,
            })
        }
        None => complaints::mismatch(cx, expr, Wanted::Number),
    }
}

fn total(cx: &mut Context<'_>, expr: &Expr, word: &Name, of: &Expr) -> Option<Number> {
    if let Some(Entity::Tally(id)) = cx.entity(&word.text) {
        let on = Box::new(squares(cx, of)?);
        return Some(Number::Tally { of: id, on, total: true });
    }
    match number_property(cx, word) {
        Some(property) => squares(cx, of).map(|of| Number::Sum(property, of)),
        None if cx.find(&word.text).is_none() => functions::unknown(cx, word, of),
        None => {
            let message = format!(
                "`total` adds up what pieces or squares have, and `{}` is not that",
                word.text
            );
            codes::WRONG_KIND.at(expr.span, message).fail(cx.sink)
        }
    }
}

fn number_property(cx: &Context<'_>, word: &Name) -> Option<PropertyId> {
    match cx.entity(&word.text) {
        Some(Entity::Property(id)) if kind_of_property(cx, id) == Kind::Number => Some(id),
        _ => None,
    }
}

fn axis(word: &str) -> Option<Axis> {
    match word {
        "file" => Some(Axis::File),
        "rank" => Some(Axis::Rank),
        _ => None,
    }
}

fn of_word(cx: &mut Context<'_>, expr: &Expr, word: &Name, of: &Expr) -> Option<Number> {
    if let Some(axis) = axis(&word.text) {
        // Told as square names tell it, which is how the first side sees the board.
        let side = Side::Fixed(SideId::FIRST);
        return one(cx, of).map(|of| Number::Coordinate { axis, of: Box::new(of), side });
    }
    match word.text.as_str() {
        "level" => values::level_token(cx, of).map(Number::Level),
        "length" => length(cx, of),
        "total" => match &peel(of).kind {
            ExprKind::Of(word, of) => total(cx, expr, word, of),
            _ => complaints::mismatch(cx, expr, Wanted::Number),
        },
        _ => of_declared(cx, expr, word, of),
    }
}

fn of_declared(cx: &mut Context<'_>, expr: &Expr, word: &Name, of: &Expr) -> Option<Number> {
    match cx.entity(&word.text) {
        Some(Entity::Variable(id)) if kind_of_variable(cx, id) == Kind::Number => {
            values::variable_ref(cx, expr).map(Number::Variable)
        }
        Some(Entity::Tally(id)) => {
            one(cx, of).map(|on| Number::Tally { of: id, on: Box::new(on), total: false })
        }
        Some(Entity::Property(id)) if kind_of_property(cx, id) == Kind::Number => {
            types::type_of(cx, of).map(|kind| Number::Property(id, kind))
        }
        None if kind(cx, expr) == Kind::Squares
            && !functions::is_of_sets(&word.text)
            && super::super::directions::named(cx, &word.text).is_none() =>
        {
            functions::unknown(cx, word, of)
        }
        _ => complaints::mismatch(cx, expr, Wanted::Number),
    }
}

/// Lowers a set of which one square counts.
fn one(cx: &mut Context<'_>, of: &Expr) -> Option<Squares> {
    squares(cx, of).map(|of| order::one(cx, of))
}

/// Returns how many movers an option lists.
fn length(cx: &mut Context<'_>, of: &Expr) -> Option<Number> {
    let Some(name) = name_of(of) else { return complaints::mismatch(cx, of, Wanted::Option) };
    let Meaning::Entity(Entity::Option(index)) = meaning(cx, &name.text) else {
        return complaints::name(cx, name, Wanted::Option);
    };
    if let Some(OptionSetting::Movers(movers)) = cx.options.get(index).map(|option| &option.value) {
        return i32::try_from(movers.len()).ok().map(Number::from);
    }
    let message = format!("`{}` is no list of movers and has no length", name.text);
    codes::WRONG_KIND.at(name.span, message).fail(cx.sink)
}

fn captures(cx: &mut Context<'_>, span: Span) -> Option<Number> {
    if cx.place.is_at_rest() {
        let message = "`captures this turn` means nothing here: no turn is being played";
        let help = "remember it in a variable while the turn is played";
        return codes::NOT_IN_SCOPE.at(span, message).help(help).fail(cx.sink);
    }
    Some(Number::CapturesThisTurn)
}

/// Lowers what `count` is about: squares, or pieces in a hand.
fn count(cx: &mut Context<'_>, of: &Expr) -> Option<Number> {
    let of = peel(of);
    if let Some(hand) = hand_owner(of) {
        let side = side(cx, hand)?;
        return Some(Number::InHand { side, types: types::every(cx) });
    }
    let (kinds, hand) = match &of.kind {
        ExprKind::In(kinds, hand) => (vec![&**kinds], hand_owner(peel(hand))),
        ExprKind::Chain(parts) => match parts.split_last() {
            Some((last, kinds)) => (kinds.iter().collect(), hand_owner(last)),
            None => (Vec::new(), None),
        },
        _ => (Vec::new(), None),
    };
    if matches!(of.kind, ExprKind::Quantified { .. } | ExprKind::Is { .. }) {
        let message = "`count` is about a set of squares, and this is a condition";
        let help = "leave `count` and the comparison out: the condition can stand alone";
        return codes::WRONG_TYPE.at(of.span, message).help(help).fail(cx.sink);
    }
    let Some(hand) = hand else { return squares(cx, of).map(Number::Count) };
    let side = side(cx, hand);
    let mut found = Some(types::every(cx));
    for kind in kinds {
        let more = super::types(cx, kind);
        found = found.zip(more).map(|(found, more)| found.intersection(more));
    }
    side.zip(found).map(|(side, types)| Number::InHand { side, types })
}

/// Returns whose hand it is, if the expression is a hand.
pub(super) fn hand_owner(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Of(word, of) if word.text == "hand" => Some(of),
        _ => None,
    }
}

/// Returns what an operator calculates, if it makes a number of two.
pub(super) fn arithmetic(operator: BinaryOperator) -> Option<Arithmetic> {
    match operator {
        BinaryOperator::Add => Some(Arithmetic::Add),
        BinaryOperator::Subtract => Some(Arithmetic::Subtract),
        BinaryOperator::Multiply => Some(Arithmetic::Multiply),
        BinaryOperator::Divide => Some(Arithmetic::Divide),
        BinaryOperator::Remainder => Some(Arithmetic::Remainder),
        _ => None,
    }
}

/// Returns a calculation, or its result where both numbers are known.
fn calculation(operator: Arithmetic, left: Number, right: Number) -> Number {
    match (left.as_fixed(), right.as_fixed()) {
        (Some(left), Some(right)) => operator.apply(left, right).into(),
        _ => Number::Arithmetic { operator, left: Box::new(left), right: Box::new(right) },
    }
}

/// Returns one number or the other, or the one it must be where that is known.
pub(super) fn either(condition: Truth, then: Number, otherwise: Number) -> Number {
    match condition.as_fixed() {
        Some(true) => then,
        Some(false) => otherwise,
        None => Number::Either {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        },
    }
}

/// Returns the number before another one.
pub(crate) fn one_less(number: Number) -> Number {
    calculation(Arithmetic::Subtract, number, 1.into())
}

/// Returns a number with the other sign.
pub(crate) fn negative(number: Number) -> Number {
    calculation(Arithmetic::Subtract, 0.into(), number)
}

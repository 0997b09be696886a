//! Variables: what they hold and what they hold at the start.

use super::context::{Context, Entity};
use super::merge::Merged;
use super::{declare, expression, limits as count};
use crate::diag::{Diagnostic, codes, suggest};
use crate::ir::{
    BySide, SideId, SquareSet, Variable, VariableId, VariableKind, VariableValue, limits,
};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, ItemKind, VariableItem, VariableType};

/// Gives a variable its number.
pub(crate) fn declare(cx: &mut Context<'_>, item: &VariableItem, span: Span) {
    let have = cx.game.variables.len();
    if !count::fits(cx, have, limits::MAX_VARIABLES, "variables", span) {
        return;
    }
    let kind = kind(cx, item);
    let empty = match kind {
        VariableKind::Squares => VariableValue::Squares(SquareSet::EMPTY),
        _ => VariableValue::Number(0),
    };
    let name = item.name.text.clone();
    let variable =
        Variable { name, per_side: item.per_side, kind, start: BySide::same(empty), span };
    let id = cx.game.variables.push(variable);
    declare::register(cx, &item.name, Entity::Variable(id));
}

fn kind(cx: &mut Context<'_>, item: &VariableItem) -> VariableKind {
    match &item.kind {
        VariableType::Range(low, high) => {
            let (min, max) = (i32::try_from(*low), i32::try_from(*high));
            if let (Ok(min), Ok(max)) = (min, max)
                && min <= max
            {
                return VariableKind::Number { min, max };
            }
            let message = if low > high {
                format!("the range {low}..{high} runs backwards; write {high}..{low}")
            } else {
                format!("a variable holds numbers from {} to {}", i32::MIN, i32::MAX)
            };
            cx.sink.push(Diagnostic::error(codes::OUT_OF_RANGE, item.name.span, message));
            // Any start value will do, so that only one error is told.
            VariableKind::Number { min: i32::MIN, max: i32::MAX }
        }
        VariableType::Switch => VariableKind::Switch,
        VariableType::Words(names) => {
            let mut words: Vec<String> = Vec::new();
            for name in names {
                if words.contains(&name.text) {
                    let message = format!("the word `{}` is listed twice", name.text);
                    cx.sink.push(Diagnostic::error(codes::DUPLICATE_CLAUSE, name.span, message));
                }
                words.push(name.text.clone());
            }
            VariableKind::Words(words)
        }
        VariableType::Squares => VariableKind::Squares,
    }
}

/// Lowers the start values.
pub(crate) fn starts(cx: &mut Context<'_>, merged: &Merged) {
    for entry in &merged.entries {
        if let ItemKind::Variable(item) = &entry.item.kind
            && let Some(Entity::Variable(id)) = cx.find(&item.name.text).map(|found| found.entity)
        {
            start(cx, item, id);
        }
    }
}

fn start(cx: &mut Context<'_>, item: &VariableItem, id: VariableId) {
    let kind = cx.game.variables[id].kind.clone();
    let (ours, theirs) =
        if item.per_side { (Some(SideId::FIRST), Some(SideId::LAST)) } else { (None, None) };
    let Some(first) = value(cx, &kind, &item.start, ours) else { return };
    let second = match &item.second_start {
        Some(expr) if !item.per_side => {
            let message = "only a variable `per side` has two start values";
            cx.sink.push(Diagnostic::error(codes::CONFLICTING_CLAUSES, expr.span, message));
            None
        }
        Some(expr) => value(cx, &kind, expr, theirs),
        None if item.per_side => value(cx, &kind, &item.start, theirs),
        None => Some(first),
    };
    cx.game.variables[id].start = BySide::new([first, second.unwrap_or(first)]);
}

/// Lowers a start value; `own` in it is the side whose variable it is.
fn value(
    cx: &mut Context<'_>,
    kind: &VariableKind,
    expr: &Expr,
    whose: Option<SideId>,
) -> Option<VariableValue> {
    match kind {
        VariableKind::Squares => match whose {
            Some(side) => expression::fixed_squares_for(cx, expr, side),
            None => expression::fixed_squares(cx, expr),
        }
        .map(VariableValue::Squares),
        VariableKind::Words(words) => word(cx, words, expr),
        VariableKind::Switch => switch(cx, expr),
        VariableKind::Number { min, max } => {
            let number = expression::fixed_number(cx, expr)?;
            let fitting = i32::try_from(number).ok().filter(|n| (*min..=*max).contains(n));
            if fitting.is_none() {
                let message = format!("the start value {number} lies outside {min}..{max}");
                cx.sink.push(Diagnostic::error(codes::OUT_OF_RANGE, expr.span, message));
            }
            fitting.map(VariableValue::Number)
        }
    }
}

fn word(cx: &mut Context<'_>, words: &[String], expr: &Expr) -> Option<VariableValue> {
    let known = || words.iter().map(String::as_str);
    if let ExprKind::Name(name) = &expr.kind {
        if let Some(at) = words.iter().position(|word| *word == name.text) {
            return i32::try_from(at).ok().map(VariableValue::Number);
        }
        let message = format!("`{}` is none of {}", name.text, suggest::list(known()));
        let found = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
        cx.sink.push(found.did_you_mean(suggest::closest(&name.text, known())));
        return None;
    }
    let message = format!("the start value must be one of {}", suggest::list(known()));
    cx.sink.push(Diagnostic::error(codes::WRONG_TYPE, expr.span, message));
    None
}

fn switch(cx: &mut Context<'_>, expr: &Expr) -> Option<VariableValue> {
    if let ExprKind::Name(name) = &expr.kind {
        match name.text.as_str() {
            "on" => return Some(VariableValue::Number(1)),
            "off" => return Some(VariableValue::Number(0)),
            _ => {}
        }
        let put = match name.text.to_lowercase().as_str() {
            "true" | "yes" => "on",
            "false" | "no" => "off",
            _ => suggest::closest(&name.text, ["on", "off"]).unwrap_or(""),
        };
        if !put.is_empty() && cx.find(&name.text).is_none() {
            let message = format!("a switch starts `on` or `off`, not `{}`", name.text);
            let found = Diagnostic::error(codes::FOREIGN_WORD, name.span, message);
            cx.sink.push(found.did_you_mean(Some(put)));
            return None;
        }
    }
    let number = expression::fixed_number(cx, expr)?;
    if number != 0 && number != 1 {
        let message = "a switch starts `on` or `off`";
        cx.sink.push(Diagnostic::error(codes::WRONG_TYPE, expr.span, message));
        return None;
    }
    Some(VariableValue::Number(i32::from(number == 1)))
}

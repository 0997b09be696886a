//! Variables: what they hold and what they hold at the start.

use super::context::{Context, Entity};
use super::merge::Merged;
use super::{declare, expression, limits as count};
use crate::diag::{codes, suggest};
use crate::ir::{
    BySide, Id, SideId, SquareId, SquareSet, TallyId, TallyInfo, Variable, VariableId,
    VariableKind, VariableValue, limits,
};
use crate::source::Span;
use crate::syntax::ast::{Bearer, Expr, ExprKind, ItemKind, VariableItem, VariableType};

/// Gives a variable its number.
pub(crate) fn declare(cx: &mut Context<'_>, item: &VariableItem, span: Span) {
    if let Some(bearer) = item.per {
        return tally(cx, item, bearer, span);
    }
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
    let start = BySide::same(empty);
    let variable = Variable { name, per_side: item.per_side, kind, start, of_square: false, span };
    let id = cx.game.variables.push(variable);
    declare::register(cx, &item.name, Entity::Variable(id));
}

/// The most kinds of numbers that squares may have.
const MAX_TALLIES: usize = 32;

/// How far the number of a piece may lie from 0.
const MAX_OF_PIECE: i32 = 16_000;

/// Gives numbers to all squares, or to all pieces.
fn tally(cx: &mut Context<'_>, item: &VariableItem, bearer: Bearer, span: Span) {
    let known = cx.game.tallies.len();
    numbers(cx, item, bearer, span);
    if cx.game.tallies.len() == known && known < MAX_TALLIES {
        // What is wrong with it has been told; whoever asks for it is not told once more.
        let (name, span) = (item.name.text.clone(), Span::NONE);
        let id =
            cx.game.tallies.push(TallyInfo { name, first: None, min: 0, max: 0, start: 0, span });
        declare::register(cx, &item.name, Entity::Tally(id));
    }
}

fn numbers(cx: &mut Context<'_>, item: &VariableItem, bearer: Bearer, span: Span) {
    let VariableKind::Number { min, max } = kind(cx, item) else {
        let message = "squares and pieces have numbers: `per square` and `per piece` want a range";
        let found = codes::WRONG_TYPE.at(item.name.span, message);
        cx.sink.push(
            found.help(format!("such as `variable {}: per square 0..9 = 0`", item.name.text)),
        );
        return;
    };
    if !count::fits(cx, cx.game.tallies.len(), MAX_TALLIES, "kinds of numbers of squares", span) {
        return;
    }
    let first = match bearer {
        Bearer::Square => {
            let have = cx.game.variables.len();
            let squares: Vec<String> =
                cx.game.board.squares.iter().map(|square| square.name.clone()).collect();
            let all = have + squares.len().saturating_sub(1);
            if !count::fits(
                cx,
                all,
                limits::MAX_VARIABLES,
                "variables and numbers of squares",
                span,
            ) {
                return;
            }
            for square in squares {
                let (name, kind) =
                    (format!("{} of {square}", item.name.text), VariableKind::Number { min, max });
                let start = BySide::same(VariableValue::Number(min));
                let variable =
                    Variable { name, per_side: false, kind, start, of_square: true, span };
                cx.game.variables.push(variable);
            }
            Some(VariableId::from_index(have))
        }
        Bearer::Piece => {
            if !pieces_may_have(cx, item, (min, max), span) {
                return;
            }
            cx.game.numbered_pieces = true;
            None
        }
    };
    let name = item.name.text.clone();
    let id = cx.game.tallies.push(TallyInfo { name, first, min, max, start: min, span });
    declare::register(cx, &item.name, Entity::Tally(id));
}

/// Tells whether pieces may have such a number, and complains otherwise.
fn pieces_may_have(
    cx: &mut Context<'_>,
    item: &VariableItem,
    (min, max): (i32, i32),
    span: Span,
) -> bool {
    if let Some(other) =
        cx.game.tallies.iter().find(|tally| tally.first.is_none() && tally.span != Span::NONE)
    {
        let message = format!("pieces have a number already: `{}`", other.name);
        let found = codes::DUPLICATE_CLAUSE.at(item.name.span, message);
        let found = found.secondary(other.span, "declared here");
        cx.sink.push(found.help("one variable of a game can be `per piece`"));
        return false;
    }
    if min < -MAX_OF_PIECE || max > MAX_OF_PIECE {
        let message = format!("the number of a piece lies from -{MAX_OF_PIECE} to {MAX_OF_PIECE}");
        cx.sink.push(codes::OUT_OF_RANGE.at(span, message));
        return false;
    }
    true
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
            cx.sink.push(codes::OUT_OF_RANGE.at(item.name.span, message));
            // Any start value will do, so that only one error is told.
            VariableKind::Number { min: i32::MIN, max: i32::MAX }
        }
        VariableType::Switch => VariableKind::Switch,
        VariableType::Words(names) => {
            let mut words: Vec<String> = Vec::new();
            for name in names {
                if words.contains(&name.text) {
                    let message = format!("the word `{}` is listed twice", name.text);
                    cx.sink.push(codes::DUPLICATE_CLAUSE.at(name.span, message));
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
        let ItemKind::Variable(item) = &entry.item.kind else { continue };
        match cx.entity(&item.name.text) {
            Some(Entity::Variable(id)) => start(cx, item, id),
            Some(Entity::Tally(id)) => start_of_tally(cx, item, id),
            _ => {}
        }
    }
}

/// Lowers the number that squares and pieces begin with.
fn start_of_tally(cx: &mut Context<'_>, item: &VariableItem, id: TallyId) {
    if cx.game.tallies[id].span == Span::NONE {
        return;
    }
    if let Some(second) = &item.second_start {
        let message = "only a variable `per side` has two start values";
        cx.sink.push(codes::CONFLICTING_CLAUSES.at(second.span, message));
    }
    let kind = VariableKind::Number { min: cx.game.tallies[id].min, max: cx.game.tallies[id].max };
    let Some(VariableValue::Number(start)) = value(cx, &kind, &item.start, None) else { return };
    cx.game.tallies[id].start = start;
    let tally = cx.game.tallies[id].clone();
    let squares: Vec<SquareId> = cx.game.board.squares.ids().collect();
    for variable in squares.into_iter().filter_map(|square| tally.variable(square)) {
        cx.game.variables[variable].start = BySide::same(VariableValue::Number(start));
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
            codes::CONFLICTING_CLAUSES.at(expr.span, message).fail(cx.sink)
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
                cx.sink.push(codes::OUT_OF_RANGE.at(expr.span, message));
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
        let found = codes::UNKNOWN_NAME.at(name.span, message);
        return found.did_you_mean(suggest::closest(&name.text, known())).fail(cx.sink);
    }
    let message = format!("the start value must be one of {}", suggest::list(known()));
    codes::WRONG_TYPE.at(expr.span, message).fail(cx.sink)
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
            let found = codes::FOREIGN_WORD.at(name.span, message);
            return found.did_you_mean(Some(put)).fail(cx.sink);
        }
    }
    let number = expression::fixed_number(cx, expr)?;
    if number != 0 && number != 1 {
        return codes::WRONG_TYPE.at(expr.span, "a switch starts `on` or `off`").fail(cx.sink);
    }
    Some(VariableValue::Number(i32::from(number == 1)))
}

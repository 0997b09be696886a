//! Tokens: where they start and what they give their bearer.

use super::context::{Context, Entity, OptionSetting, Place};
use super::merge::Merged;
use super::rule::in_place;
use super::{board, clause, expression};
use crate::diag::{codes, suggest};
use crate::ir::{Power, PowerLevel, SquareId, Squares, TokenId};
use crate::source::Span;
use crate::syntax::ast::{
    ClauseItem, Expr, ExprKind, ItemKind, Name, Pattern, PatternKind, TokenItem, TokenMember,
    TokenMemberKind, Verb,
};

/// Lowers where tokens are at the start, and at which level.
pub(crate) fn starts(cx: &mut Context<'_>, merged: &Merged) {
    for_each(cx, merged, |cx, id, member| match &member.kind {
        TokenMemberKind::At(name) => {
            let square = start(cx, name);
            cx.game.tokens[id].start = square;
        }
        TokenMemberKind::Level(expr) => level(cx, id, expr),
        TokenMemberKind::Value(expr) => cx.game.tokens[id].value = expression::points(cx, expr),
        TokenMemberKind::Cycle { .. } => cx.game.tokens[id].has_levels = true,
        TokenMemberKind::Power { .. } => {}
    });
}

/// Lowers the square of a token, `e1` or `White e1`: of a token of each side, as that side sees the board.
fn start(cx: &mut Context<'_>, place: &Name) -> Option<SquareId> {
    let Some((whose, square)) = place.text.split_once(' ') else {
        return board::square(cx, place);
    };
    let square = Name { text: square.to_owned(), span: place.span };
    let square = board::square(cx, &square)?;
    let Some(Entity::Side(side)) = cx.entity(whose) else { return None };
    let seen = cx.game.board.view(square, side);
    if seen.is_none() {
        let message = "this square has no counterpart on the second side's end of the board";
        cx.sink.push(codes::EMPTY_ZONE.at(place.span, message));
    }
    seen
}

/// Lowers the powers of all tokens.
pub(crate) fn powers(cx: &mut Context<'_>, merged: &Merged) {
    for_each(cx, merged, |cx, id, member| {
        let powers = match &member.kind {
            TokenMemberKind::Power { bearer, clause } => power(cx, bearer, clause),
            TokenMemberKind::Cycle { bearer, option } => cycle(cx, bearer, option, member.span),
            _ => return,
        };
        cx.game.tokens[id].powers.extend(powers.unwrap_or_default());
    });
}

fn for_each(
    cx: &mut Context<'_>,
    merged: &Merged,
    mut action: impl FnMut(&mut Context<'_>, TokenId, &TokenMember),
) {
    for entry in &merged.entries {
        let ItemKind::Token(TokenItem { name, members, .. }) = &entry.item.kind else { continue };
        let Some(Entity::Token(id)) = cx.entity(&name.text) else {
            continue;
        };
        for member in members {
            action(cx, id, member);
        }
    }
}

fn level(cx: &mut Context<'_>, id: TokenId, expr: &Expr) {
    cx.game.tokens[id].has_levels = true;
    let Some(level) = expression::fixed_number(cx, expr) else { return };
    if let Some(level) = i32::try_from(level).ok().filter(|level| *level >= 0) {
        cx.game.tokens[id].start_level = level;
        return;
    }
    let message = format!("a token cannot start at level {level}: levels begin at 0");
    cx.sink.push(codes::OUT_OF_RANGE.at(expr.span, message));
}

/// Lowers which bearers have a power; `any` before the set is only a word.
fn bearers(cx: &mut Context<'_>, bearer: &Expr) -> Option<Squares> {
    let bearer = if let ExprKind::Any(inner) = &bearer.kind { inner } else { bearer };
    in_place(cx, Place::Bearer, |cx| expression::squares(cx, bearer))
}

fn power(cx: &mut Context<'_>, bearer: &Expr, item: &ClauseItem) -> Option<Vec<Power>> {
    let bearer = bearers(cx, bearer);
    let clauses = clause::clauses(cx, item);
    Some(vec![Power { bearer: bearer?, level: None, clauses }])
}

fn cycle(cx: &mut Context<'_>, bearer: &Expr, option: &Name, span: Span) -> Option<Vec<Power>> {
    let bearer = bearers(cx, bearer);
    let movers = movers(cx, option)?;
    let bearer = bearer?;
    cx.charge(bearer.size().saturating_mul(movers.len()), span)?;
    let length = u16::try_from(movers.len()).unwrap_or(u16::MAX);
    let mut powers = Vec::new();
    for (entry, mover) in (0..length).zip(&movers) {
        let kind = match cx.entity(&mover.text) {
            Some(Entity::Type(_)) => PatternKind::As(mover.clone()),
            _ => PatternKind::Betza(mover.text.clone()),
        };
        let item = ClauseItem {
            name: None,
            verb: Verb::Moves,
            patterns: vec![Pattern { kind, span: mover.span }],
            modifiers: Vec::new(),
            span,
        };
        let clauses = clause::clauses(cx, &item);
        let level = Some(PowerLevel { entry, length });
        powers.push(Power { bearer: bearer.clone(), level, clauses });
    }
    Some(powers)
}

fn movers(cx: &mut Context<'_>, option: &Name) -> Option<Vec<Name>> {
    let found = cx.options.iter().find(|entry| entry.name.text == option.text);
    if let Some(OptionSetting::Movers(movers)) = found.map(|entry| &entry.value) {
        return Some(movers.clone());
    }
    let message = match found {
        Some(_) => format!("the option `{}` is no list of movers", option.text),
        None => format!("there is no option `{}`", option.text),
    };
    let known = cx.options.iter().map(|entry| entry.name.text.as_str());
    let close = suggest::closest(&option.text, known).filter(|close| *close != option.text);
    codes::UNKNOWN_OPTION.at(option.span, message).did_you_mean(close).fail(cx.sink)
}

//! Chains: one word after another, `own Pawn`, `own rank 2`, `a White piece bearing …`.

use super::super::context::Context;
use super::super::order::Order;
use super::complaints::{self, Wanted};
use super::functions::picked;
use super::kinds::{Kind, kind};
use super::names::{Meaning, meaning, without_noise};
use super::places::seen_by;
use super::sides::side;
use crate::diag::codes;
use crate::ir::Squares;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::syntax::version::BESIDE;

/// Lowers a chain to what is in all of its parts.
///
/// A side right before a place, or before `first of` or `last of`, is whose eyes the board is seen with, and a set of
/// its own elsewhere: `own Pawn on own rank 2`. The chain is read from its end, so that the place comes first.
pub(super) fn squares(cx: &mut Context<'_>, expr: &Expr, parts: &[Expr]) -> Option<Squares> {
    let (parts, piece) = without_noise(parts);
    if kind(cx, expr) == Kind::Number {
        return complaints::mismatch(cx, expr, Wanted::Squares);
    }
    let mut sets: Vec<Squares> = Vec::new();
    let mut complete = true;
    // What belongs together, and whether it is a place; the last first.
    let mut groups: Vec<(Vec<&Expr>, bool)> = Vec::new();
    // Whether the set before is a place that no side has claimed.
    let mut unclaimed = false;
    let mut parts = parts.into_iter().rev().peekable();
    while let Some(part) = parts.next() {
        if let Some((word, of)) = pick(part)
            && let Some(by) = parts.next_if(|before| kind(cx, before) == Kind::Side)
        {
            // `White first of A`: the first one as White sees the board.
            let order = side(cx, by).map(Order::seen_by);
            let set = order.and_then(|order| picked(cx, word, of, order));
            complete &= set.is_some();
            sets.extend(set);
            unclaimed = false;
            groups.push((vec![by, part], false));
            continue;
        }
        if unclaimed && kind(cx, part) == Kind::Side {
            unclaimed = false;
            let claimed = claim(cx, part, sets.pop());
            complete &= claimed.is_some();
            sets.extend(claimed);
            if let Some((group, _)) = groups.last_mut() {
                group.insert(0, part);
            }
            continue;
        }
        let set = super::squares(cx, part);
        complete &= set.is_some();
        // `north of e6` is worked out from a place, and may turn out to be always the same: it is none by itself.
        let is_worked_out = matches!(part.kind, ExprKind::Of(..));
        unclaimed = !is_worked_out && set.as_ref().is_some_and(is_seen);
        groups.push((vec![part], unclaimed && names_place(cx, part)));
        sets.extend(set);
    }
    if !complete {
        return None;
    }
    groups.reverse();
    if groups.windows(2).any(|pair| pair[0].1 || pair[1].1) && !cx.is_old(expr.span) {
        return beside(cx, expr, &groups);
    }
    if piece && sets.iter().all(is_seen) {
        sets.push(Squares::Occupied);
    }
    sets.reverse();
    Some(Squares::intersection(sets))
}

/// Tells whether a set is only about where, so that a side before it is whose eyes it is seen with.
fn is_seen(set: &Squares) -> bool {
    set.is_place() || matches!(set, Squares::At { .. })
}

/// Tells whether a term is written as a place: its squares do not only turn out to be always the same.
fn names_place(cx: &Context<'_>, part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Name(name) => !matches!(meaning(cx, &name.text), Meaning::Word(_)),
        _ => true,
    }
}

/// Complains about a place beside another set: `Pawn rank 2`.
fn beside<T>(cx: &mut Context<'_>, expr: &Expr, groups: &[(Vec<&Expr>, bool)]) -> Option<T> {
    let mut put = String::new();
    let mut was_place = false;
    for (at, (group, is_place)) in groups.iter().enumerate() {
        if at > 0 {
            put.push_str(if was_place || *is_place { " on " } else { " " });
        }
        let words: Vec<String> = group.iter().map(|part| written(cx, expr, part)).collect();
        put.push_str(&words.join(" "));
        was_place = *is_place;
    }
    let (message, help) = BESIDE;
    let found = codes::OLD_FORM.at(expr.span, message);
    found.suggest(expr.span, format!("({put})"), help).fail(cx.sink)
}

/// Returns a part of an expression as it is written, with the brackets around it.
fn written(cx: &Context<'_>, expr: &Expr, part: &Expr) -> String {
    let words: Vec<&str> = cx.written(part.span).split_whitespace().collect();
    let before = cx.written(Span { end: part.span.start, ..expr.span });
    let behind = cx.written(Span { start: part.span.end, ..expr.span });
    let is_closed = before.trim_end().ends_with('(') && behind.trim_start().starts_with(')');
    if is_closed { format!("({})", words.join(" ")) } else { words.join(" ") }
}

/// Returns what `first of A` and `last of A` are made of.
fn pick(part: &Expr) -> Option<(&Name, &Expr)> {
    match &part.kind {
        ExprKind::Of(word, of) if matches!(word.text.as_str(), "first" | "last") => {
            Some((word, of))
        }
        _ => None,
    }
}

fn claim(cx: &mut Context<'_>, part: &Expr, place: Option<Squares>) -> Option<Squares> {
    let by = side(cx, part)?;
    seen_by(cx, by, place?, part.span)
}

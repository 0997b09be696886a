//! Names in an expression that mean nothing.
//!
//! When an expression is not what is wanted, the reason is mostly a word in it that nobody knows:
//! that word is complained about, and not what the rest came to.

use super::super::context::Context;
use super::super::{board, directions};
use super::complaints::{self, Wanted};
use super::defines;
use super::functions;
use super::names::{Meaning, meaning};
use crate::diag::Diagnostic;
use crate::ir::VariableKind;
use crate::source::SourceId;
use crate::syntax::ast::{Argument, Expr, ExprKind, Name};

/// How deep expressions are looked into; the parser allows no deeper ones.
const MAX_DEPTH: usize = 300;

/// Noise words, and words that only some places give a meaning.
const NOISE: [&str; 9] = ["a", "an", "the", "piece", "pieces", "total", "on", "off", "itself"];

/// Complains about the first name that means nothing, if there is one.
pub(super) fn first(cx: &Context<'_>, expr: &Expr) -> Option<Diagnostic> {
    search(cx, expr, &mut Vec::new(), 0)
}

/// Takes down the defines of a file that no rule uses, and complains about unknown names in them: those
/// that are used are looked at where they are.
pub(crate) fn unused_defines(cx: &mut Context<'_>, file: SourceId) {
    let numbered = cx.defines.iter().enumerate();
    let own = numbered.filter(|(_, define)| define.name.span.source == file && !define.used);
    let unused: Vec<usize> = own.map(|(at, _)| at).collect();
    let names = unused.iter().map(|&at| &cx.defines[at].name);
    cx.game.unasked = names.map(|name| (name.text.clone(), name.span)).collect();
    for at in unused {
        // Each at once: when the sink is full, nobody looks for the names that may have been meant.
        let found = first(cx, &cx.defines[at].expr);
        cx.sink.extend(found);
    }
}

fn search(
    cx: &Context<'_>,
    expr: &Expr,
    bound: &mut Vec<String>,
    depth: usize,
) -> Option<Diagnostic> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut inner = |expr: &Expr| search(cx, expr, bound, depth + 1);
    match &expr.kind {
        ExprKind::Name(name) => unknown(cx, name, bound),
        ExprKind::SquareSet(ranges) => ranges
            .iter()
            .flat_map(|range| std::iter::once(&range.first).chain(&range.last))
            .find(|name| cx.find(&name.text).is_none())
            .map(|name| board::no_square(cx, name)),
        ExprKind::Chain(parts) | ExprKind::Logic(_, parts) => parts.iter().find_map(inner),
        ExprKind::In(left, right)
        | ExprKind::Safe(left, right)
        | ExprKind::Binary(_, left, right) => inner(left).or_else(|| inner(right)),
        ExprKind::Is { subject, predicate, .. } => inner(subject).or_else(|| inner(predicate)),
        ExprKind::Except(left, right) => {
            left.as_deref().and_then(&mut inner).or_else(|| inner(right))
        }
        ExprKind::Count(of) | ExprKind::Not(of) | ExprKind::Any(of) | ExprKind::No(of) => inner(of),
        ExprKind::Of(word, of) => {
            let found = inner(of);
            no_word(cx, word, of, bound).or(found)
        }
        ExprKind::Call(name, arguments) => functions::no_function(cx, name)
            .or_else(|| arguments.iter().filter_map(expression_of).find_map(inner)),
        ExprKind::Attacked { subject, by, .. } => {
            inner(subject).or_else(|| by.as_deref().and_then(inner))
        }
        ExprKind::CanMove { side, that, .. } => {
            inner(side).or_else(|| that.as_deref().and_then(inner))
        }
        ExprKind::Quantified { name, over, condition, .. } => {
            inner(over).or_else(|| search_with(cx, name, condition, bound, depth))
        }
        ExprKind::QuantifiedDirection { name, condition, .. } => {
            search_with(cx, name, condition, bound, depth)
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            inner(then).or_else(|| inner(condition)).or_else(|| inner(otherwise))
        }
        ExprKind::Repeated { times, held } => inner(times).or_else(|| {
            let held = held.as_deref()?;
            inner(&held.condition).or_else(|| held.whose.as_ref().and_then(inner))
        }),
        ExprKind::Bearing(name) => other(cx, name, Wanted::Token),
        ExprKind::Marked(name) => other(cx, name, Wanted::Mark),
        _ => None,
    }
}

/// Returns the expression that an argument is, if it is one.
fn expression_of(argument: &Argument) -> Option<&Expr> {
    if let Argument::Expr(expr) = argument { Some(expr) } else { None }
}

/// Looks at a condition in which another name means something.
fn search_with(
    cx: &Context<'_>,
    name: &Name,
    condition: &Expr,
    bound: &mut Vec<String>,
    depth: usize,
) -> Option<Diagnostic> {
    bound.push(name.text.clone());
    let found = search(cx, condition, bound, depth + 1);
    bound.pop();
    found
}

fn unknown(cx: &Context<'_>, name: &Name, bound: &[String]) -> Option<Diagnostic> {
    if let Some(found) = defines::uncalled(cx, name).filter(|_| !bound.contains(&name.text)) {
        return Some(found);
    }
    let is_known = bound.contains(&name.text)
        || NOISE.contains(&name.text.as_str())
        || directions::is_word(&name.text)
        || is_word_of_a_variable(cx, &name.text);
    (!is_known).then(|| other(cx, name, Wanted::Squares)).flatten()
}

/// Tells whether some variable or option can have this word as its value.
fn is_word_of_a_variable(cx: &Context<'_>, text: &str) -> bool {
    let known = |kind: &VariableKind| matches!(kind, VariableKind::Words(words) if words.iter().any(|word| word == text));
    cx.game.variables.iter().any(|variable| known(&variable.kind))
        || cx.game.options.iter().any(|option| option.kind.contains(&format!("`{text}`")))
}

fn other(cx: &Context<'_>, name: &Name, wanted: Wanted) -> Option<Diagnostic> {
    (meaning(cx, &name.text) == Meaning::Unknown).then(|| complaints::unknown(cx, name, wanted))
}

/// Looks at the word before `of`.
fn no_word(cx: &Context<'_>, word: &Name, of: &Expr, bound: &[String]) -> Option<Diagnostic> {
    let is_known = bound.contains(&word.text)
        || functions::is_before_of(&word.text)
        || cx.find(&word.text).is_some()
        || directions::is_word(&word.text);
    (!is_known).then(|| functions::unknown_word(cx, word, of))
}

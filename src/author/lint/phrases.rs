//! Where in the file a place is written that a rule speaks of.

use super::Looked;
use crate::ir::{Squares, Truth};
use crate::source::Span;

/// What speaks of the place.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// A condition.
    Truth(&'a Truth),
    /// A set of squares.
    Set(&'a Squares),
}

/// Sets nested deeper than this are not looked into.
const MAX_DEPTH: u8 = 64;

/// Returns where the file itself writes a place that a rule speaks of; the rule if it does not.
pub(super) fn place(looked: &Looked<'_>, wanted: Wanted<'_>, rule: Span) -> Span {
    let mut places = Vec::new();
    match wanted {
        Wanted::Truth(truth) => in_truth(truth, &mut places, MAX_DEPTH),
        Wanted::Set(set) => in_set(set, &mut places, MAX_DEPTH),
    }
    let phrases = &looked.game.phrases.sets;
    let tests = &looked.game.tests;
    let is_rule = |span: &Span| !tests.iter().any(|test| test.span.contains(*span));
    let span = |place: &&Squares| {
        let found =
            phrases.iter().filter(|(set, span)| set == *place && span.source == looked.file);
        let mut spans = found.map(|(_, span)| span);
        let inside = spans.clone().find(|span| rule.contains(**span) && is_rule(span));
        inside.or_else(|| spans.find(|span| is_rule(span))).copied()
    };
    places.iter().find_map(span).unwrap_or(rule)
}

fn in_truth<'a>(truth: &'a Truth, places: &mut Vec<&'a Squares>, depth: u8) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match truth {
        Truth::Not(inner) => in_truth(inner, places, depth),
        Truth::All(parts) | Truth::Any(parts) => {
            for part in parts {
                in_truth(part, places, depth);
            }
        }
        Truth::Exists(set) | Truth::Is { set, .. } => in_set(set, places, depth),
        Truth::Within(first, second) => {
            in_set(first, places, depth);
            in_set(second, places, depth);
        }
        Truth::Some { over, condition, .. } => {
            in_set(over, places, depth);
            in_truth(condition, places, depth);
        }
        _ => {}
    }
}

fn in_set<'a>(set: &'a Squares, places: &mut Vec<&'a Squares>, depth: u8) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match set {
        Squares::Fixed(_) | Squares::Seen { .. } => places.push(set),
        Squares::Union(parts) | Squares::Intersection(parts) => {
            for part in parts {
                in_set(part, places, depth);
            }
        }
        Squares::Except(from, _) => in_set(from, places, depth),
        Squares::First(of) | Squares::Last(of) => in_set(of, places, depth),
        _ => {}
    }
}

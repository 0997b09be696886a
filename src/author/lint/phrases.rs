//! Where in the file a place is written that a rule speaks of.

use super::Looked;
use crate::ir::{Part, Role, Squares};
use crate::source::Span;

/// Sets nested deeper than this are not looked into.
const MAX_DEPTH: u8 = 64;

/// Returns where the file itself writes a place that a rule speaks of; the rule if it does not.
pub(super) fn place<'a>(looked: &Looked<'_>, wanted: impl Into<Part<'a>>, rule: Span) -> Span {
    let mut places = Vec::new();
    in_part(wanted.into(), &mut places, MAX_DEPTH);
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

fn in_part<'a>(part: Part<'a>, places: &mut Vec<&'a Squares>, depth: u8) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match part {
        Part::Squares(set, _) if set.is_place() => places.push(set),
        Part::Squares(..) => part.each_part(&mut |inner| {
            if let Part::Squares(_, Role::Member | Role::Beside) = inner {
                in_part(inner, places, depth);
            }
        }),
        Part::Truth(..) => part.each_part(&mut |inner| {
            if let Part::Squares(..) | Part::Truth(_, Role::Member | Role::Alone) = inner {
                in_part(inner, places, depth);
            }
        }),
        _ => {}
    }
}

//! Advice about conditions that never hold, and about squares for drops that nobody makes.

use super::bounds::{Scene, always, is_too_many};
use super::words::{Word, words};
use super::{Advice, Judged, Looked, unset};
use crate::diag::codes;
use crate::ir::{Part, Role, StatementPart, Truth};
use crate::source::Span;

/// Looks at what is forbidden or preferred, at the conditions of statements and at those of ways of moving.
///
/// Endings and events have their own advice, and so have squares out of reach.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    let preferences = game.preferences.iter();
    let preferences =
        preferences.filter_map(|rule| rule.goal.condition().map(|goal| (goal, rule.span)));
    let rules = game.forbids.iter().map(|rule| (&rule.condition, rule.span)).chain(preferences);
    let ways = game.clauses().map(|clause| (&clause.condition, clause.span));
    let mut statements = Vec::new();
    for statement in game.statements() {
        statement.kind.each_part(&mut |part| {
            if let StatementPart::Whether(condition) = part {
                statements.push((condition, statement.span));
            }
        });
    }
    let mut told: Vec<Span> = Vec::new();
    for (condition, rule) in rules.chain(ways).chain(statements) {
        if rule.source != looked.file || !never(looked, condition) {
            continue;
        }
        let place = decisive(looked, condition, rule);
        if !told.contains(&place) {
            told.push(place);
            tell(looked, place, advice);
        }
    }
    comparisons(looked, &mut told, advice);
    drops(looked, advice);
}

/// Advises about comparisons of numbers that are false in every position, though what they are a part of may not be.
fn comparisons(looked: &Looked<'_>, told: &mut Vec<Span>, advice: &mut Advice) {
    let game = looked.game;
    let endings = game.endings.iter().map(|ending| (&ending.condition, ending.span));
    let events = game.triggers.iter().map(|trigger| (&trigger.condition, trigger.span));
    let void: Vec<Span> = endings
        .chain(events)
        .filter(|(condition, _)| always(&looked.scenes(), condition) == Some(false))
        .map(|(_, span)| span)
        .chain(game.tests.iter().map(|test| test.span))
        .chain(told.iter().copied())
        .collect();
    for (truth, span) in &game.phrases.truths {
        let is_number = matches!(truth, Truth::Compare { .. }) && span.source == looked.file;
        let elsewhere = void.iter().any(|other| other.contains(*span));
        if is_number && !elsewhere && !told.contains(span) && never(looked, truth) {
            told.push(*span);
            tell(looked, *span, advice);
        }
    }
}

/// Tells whether a condition is false in every position, whatever squares it speaks of, or asks for more than there are.
fn never(looked: &Looked<'_>, condition: &Truth) -> bool {
    always(&looked.scenes().map(Scene::everywhere), condition) == Some(false)
        || is_too_many(&looked.scenes(), condition)
}

/// Returns where the smallest part of a condition is written that is false by itself.
fn decisive(looked: &Looked<'_>, condition: &Truth, rule: Span) -> Span {
    let truths = looked.game.phrases.truths.iter();
    let inside = truths.filter(|(truth, span)| rule.contains(*span) && never(looked, truth));
    let part = inside.filter(|(truth, _)| is_part(truth, condition));
    part.map(|(_, span)| *span).min_by_key(|span| span.len()).unwrap_or(rule)
}

/// Tells whether a condition has a part that decides it when it is false.
fn is_part(part: &Truth, whole: &Truth) -> bool {
    let mut found = part == whole;
    whole.each_part(&mut |inner| {
        if let Part::Truth(other, Role::Member | Role::Alone) = inner {
            found = found || is_part(part, other);
        }
    });
    found
}

fn tell(looked: &Looked<'_>, place: Span, advice: &mut Advice) {
    let written = looked.sources.written(place);
    let text = written.trim();
    let message = match text.lines().count() {
        1 if text.len() < 80 => format!("`{text}` holds in no position"),
        _ => "this condition holds in no position".to_owned(),
    };
    let found =
        codes::NEVER_OTHERWISE.at(place, message).label("so what depends on it is without effect");
    advice.add(found, Judged::Rules);
}

/// Advises about squares for drops in a game in which no turn has a drop.
fn drops(looked: &Looked<'_>, advice: &mut Advice) {
    if looked.game.statements().iter().any(|statement| statement.kind.as_drop().is_some()) {
        return;
    }
    let words = words(looked.sources.text(looked.file));
    // A piece that takes the place of one for which that was said keeps it for games that have drops.
    let was_said = |at: usize| {
        let head = words.get(..at).unwrap_or_default();
        let name = replaced_name(head);
        let others = || looked.sources.ids().skip(1).map(|id| looked.sources.text(id));
        name.is_some_and(|name| others().any(|text| unset::says_of_piece(text, name, "drops")))
    };
    let mut pairs = words.windows(2).enumerate();
    let found =
        pairs.find(|(at, pair)| pair[0].text == "drops" && pair[1].text == "on" && !was_said(*at));
    let Some((_, pair)) = found else { return };
    let span = pair[0].span(looked.file).join(pair[1].span(looked.file));
    let message = "this says where a piece is dropped, and no turn has a drop";
    let help = "`use drops` lets pieces be dropped from the hand, `use captures-to-hand` fills the hand too";
    advice.add(codes::NO_SUCH_DROP.at(span, message).help(help), Judged::Rules);
}

/// The name of the piece in whose block something stands, or of the one whose place it takes: `replace NAME with …`.
fn replaced_name<'a>(head: &[Word<'a>]) -> Option<&'a str> {
    let at = head.iter().rposition(|word| matches!(word.text, "piece" | "extend" | "with"))?;
    let is_instead = head.get(at)?.text == "with";
    let place = if is_instead { at.checked_sub(1)? } else { at + 1 };
    head.get(place).map(|word| word.text)
}

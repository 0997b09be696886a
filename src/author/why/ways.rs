//! Why none of a piece's ways of moving leads where it is asked to go.

use super::answer::{Answer, Kind, Note};
use super::refusal::refused;
use super::rule::Rule;
use super::words::Words;
use crate::author::words::{self as plain, listed};
use crate::ir::{LandingKind, Squares};
use crate::reference::Subject;
use crate::reference::explain::{Finding, Path, Verdict, WayReport};

/// The most other ways that are told of.
const MAX_OTHERS: usize = 4;

/// Tells it by the way of moving that comes nearest; the others that come near are told besides.
pub(super) fn answer(
    words: Words<'_>,
    subject: &Subject,
    path: &Path,
    ways: &[WayReport<'_>],
    statement: &Rule,
) -> Answer {
    let nearest = ways.first().filter(|way| !matches!(way.verdict, Verdict::Elsewhere));
    let Some(nearest) = nearest else { return elsewhere(words, subject, path, ways) };
    let (kind, reason) = verdict(words, path, nearest, statement);
    let piece = words.subject(subject);
    let rule = match nearest.verdict {
        Verdict::Unwanted(..) => statement.clone(),
        _ => words.rule_of(nearest.reference),
    };
    let mut answer = refused(kind, format!("{piece} cannot go there: {reason}"), rule);
    let (to, plain) =
        (words.square(path.to), reason_for_players(words, path, nearest, &answer.plain));
    answer.plain = format!("{piece} cannot go to {to}: {plain}");
    let others = ways.iter().skip(1).filter(|way| way.verdict.nearness() > 1);
    for way in others.take(MAX_OTHERS) {
        let (_, reason) = verdict(words, path, way, statement);
        let note = Note::about(reason, words.rule_of(way.reference));
        if note.rule.as_ref() != Some(&answer.rule) && !answer.notes.contains(&note) {
            answer.notes.push(note);
        }
    }
    answer
}

/// Says that no way leads there, and lists the ways there are.
fn elsewhere(words: Words<'_>, subject: &Subject, path: &Path, ways: &[WayReport<'_>]) -> Answer {
    let (from, to) = (words.square(path.from), words.square(path.to));
    let message = format!("{} has no way of moving from {from} to {to}", words.subject(subject));
    let kind = subject.piece.and_then(|piece| words.game.types.get(piece.kind));
    let rule = kind.map_or_else(
        || Rule::of_turn(words.game),
        |kind| Rule::new(format!("piece {}", kind.name), kind.span),
    );
    let mut answer = refused(Kind::NoSuchWay, message, rule);
    answer.plain = format!("{} does not move from {from} to {to}", words.subject(subject));
    for way in ways {
        let rule = words.rule_of(way.reference);
        let note = Note::about(format!("there is {}", words.way(way.reference)), rule);
        if !answer.notes.contains(&note) {
            answer.notes.push(note);
        }
    }
    answer
}

/// Tells players what one way of moving says; `otherwise` is what authors are told.
fn reason_for_players(
    words: Words<'_>,
    path: &Path,
    way: &WayReport<'_>,
    otherwise: &str,
) -> String {
    let needs = |finding: &Finding<'_>| {
        let condition = plain::condition(words.game, finding.truth);
        if finding.holds {
            format!("not while {condition}")
        } else {
            format!("that needs that {condition}")
        }
    };
    let to = words.square(path.to);
    match &way.verdict {
        Verdict::Unwanted(_, finding) | Verdict::Condition(finding) => needs(finding),
        Verdict::Landing(subject) => match subject.piece {
            Some(piece) if !way.clause.can_capture() => {
                format!("it does not capture in this way, and {} stands there", words.piece(piece))
            }
            Some(piece) => format!("{} stands on {to}", words.piece(piece)),
            None => format!("in this way it only captures, and {to} is empty"),
        },
        Verdict::Blocked(missed) => {
            let span = way.clause.span;
            let told: Vec<String> = missed
                .iter()
                .map(|(subject, set)| words.belongs(subject, set, false, span))
                .collect();
            format!("the way is blocked, {}", listed(&told, "and").replace('`', ""))
        }
        Verdict::NotBearer(token, ..) => {
            format!("the {} does not give it this way of moving", words.token(*token))
        }
        _ => otherwise.split_once(": ").map_or(otherwise, |(_, reason)| reason).to_owned(),
    }
}

/// Tells what one way of moving says.
fn verdict(words: Words<'_>, path: &Path, way: &WayReport<'_>, statement: &Rule) -> (Kind, String) {
    let name = words.way(way.reference);
    let to = words.square(path.to);
    match &way.verdict {
        Verdict::Unwanted(_, finding) => {
            let finding = words.finding(finding, statement.span);
            (Kind::Unwanted, format!("{name} leads there, but {finding}"))
        }
        Verdict::Condition(finding) => {
            let finding = words.finding(finding, way.clause.span);
            (Kind::Condition, format!("{name} leads there, but {finding}"))
        }
        Verdict::Landing(subject) => (Kind::Landing, landing(words, &name, way, subject)),
        Verdict::Blocked(missed) => blocked(words, &name, way, missed),
        Verdict::Stays => (Kind::NoSuchWay, format!("{name} would leave it where it is")),
        Verdict::OtherSide => {
            (Kind::OtherSide, format!("{name} leads to {to}, but only for the other side"))
        }
        Verdict::NotBearer(token, set, inside) => {
            let token = words.token(*token);
            let set = words.set(set, way.clause.span);
            let to_whom = if *inside { "not to" } else { "only to" };
            (Kind::Withheld, format!("{name} leads there, but {token} gives it {to_whom} `{set}`"))
        }
        Verdict::NotAtLevel(token, level) => {
            let token = words.token(*token);
            let reason =
                format!("{name} leads there, but {token} does not give it at level {level}");
            (Kind::Withheld, reason)
        }
        Verdict::Elsewhere => (Kind::NoSuchWay, format!("{name} does not lead to {to}")),
    }
}

/// Says that what stands at the end does not suit.
fn landing(words: Words<'_>, name: &str, way: &WayReport<'_>, subject: &Subject) -> String {
    let span = way.clause.span;
    let wanted: Vec<String> = way
        .clause
        .landings
        .iter()
        .map(|landing| {
            let set = words.set(&landing.on, span);
            match landing.kind {
                LandingKind::Settle if landing.on.is_vacant() => {
                    "ends on an empty square".to_owned()
                }
                LandingKind::Settle => format!("ends on `{set}`"),
                LandingKind::Capture => format!("captures `{set}`"),
                LandingKind::Swap => format!("changes places with `{set}`"),
            }
        })
        .collect();
    let square = words.square(subject.square);
    let there = subject.piece.map_or_else(
        || format!("{square} is empty"),
        |piece| format!("{} stands on {square}", words.piece(piece)),
    );
    format!("{name} {}, and {there}", listed(&wanted, "or"))
}

/// Says which squares on the way are not as they must be.
fn blocked(
    words: Words<'_>,
    name: &str,
    way: &WayReport<'_>,
    missed: &[(Subject, &Squares)],
) -> (Kind, String) {
    let span = way.clause.span;
    let told: Vec<String> =
        missed.iter().map(|(subject, set)| words.belongs(subject, set, false, span)).collect();
    let told = listed(&told, "and");
    let is_blocked = missed.iter().all(|(subject, set)| set.is_vacant() && subject.piece.is_some());
    let verb = if is_blocked { "is blocked:" } else { "would lead there, but" };
    (Kind::Blocked, format!("{name} {verb} {told}"))
}

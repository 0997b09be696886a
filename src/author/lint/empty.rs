//! Advice about sets in which there can never be anything, whatever stands on the board.

use std::collections::BTreeMap;

use super::bounds::Scene;
use super::cells::Cells;
use super::{Advice, Judged, Looked};
use crate::diag::{Code, codes};
use crate::ir::{SideId, Squares};
use crate::source::Span;

/// What is written in the file, with what it stands for wherever it is used.
type Written<'a> = BTreeMap<(u32, u32), Vec<&'a Squares>>;

/// Looks at every set that the file writes down.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let written = written(looked);
    let empty = empty_of(looked, &written);
    for place in &empty {
        let inside = |other: &&(u32, u32)| *other != place && contains(*place, **other);
        if empty.iter().any(|other| inside(&other)) || !is_joined(looked, *place) {
            continue;
        }
        tell(looked, *place, &written, advice);
    }
    firsts(looked, &written, advice);
}

/// Returns where the file writes sets in which there can never be anything.
fn empty_of(looked: &Looked<'_>, written: &Written<'_>) -> Vec<(u32, u32)> {
    let anything = Cells::all(looked.game);
    let is_empty = |set: &Squares| {
        SideId::ALL
            .iter()
            .all(|side| Scene::new(looked.game, &anything, *side).most(set).is_empty())
    };
    let empty = written.iter().filter(|(_, sets)| sets.iter().all(|set| is_empty(set)));
    empty.map(|(place, _)| *place).collect()
}

/// Leaves out what follows from an empty set that has been told: that what asks for it never happens.
pub(super) fn without_consequences(looked: &Looked<'_>, advice: &mut Advice) {
    if !advice.found.iter().any(|found| found.code == codes::EMPTY_SET) {
        return;
    }
    let empty = empty_of(looked, &written(looked));
    let follows = |span: Span| empty.iter().any(|inner| contains((span.start, span.end), *inner));
    advice
        .found
        .retain(|found| !CONSEQUENCES.contains(&found.code) || !follows(found.primary.span));
}

/// What can follow from an empty set.
const CONSEQUENCES: [Code; 7] = [
    codes::PIECE_NEVER_APPEARS,
    codes::ENDING_NEVER_HOLDS,
    codes::EVENT_NEVER_FIRES,
    codes::OUT_OF_REACH,
    codes::STEP_NEVER_POSSIBLE,
    codes::NEVER_OTHERWISE,
    codes::PIECE_CANNOT_MOVE,
];

fn contains(outer: (u32, u32), inner: (u32, u32)) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// Collects the sets by the places where the file writes them; those of its tests are left out.
fn written<'a>(looked: &Looked<'a>) -> Written<'a> {
    let game: &'a crate::ir::Game = looked.game;
    let mut written = Written::new();
    for (set, span) in &game.phrases.sets {
        let in_test = game.tests.iter().any(|test| test.span.contains(*span));
        if span.source == looked.file && !in_test {
            written.entry((span.start, span.end)).or_default().push(set);
        }
    }
    written
}

/// Tells whether something is put together of several words: a single one is told where it is declared, and
/// what a function returns may be nothing for good reasons.
fn is_joined(looked: &Looked<'_>, (start, end): (u32, u32)) -> bool {
    let text = looked.sources.slice(Span::new(looked.file, start, end));
    let outside = outside_of_brackets(text);
    outside.split_whitespace().count() > 1 && !outside.contains(" of ")
}

/// Leaves out what stands in round brackets.
fn outside_of_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for char in text.chars() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(char),
            _ => {}
        }
    }
    kept
}

/// What a part of a set is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Place,
    Type,
    Else,
}

fn sort(sets: &[&Squares]) -> Sort {
    match sets.first() {
        Some(set) if set.is_place() => Sort::Place,
        Some(Squares::OfTypes(_)) => Sort::Type,
        _ => Sort::Else,
    }
}

/// The parts of a set that the file writes side by side: those in no other part of it.
fn parts(place: (u32, u32), written: &Written<'_>) -> Vec<((u32, u32), Sort)> {
    let mut parts: Vec<((u32, u32), Sort)> = Vec::new();
    for (other, sets) in written.iter().filter(|(other, _)| **other != place) {
        let is_part = contains(place, *other);
        if is_part && !parts.iter().any(|(part, _)| contains(*part, *other)) {
            parts.retain(|(part, _)| !contains(*other, *part));
            parts.push((*other, sort(sets)));
        }
    }
    parts
}

fn tell(looked: &Looked<'_>, place: (u32, u32), written: &Written<'_>, advice: &mut Advice) {
    let span = Span::new(looked.file, place.0, place.1);
    let text = looked.sources.slice(span);
    let mut found = codes::EMPTY_SET
        .at(span, format!("nothing can ever be in `{}`", one_line(text)))
        .label("words side by side mean what all of them mean at once");
    let parts = parts(place, written);
    if let Some((from, list)) = alternatives(looked, &parts) {
        let place = Span::new(looked.file, from, place.1);
        found = found.suggest(place, list, "to mean any of them, say so");
    }
    advice.add(found, Judged::Rules);
}

/// The places or the piece types at the end of a set as a list, and where the first of them begins.
fn alternatives(looked: &Looked<'_>, parts: &[((u32, u32), Sort)]) -> Option<(u32, String)> {
    let kind = parts.last().map(|(_, sort)| *sort).filter(|sort| *sort != Sort::Else)?;
    let alike = parts.iter().rev().take_while(|(_, sort)| *sort == kind).count();
    let run = parts.get(parts.len() - alike..).filter(|run| run.len() > 1)?;
    let text = |(start, end): (u32, u32)| looked.sources.slice(Span::new(looked.file, start, end));
    let between = |pair: &[((u32, u32), Sort)]| match pair {
        [(first, _), (second, _)] => text((first.1, second.0)).trim().is_empty(),
        _ => false,
    };
    if !run.windows(2).all(between) {
        return None;
    }
    let texts: Vec<&str> = run.iter().map(|(place, _)| text(*place)).collect();
    let squares = texts.iter().all(|text| looked.game.board.square_named(text).is_some());
    let list = match (squares, parts.len() == run.len()) {
        (true, _) => format!("{{{}}}", texts.join(" ")),
        (false, true) => texts.join(" or "),
        (false, false) => format!("({})", texts.join(" or ")),
    };
    run.first().map(|((start, _), _)| (*start, list))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Advises about `first of` and `last of` a set that is the same in every position: it is read before what
/// follows narrows it down.
fn firsts(looked: &Looked<'_>, written: &Written<'_>, advice: &mut Advice) {
    for (place, sets) in written {
        let Some(of) = sets.first().and_then(|set| picked_from(set)) else { continue };
        let Some((_, views)) = of.as_place() else { continue };
        let squares = views[SideId::FIRST];
        let span = Span::new(looked.file, place.0, place.1);
        let Some(rest) = narrowed(looked, span).filter(|_| squares.len() > 1) else { continue };
        let text = one_line(looked.sources.slice(span));
        let (head, set) = text.split_once(" of ").unwrap_or((&text, ""));
        let put = format!("{head} of ({set}{rest})");
        let end = span.end + u32::try_from(rest.len()).unwrap_or(0);
        let found = codes::NEVER_OTHERWISE
            .at(span, format!("`{text}` is the same square in every position"))
            .label("the rest of the line is asked of that square alone")
            .suggest(Span::new(looked.file, place.0, end), put, "to narrow the set first");
        advice.add(found, Judged::Rules);
    }
}

/// Returns the set of which a set is the first or the last square; where the order is the mover's, the squares are
/// renumbered before and after.
fn picked_from(set: &Squares) -> Option<&Squares> {
    let end = set.stepped_from().unwrap_or(set);
    end.picked_from().map(|of| of.stepped_from().unwrap_or(of))
}

/// Returns what follows a set and narrows it down, if that is a single word behind `in` or `except`.
fn narrowed<'a>(looked: &Looked<'a>, span: Span) -> Option<&'a str> {
    let text: &'a str = looked.sources.text(looked.file);
    let rest = text.get(usize::try_from(span.end).ok()?..)?;
    let line = rest.get(..rest.find(['\n', '}', ')', ';', '{']).unwrap_or(rest.len()))?;
    let is_narrowing = [" in ", " except "].iter().any(|word| line.starts_with(word));
    is_narrowing.then(|| line.trim_end())
}

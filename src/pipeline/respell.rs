//! The slip of the pen that would explain an error: a word near its place is like another one, and with that less is
//! wrong.

use std::ops::Range;

use indexmap::IndexSet;

use super::retry::{After, Retry};
use super::words::{alike, span_of, words};
use crate::diag::{Diagnostic, Sink, Suggestion};
use crate::source::{SourceMap, Span};
use crate::syntax;

/// So many errors are looked at.
const MAX_LOOKED_AT: usize = 3;

/// So many words before and behind the place of an error are looked at.
const AROUND: usize = 24;

/// So many words that are like one are tried.
const MAX_ALIKE: usize = 5;

/// Words shorter than this are like too many others.
const SHORTEST: usize = 3;

/// Offers another word near each error if less is wrong with it, and not with what is offered already.
pub(super) fn offered(found: Sink, retry: &mut Retry<'_>, sources: &SourceMap) -> Sink {
    let (mut sink, mut left) = (Sink::new(), MAX_LOOKED_AT);
    let mut known: Option<IndexSet<&str>> = None;
    let found = found.into_vec();
    let line = |one: &Diagnostic| {
        let span = one.primary.span;
        (span.source, sources.line_column(span).line)
    };
    let lines: Vec<_> = found.iter().filter(|one| one.is_error()).map(line).collect();
    for diagnostic in found {
        let is_alone = lines.iter().filter(|other| **other == line(&diagnostic)).count() < 2;
        let is_looked_at = diagnostic.is_error() && !diagnostic.primary.span.is_none();
        if left == 0 || retry.is_spent() || !is_looked_at {
            sink.push(diagnostic);
            continue;
        }
        let known = known.get_or_insert_with(|| known_words(sources));
        let (diagnostic, errors) = with_word((diagnostic, is_alone), known, retry, sources);
        // If all would be well then, nothing else has to be explained.
        left = if errors == Some(0) { 0 } else { left - 1 };
        sink.push(diagnostic);
    }
    sink
}

/// All words that somebody may have meant: those of the language and of all files, in the order in which they are met.
fn known_words(sources: &SourceMap) -> IndexSet<&str> {
    let of_language = syntax::all_words().iter().map(String::as_str);
    // An article is needed nowhere, so that it is never what was meant.
    let mut known: IndexSet<&str> =
        of_language.filter(|word| !["a", "an", "the"].contains(word)).collect();
    for id in sources.ids() {
        let text = sources.text(id);
        known.extend(words(text).into_iter().filter_map(|place| text.get(place)));
    }
    known
}

/// Adds the words that help, where an error is alone on its line or not. Returns how many errors there are with the first
/// of them, or with what was offered.
fn with_word(
    (mut found, is_alone): (Diagnostic, bool),
    known: &IndexSet<&str>,
    retry: &mut Retry<'_>,
    sources: &SourceMap,
) -> (Diagnostic, Option<usize>) {
    let right = checked(&mut found, is_alone, retry, sources);
    if right == Some(0) {
        return (found, right);
    }
    let Some((place, words, errors)) = best_words(&found, right, known, retry, sources) else {
        return (found, right);
    };
    let fixes = words.into_iter().map(|put| Suggestion::spelling(place, put));
    found.suggestions = fixes.chain(found.suggestions).collect();
    (moved(found, place, sources), Some(errors))
}

/// Tries what is offered already, and returns how many errors there are with what helps. What is an error itself is taken out.
fn checked(
    found: &mut Diagnostic,
    is_alone: bool,
    retry: &mut Retry<'_>,
    sources: &SourceMap,
) -> Option<usize> {
    let (at, errors) = (found.primary.span, retry.errors());
    let mut tried = |change: &Suggestion| {
        let (file, place) = (change.span.source, sources.range(change.span));
        retry.after(file, place, &change.replacement, at)
    };
    let after: Vec<Option<After>> = found.suggestions.iter().map(&mut tried).collect();
    if let ([Some(After { there: Some(there), .. })], [change]) =
        (after.as_slice(), found.suggestions.as_slice())
    {
        // A word that is only spelt otherwise is an error if it is wrong right there: the line may have another mistake
        // further on.
        let is_spelling = change.is_spelling();
        let end = change.span.start as usize + change.replacement.len() + 1;
        let is_known = syntax::all_words().iter().any(|word| *word == sources.slice(change.span));
        if is_alone && (!is_spelling || is_known || *there <= end) {
            found.suggestions.clear();
        }
    }
    let is_right = |after: &&After| after.there.is_none() && after.errors < errors;
    after.iter().flatten().find(is_right).map(|after| after.errors)
}

/// The place of a word near an error and the words with which there are the fewest errors if they are put there, and how
/// many those are.
fn best_words<'k>(
    found: &Diagnostic,
    right: Option<usize>,
    known: &IndexSet<&'k str>,
    retry: &mut Retry<'_>,
    sources: &SourceMap,
) -> Option<(Span, Vec<&'k str>, usize)> {
    let at = found.primary.span;
    let text = sources.text(at.source);
    let mut better: Option<(Span, Vec<&str>, usize)> = None;
    for place in around(text, &sources.range(at)) {
        let Some(word) = text.get(place.clone()).filter(|_| !retry.is_spent()) else { break };
        let mut tried = Vec::new();
        let others = known.iter().copied().filter(|other| *other != word && other.len() > 1);
        for put in alike(word, &others, MAX_ALIKE) {
            let errors = retry.errors_with(at.source, place.clone(), put, at);
            tried.extend(errors.map(|errors| (put, errors)));
        }
        let Some(least) = tried.iter().map(|(_, errors)| *errors).min() else { continue };
        // Where something else is wrong, too, only the word that the error is about can be meant.
        let is_subject = place == sources.range(at);
        if least == 0 || (is_subject && better.is_none() && right.is_none()) {
            let best = tried.iter().filter(|(_, errors)| *errors == least).map(|(put, _)| *put);
            better = Some((span_of(at.source, &place), best.collect(), least));
        }
        if least == 0 {
            break;
        }
    }
    better
}

/// The places of words near a place, the likeliest first: the one that stands there, those before it, those behind it. A
/// word that the file has elsewhere, too, is meant as it is, unless it is where reading stopped.
fn around(text: &str, error: &Range<usize>) -> Vec<Range<usize>> {
    let all = words(text);
    let is_rare = |place: &Range<usize>| {
        let word = text.get(place.clone());
        all.iter().filter(|other| text.get((*other).clone()) == word).count() == 1
    };
    let start = all.partition_point(|place| place.end <= error.start);
    let end = all.partition_point(|place| place.start < error.end.max(error.start + 1));
    let (before, behind) = (all.get(..start).unwrap_or(&[]), all.get(end..).unwrap_or(&[]));
    let here = all.get(start..end).unwrap_or(&[]);
    let near = here.iter().rev().take(AROUND);
    let near = near.chain(before.iter().rev().take(AROUND)).chain(behind.iter().take(AROUND));
    // What stands there, and just before it, is where reading stopped.
    near.enumerate()
        .filter(|(index, place)| *index <= here.len() || is_rare(place))
        .map(|(_, place)| place.clone())
        .filter(|place| place.len() >= SHORTEST)
        .filter(|place| text[place.clone()].starts_with(|char: char| char.is_ascii_alphabetic()))
        .collect()
}

/// Puts an error where the slip is, if that is on another line.
fn moved(mut found: Diagnostic, place: Span, sources: &SourceMap) -> Diagnostic {
    let told = found.primary.span;
    if sources.line_column(place).line != sources.line_column(told).line {
        let seen = std::mem::replace(
            &mut found.message,
            format!("`{}` is not what is wanted here", sources.slice(place)),
        );
        found = found.secondary(told, seen);
        found.primary.span = place;
    }
    found
}

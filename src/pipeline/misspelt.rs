//! One mistake where a declaration is misspelt and its uses are right.

use std::ops::Range;

use super::retry::Retry;
use super::words::{alike, places, span_of, strangeness, words};
use crate::diag::{Code, Diagnostic, Sink, Suggestion, codes};
use crate::source::{SourceMap, Span};

/// In how many places a name has to be used before its declaration counts as the slip.
const LEAST_USES: usize = 2;

/// Names shorter than this are like too many others.
const SHORTEST: usize = 4;

/// So many words that are like an unknown name are tried.
const MAX_ALIKE: usize = 3;

/// A name that is used and unknown, and one that stands in the file once and is like it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Slip {
    used: String,
    declared: String,
    place: Span,
    /// In how many places the unknown name is used.
    uses: usize,
    /// Whether the one that is declared must be the slip, and not that which is used.
    is_declaration: bool,
}

/// Puts a single error at a declaration in place of those at its uses, where the name that is declared is used nowhere
/// and the unknown name that is like it several times; and offers to change either where both stand there once.
pub(super) fn at_declarations(found: Sink, retry: &mut Retry<'_>, sources: &SourceMap) -> Sink {
    let (mut sink, mut slips) = (Sink::new(), Vec::<Slip>::new());
    for mut diagnostic in found.into_vec() {
        let place = diagnostic.primary.span;
        let known = slips.iter().find(|slip| slip.is(place, sources));
        match known {
            Some(slip) if slip.is_declaration => continue,
            Some(_) => {}
            None => slips.extend(Slip::of(&diagnostic, retry, sources)),
        }
        if let Some(slip) = slips.iter().find(|slip| slip.is(place, sources)) {
            diagnostic = slip.told(diagnostic);
        }
        sink.push(diagnostic);
    }
    sink
}

impl Slip {
    /// The slip that would explain why a name is unknown.
    fn of(found: &Diagnostic, retry: &mut Retry<'_>, sources: &SourceMap) -> Option<Self> {
        const UNKNOWN: [Code; 3] =
            [codes::UNKNOWN_NAME, codes::UNKNOWN_DIRECTION, codes::FOREIGN_WORD];
        let user = found.primary.span.source;
        let used = sources.slice(found.primary.span);
        let is_unknown = UNKNOWN.contains(&found.code) && found.is_error();
        if !is_unknown || used.len() < SHORTEST || retry.is_spent() {
            return None;
        }
        let uses = places(sources.text(user), used).len();
        let first = sources.ids().next().filter(|_| uses > 0)?;
        // A module uses what the game declares.
        [user, first].into_iter().find_map(|file| {
            let (declared, place) =
                once(sources.text(file), used).into_iter().find(|(_, place)| {
                    let at = found.primary.span;
                    retry.errors_with(file, place.clone(), used, at).is_some()
                })?;
            let texts: Vec<&str> = sources.ids().map(|id| sources.text(id)).collect();
            let strange = |name, other| strangeness(name, other, &texts);
            let is_slip = || strange(declared, used) > strange(used, declared);
            Some(Self {
                used: used.to_owned(),
                declared: declared.to_owned(),
                place: span_of(file, &place),
                uses,
                is_declaration: uses >= LEAST_USES || file != user || is_slip(),
            })
        })
    }

    /// Tells whether this is about what stands at a place.
    fn is(&self, place: Span, sources: &SourceMap) -> bool {
        !place.is_none() && sources.slice(place) == self.used
    }

    /// Tells of the slip.
    fn told(&self, mut found: Diagnostic) -> Diagnostic {
        let Self { used, declared, place, .. } = self;
        let spelling = Suggestion::spelling(*place, used);
        if !self.is_declaration {
            found.suggestions.push(spelling.or_else("where it is declared"));
            return found;
        }
        let message = format!("`{declared}` is declared here and used nowhere, but `{used}` is");
        let mut told = codes::UNKNOWN_NAME
            .at(*place, message)
            .secondary(found.primary.span, format!("`{used}` is not declared"));
        told.suggestions.push(spelling);
        if self.uses < LEAST_USES {
            let here = found.suggestions.into_iter();
            let here = here.filter(|change| change.span.source == place.source);
            told.suggestions.extend(here.map(|change| change.or_else("where it is used")));
        }
        told
    }
}

/// The words that stand in a text once and are most like a name, and their places.
fn once<'t>(text: &'t str, name: &str) -> Vec<(&'t str, Range<usize>)> {
    let mut counts = indexmap::IndexMap::<&str, (usize, Range<usize>)>::new();
    for place in words(text) {
        if let Some(word) = text.get(place.clone()) {
            counts.entry(word).or_insert((0, place)).0 += 1;
        }
    }
    counts.retain(|word, (count, _)| *count == 1 && *word != name && word.len() >= SHORTEST);
    let close = alike(name, &counts.keys().copied(), MAX_ALIKE);
    close.into_iter().filter_map(|word| Some((word, counts.get(word)?.1.clone()))).collect()
}

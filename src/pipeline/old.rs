//! Forms of an older version in what is wrong otherwise, too.

use crate::diag::{Diagnostic, Sink, codes};
use crate::source::Span;

/// Reports what was found; that something is written otherwise now only where nothing else is to be changed there.
pub(super) fn told_once(found: Sink, sink: &mut Sink) {
    if found.left_out() > 0 {
        sink.append(found);
        return;
    }
    let found = found.into_vec();
    let is_old = |one: &Diagnostic| one.code == codes::OLD_FORM;
    let changed: Vec<Span> =
        found.iter().filter(|one| one.is_error() && !is_old(one)).flat_map(places).collect();
    let again = |one: &Diagnostic| {
        places(one).into_iter().any(|place| changed.iter().any(|other| touch(*other, place)))
    };
    let mut told: Vec<Span> = Vec::new();
    for one in found {
        if !is_old(&one) {
            sink.push(one);
        } else if !again(&one) && !told.iter().any(|other| other.contains(one.primary.span)) {
            told.push(one.primary.span);
            sink.push(one);
        }
    }
}

/// The places at which a diagnostic says that something is to be changed.
fn places(found: &Diagnostic) -> Vec<Span> {
    let changes: Vec<Span> = found.suggestions.iter().map(|change| change.span).collect();
    if changes.is_empty() { vec![found.primary.span] } else { changes }
}

fn touch(one: Span, other: Span) -> bool {
    one.source == other.source && one.start <= other.end && other.start <= one.end
}

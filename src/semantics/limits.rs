//! Counting declarations against what a game may have.

use super::context::Context;
use crate::diag::{Code, Diagnostic, codes};
use crate::source::Span;

/// The most clauses a piece type or a power may have.
pub(crate) const MAX_CLAUSES: usize = 256;

/// Tells whether one more fits, and complains otherwise.
pub(crate) fn fits(cx: &mut Context<'_>, have: usize, most: usize, what: &str, span: Span) -> bool {
    fits_as(cx, (have, most), what, span, codes::TOO_MANY)
}

/// Tells whether one more piece type fits, and complains otherwise.
pub(crate) fn type_fits(cx: &mut Context<'_>, have: usize, most: usize, span: Span) -> bool {
    fits_as(cx, (have, most), "piece types", span, codes::TOO_MANY)
}

fn fits_as(
    cx: &mut Context<'_>,
    (have, most): (usize, usize),
    what: &str,
    span: Span,
    code: Code,
) -> bool {
    if have >= most {
        let message = format!("a game may have at most {most} {what}");
        cx.sink.push(Diagnostic::error(code, span, message));
    }
    have < most
}

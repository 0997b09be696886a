//! Counting declarations against what a game may have.

use super::context::Context;
use crate::diag::codes;
use crate::source::Span;

/// The most clauses a piece type or a power may have.
pub(crate) const MAX_CLAUSES: usize = 256;

/// Tells whether one more fits, and complains otherwise.
pub(crate) fn fits(cx: &mut Context<'_>, have: usize, most: usize, what: &str, span: Span) -> bool {
    if have >= most {
        cx.sink.push(codes::TOO_MANY.at(span, format!("a game may have at most {most} {what}")));
    }
    have < most
}

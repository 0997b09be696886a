//! What to say when a text does not follow the grammar.

use pest::error::InputLocation;

use super::build::{Excerpt, Refusal};
use super::parser::{self, Rule};
use crate::diag::{Diagnostic, codes};
use crate::source::Span;

/// Finds out where and why a text does not follow a rule.
pub(super) fn explain(excerpt: Excerpt<'_>, rule: Rule) -> Refusal {
    let Err(error) = parser::read(rule, excerpt.text) else {
        return (0, Diagnostic::error(codes::SYNTAX, Span::point(excerpt.source, 0), "unreadable"));
    };
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let offset = u32::try_from(excerpt.base.saturating_add(at)).unwrap_or(u32::MAX);
    let span = Span::new(excerpt.source, offset, offset.saturating_add(1));
    (at, Diagnostic::error(codes::SYNTAX, span, "the text does not follow the grammar here"))
}

//! Betza's notation, with the parts of XBetza that walks can say exactly: `fmWfcF`, `hhNN`, `mRcpR`.
//!
//! Text becomes a small [`tree`] ([`parse`]), the tree becomes walks ([`lower`](mod@lower)). What the letters mean
//! stands in [`letters`], which way they point in [`heading`]. Whatever is not supported is an error that
//! names the letter; nothing is ever read as something else.
//!
//! `docs/language/betza.md` is the reference for authors.

mod heading;
mod letters;
mod lower;
mod parse;
#[cfg(test)]
mod tests;
mod tree;

use std::ops::Range;

use crate::diag::{Diagnostic, codes};
use crate::ir::{DirectionId, Walk};
use crate::source::Span;

/// The longest text that is read, in bytes.
const MAX_LENGTH: usize = 200;
/// The most legs a path may have.
const MAX_LEGS: usize = 8;
/// The most nodes that the walks of one text may have, give or take those that only join others.
const MAX_NODES: usize = 4096;

/// A way of moving that a text describes, with what it may be used for.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four independent facts, each a letter of the notation"
)]
pub(crate) struct BetzaMove {
    /// The way.
    pub walk: Walk,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may end on an enemy, capturing it.
    pub captures: bool,
    /// Whether it may end on a piece of its own side, capturing it.
    pub friendly: bool,
    /// Whether it is only for pieces that have not moved yet.
    pub initial: bool,
}

/// Reads a text in Betza's notation into walks, one for each combination of uses.
///
/// `span` is where the text stands, with or without quotation marks. `direction` is asked for the
/// direction of an offset: squares to the owner's right, squares forward.
///
/// # Errors
///
/// Returns what is wrong with the text, pointing at the part that is to be changed.
#[expect(
    clippy::result_large_err,
    reason = "a text is read once, and a diagnostic is what its reader needs"
)]
pub(crate) fn lower(
    text: &str,
    span: Span,
    direction: &mut dyn FnMut(i16, i16) -> DirectionId,
) -> Result<Vec<BetzaMove>, Diagnostic> {
    parse::parse(text)
        .and_then(|groups| lower::lower(&groups, direction))
        .map_err(|trouble| trouble.into_diagnostic(text, span))
}

/// What is wrong with a part of the text.
#[derive(Clone, Debug)]
struct Trouble {
    /// Which bytes of the text.
    place: Range<usize>,
    /// What is wrong, in the words of a message.
    message: String,
    /// What to do about it.
    help: Option<String>,
}

impl Trouble {
    fn new(place: Range<usize>, message: impl Into<String>) -> Self {
        Self { place, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn into_diagnostic(self, text: &str, span: Span) -> Diagnostic {
        let place = self.narrowed(text, span);
        let found = Diagnostic::error(codes::BAD_BETZA, place, self.message);
        match self.help {
            Some(help) => found.help(help),
            None => found,
        }
    }

    /// Returns where the part of the text stands; all of it if the span fits the text in no known way.
    fn narrowed(&self, text: &str, span: Span) -> Span {
        let quotes = match usize::try_from(span.len()).unwrap_or_default().checked_sub(text.len()) {
            Some(0) => 0,
            Some(2) => 1,
            _ => return span,
        };
        let at = |offset: usize| {
            span.start
                .saturating_add(u32::try_from(quotes + offset.min(text.len())).unwrap_or(u32::MAX))
        };
        Span::new(span.source, at(self.place.start), at(self.place.end))
    }
}

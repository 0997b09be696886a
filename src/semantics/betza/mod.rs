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
mod modifiers;
mod parse;
#[cfg(test)]
mod tests;
mod tree;

use std::ops::Range;

use crate::diag::{Diagnostic, codes};
use crate::ir::{DirectionId, Walk};
use crate::source::Span;

pub(crate) use letters::{Hook, PARTNERS, PASSED, PASSER, UNMOVED};

/// The longest text that is read, in bytes.
const MAX_LENGTH: usize = 200;
/// The most legs a path may have.
const MAX_LEGS: usize = 8;
/// The most nodes that the walks of one text may have, give or take those that only join others.
const MAX_NODES: usize = 4096;

/// A way of moving that a text describes, with what it may be used for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BetzaMove {
    /// What is done.
    pub deed: Deed,
    /// What may stand where it ends.
    pub uses: Uses,
    /// Whether it is only for pieces that have not moved yet.
    pub initial: bool,
    /// A name that it has of itself.
    pub name: Option<&'static str>,
    /// Where it is written, or the first of several that are alike.
    pub span: Span,
}

/// What is done in a way of moving.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    /// The piece goes this way.
    Go(Walk),
    /// The piece goes to any square.
    Anywhere,
    /// The piece goes this way to a square that another has just passed, and captures that one.
    Pass(Walk),
    /// The piece goes to the side, and a partner that it would meet there comes to stand behind it.
    Aside {
        /// The step that leads to the partner.
        step: DirectionId,
        /// The step back.
        back: DirectionId,
        /// How many steps the piece goes.
        steps: u8,
    },
    /// The piece comes from the hand.
    Drop,
}

/// What may stand where a way ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each a letter of the notation"
)]
pub(crate) struct Uses {
    /// Whether it may be an empty square.
    pub quiet: bool,
    /// Whether it may be an enemy, which is captured.
    pub captures: bool,
    /// Whether it may be a piece of its own side, which is captured.
    pub friendly: bool,
    /// Whether it may be a royal enemy, which is captured.
    pub royal: bool,
    /// Whether royal pieces are never captured.
    pub tame: bool,
    /// Whether what would be captured goes to where the piece came from.
    pub swaps: bool,
}

/// Which step a direction is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leap {
    /// Squares to the owner's right.
    pub x: i16,
    /// Squares forward.
    pub y: i16,
    /// Whether the sides of the board touch for it.
    pub around: bool,
}

/// Reads a text in Betza's notation into walks, one for each combination of uses.
///
/// `span` is where the text stands, with or without quotation marks. `direction` is asked for the
/// direction of a leap.
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
    direction: &mut dyn FnMut(Leap) -> DirectionId,
) -> Result<Vec<BetzaMove>, Diagnostic> {
    let place = |range: &Range<usize>| narrowed(range, text, span);
    parse::parse(text)
        .and_then(|groups| lower::lower(&groups, direction, &place))
        .map_err(|trouble| trouble.into_diagnostic(text, span))
}

/// Tells whether a text describes a way of moving, as far as its letters go.
pub(crate) fn is_way(text: &str) -> bool {
    parse::parse(text).is_ok()
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
        let place = narrowed(&self.place, text, span);
        let found = codes::BAD_BETZA.at(place, self.message);
        self.help.into_iter().fold(found, Diagnostic::help)
    }
}

/// Returns where a part of a text stands; all of the text if the span fits it in no known way.
fn narrowed(part: &Range<usize>, text: &str, span: Span) -> Span {
    let quotes = match usize::try_from(span.len()).unwrap_or_default().checked_sub(text.len()) {
        Some(0) => 0,
        Some(2) => 1,
        _ => return span,
    };
    let at = |offset: usize| {
        span.start
            .saturating_add(u32::try_from(quotes + offset.min(text.len())).unwrap_or(u32::MAX))
    };
    Span::new(span.source, at(part.start), at(part.end)).in_copy(span.copy)
}

//! `fairyring fmt`: lays out rules files.

use super::{Result, Streams, rewrite};
use crate::syntax::format;

/// Lays out the files.
pub(super) fn run(arguments: &rewrite::Arguments, streams: &mut Streams<'_>) -> Result {
    let laid_out = |_: &str, source, text: &str, sink: &mut _| format::format(source, text, sink);
    rewrite::all(arguments, laid_out, streams).map(|(outcome, _)| outcome)
}

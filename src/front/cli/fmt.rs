//! `fairyring fmt`: lays out rules files.

use super::{Result, Streams, rewrite};
use crate::syntax::format;

/// Lays out the files.
pub(super) fn run(arguments: &rewrite::Arguments, streams: &mut Streams<'_>) -> Result {
    rewrite::all(arguments, format::format, streams)
}

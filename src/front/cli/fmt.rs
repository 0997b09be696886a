//! `fairyring fmt`: lays out rules files.

use clap::Args;

use super::{Result, Streams, rewrite};
use crate::syntax::format;

/// What `fmt` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The rules files, or folders with some; `-` reads standard input and prints the result
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Write nothing; list the files that would change, with exit code 1 if there are any
    #[arg(long)]
    check: bool,
}

/// Lays out the files.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    rewrite::all(&arguments.files, arguments.check, format::format, streams)
}

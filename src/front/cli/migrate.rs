//! `fairyring migrate`: brings rules files to the newest version of the language.

use clap::Args;

use super::{Result, Streams, rewrite};
use crate::diag::Sink;
use crate::source::SourceId;
use crate::syntax::{self, version};

/// What `migrate` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The rules files, or folders with some; `-` reads standard input and prints the result
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Write nothing; list the files that would change, with exit code 1 if there are any
    #[arg(long)]
    check: bool,
}

/// Brings the files to the newest version.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    rewrite::all(&arguments.files, arguments.check, newest, streams)
}

fn newest(source: SourceId, text: &str, sink: &mut Sink) -> Option<String> {
    match version::migrate(text) {
        version::Migrated::Already => Some(text.to_owned()),
        version::Migrated::Text(migrated) => Some(migrated),
        version::Migrated::Asks(forms) => {
            for form in forms {
                let found = form.diagnostic(source);
                sink.push(
                    found
                        .note("the file is left as it is: say what is meant, and migrate it again"),
                );
            }
            None
        }
        version::Migrated::Broken => {
            // What is wrong is told by reading it.
            drop(syntax::parse(source, text, sink));
            None
        }
    }
}

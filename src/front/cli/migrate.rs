//! `fairyring migrate`: brings rules files to the newest version of the language.

use super::{Result, Streams, rewrite};
use crate::diag::Sink;
use crate::source::SourceId;
use crate::syntax::{self, version};

/// Brings the files to the newest version.
pub(super) fn run(arguments: &rewrite::Arguments, streams: &mut Streams<'_>) -> Result {
    rewrite::all(arguments, newest, streams)
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

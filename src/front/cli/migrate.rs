//! `fairyring migrate`: brings rules files to the newest version of the language.

use std::ops::Range;

use super::{Result, Streams, rewrite};
use crate::diag::suggest::counted;
use crate::diag::{Sink, codes};
use crate::front::disk::DiskFiles;
use crate::pipeline;
use crate::source::{SourceId, SourceMap};
use crate::syntax::{self, version};

/// So many times what a game says in an older form is looked for: there is room for 200 complaints each time.
const MAX_ROUNDS: usize = 50;

/// Brings the files to the newest version.
pub(super) fn run(arguments: &rewrite::Arguments, streams: &mut Streams<'_>) -> Result {
    let (outcome, tally) = rewrite::all(arguments, newest, streams)?;
    if !arguments.is_input() {
        let files = |count| counted(count, "file");
        let mut said = vec![match (tally.changed, arguments.only_check()) {
            (0, _) => "nothing to change".to_owned(),
            (changed, true) => format!("{} would be changed", files(changed)),
            (changed, false) => format!("{} changed", files(changed)),
        }];
        if tally.same > 0 {
            said.push(format!("{} in `rules {}` already", files(tally.same), version::NEWEST));
        }
        if tally.refused > 0 {
            said.push(format!("{} left alone, for the reason above", files(tally.refused)));
        }
        writeln!(streams.err, "{}", said.join(", "))?;
    }
    Ok(outcome)
}

fn newest(name: &str, source: SourceId, text: &str, sink: &mut Sink) -> Option<String> {
    match version::migrate(text) {
        version::Migrated::Already => Some(joined(name, text.to_owned())),
        version::Migrated::Text(migrated) => Some(joined(name, migrated)),
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

/// Puts `on` before places that stand behind a single name, where the game tells that the name is not that of a side.
fn joined(name: &str, mut text: String) -> String {
    for _ in 0..MAX_ROUNDS {
        let files = DiskFiles::with_text(name, &text);
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        // The game itself is not needed, only what is said of it.
        drop(pipeline::load(files.name(), &files, &[], &mut sources, &mut sink));
        let Some(own) = sources.ids().next() else { break };
        let found = sink.iter().filter(|found| found.code == codes::OLD_FORM);
        let changes = found.flat_map(|found| &found.suggestions);
        let mut edits: Vec<(Range<usize>, &str)> = changes
            .filter(|change| change.span.source == own)
            .map(|change| (sources.range(change.span), change.replacement.as_str()))
            .collect();
        if edits.is_empty() {
            break;
        }
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut written = text.clone();
        let mut done = written.len() + 1;
        for (range, put) in edits {
            if range.end < done {
                done = range.start;
                written.replace_range(range, put);
            }
        }
        text = written;
    }
    text
}

//! Commands that write rules files anew: where they are read from, where what comes out goes, and what is told.

use std::path::Path;

use clap::Args;

use super::disk::{self, STDIN};
use super::load::tell;
use super::{Outcome, Result, Streams};
use crate::diag::{Diagnostic, Sink, codes};
use crate::front::disk::{read_text, unusable};
use crate::source::{SourceId, SourceMap, Span};

/// What such a command can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The rules files, or folders with some; `-` reads standard input and prints the result
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Write nothing; list the files that would change, with exit code 1 if there are any
    #[arg(long)]
    check: bool,
}

/// Makes a new text of the text of a file; if it cannot, it says why.
pub(super) type Change = fn(&str, SourceId, &str, &mut Sink) -> Option<String>;

/// How many files became what.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Those that changed, or would.
    pub changed: usize,
    /// Those that were right before.
    pub same: usize,
    /// Those that could not be changed.
    pub refused: usize,
}

/// Writes files anew, in place; standard input goes to standard output. With `check` nothing is written: files that
/// would change are listed, and rejected.
pub(super) fn all(
    arguments: &Arguments,
    change: Change,
    streams: &mut Streams<'_>,
) -> Result<(Outcome, Tally)> {
    let (mut outcome, mut tally) = (Outcome::Fine, Tally::default());
    for name in disk::with_folders(&arguments.files) {
        if one(&name, arguments.check, change, (&mut tally, streams))? != Outcome::Fine {
            outcome = Outcome::Rejected;
        }
    }
    Ok((outcome, tally))
}

impl Arguments {
    /// Tells whether nothing is written.
    pub(super) fn only_check(&self) -> bool {
        self.check
    }

    /// Tells whether the text comes from standard input, and what is made of it goes to standard output.
    pub(super) fn is_input(&self) -> bool {
        self.files.iter().any(|file| file == STDIN)
    }
}

fn one(
    name: &str,
    only_check: bool,
    change: Change,
    (tally, streams): (&mut Tally, &mut Streams<'_>),
) -> Result {
    tally.refused += 1;
    let mut sink = Sink::new();
    let mut sources = SourceMap::new();
    let read =
        if name == STDIN { disk::standard_input().map(Some) } else { read_text(Path::new(name)) };
    let text = match read {
        Ok(Some(text)) => text,
        Ok(None) => {
            let message = format!("there is no file `{name}`");
            sink.push(Diagnostic::error(codes::UNKNOWN_FILE, Span::NONE, message));
            tell(sink, &sources, streams)?;
            return Ok(Outcome::Rejected);
        }
        Err(error) => {
            sink.push(unusable(name, &error));
            tell(sink, &sources, streams)?;
            return Ok(Outcome::Rejected);
        }
    };
    let id = sources.add(name, text.as_str());
    let changed = change(name, id, &text, &mut sink);
    tell(sink, &sources, streams)?;
    if let Some(changed) = &changed {
        tally.refused -= 1;
        *(if *changed == text { &mut tally.same } else { &mut tally.changed }) += 1;
    }
    match changed {
        None => Ok(Outcome::Rejected),
        Some(changed) if only_check => report(name, changed == text, streams),
        Some(changed) if name == STDIN => {
            write!(streams.out, "{changed}")?;
            Ok(Outcome::Fine)
        }
        Some(changed) if changed == text => Ok(Outcome::Fine),
        Some(changed) => match disk::replace(Path::new(name), &changed) {
            Ok(()) => {
                writeln!(streams.out, "{name}")?;
                Ok(Outcome::Fine)
            }
            Err(error) => streams.error(format!("`{name}` cannot be written: {error}")),
        },
    }
}

/// Names a file that would change.
fn report(name: &str, is_same: bool, streams: &mut Streams<'_>) -> Result {
    if is_same {
        return Ok(Outcome::Fine);
    }
    writeln!(streams.out, "{name}")?;
    Ok(Outcome::Rejected)
}

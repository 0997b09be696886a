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

/// Makes a new text of a text; if it cannot, it says why.
pub(super) type Change = fn(SourceId, &str, &mut Sink) -> Option<String>;

/// Writes files anew, in place; standard input goes to standard output. With `check` nothing is written: files that
/// would change are listed, and rejected.
pub(super) fn all(arguments: &Arguments, change: Change, streams: &mut Streams<'_>) -> Result {
    let mut outcome = Outcome::Fine;
    for name in disk::with_folders(&arguments.files) {
        if one(&name, arguments.check, change, streams)? != Outcome::Fine {
            outcome = Outcome::Rejected;
        }
    }
    Ok(outcome)
}

fn one(name: &str, only_check: bool, change: Change, streams: &mut Streams<'_>) -> Result {
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
    let changed = change(id, &text, &mut sink);
    tell(sink, &sources, streams)?;
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

//! `fairyring fmt`: lays out rules files.

use std::path::Path;

use clap::Args;

use super::disk::{self, STDIN};
use super::load::tell;
use super::{Outcome, Result, Streams};
use crate::diag::{Diagnostic, Sink, codes};
use crate::front::disk::{read_text, unusable};
use crate::source::{SourceMap, Span};
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
    let mut outcome = Outcome::Fine;
    for name in disk::with_folders(&arguments.files) {
        if lay_out(&name, arguments.check, streams)? != Outcome::Fine {
            outcome = Outcome::Rejected;
        }
    }
    Ok(outcome)
}

fn lay_out(name: &str, only_check: bool, streams: &mut Streams<'_>) -> Result {
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
    let pretty = format::format(id, &text, &mut sink);
    tell(sink, &sources, streams)?;
    match pretty {
        None => Ok(Outcome::Rejected),
        Some(pretty) if only_check => report(name, pretty == text, streams),
        Some(pretty) if name == STDIN => {
            write!(streams.out, "{pretty}")?;
            Ok(Outcome::Fine)
        }
        Some(pretty) if pretty == text => Ok(Outcome::Fine),
        Some(pretty) => match disk::replace(Path::new(name), &pretty) {
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

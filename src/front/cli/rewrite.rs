//! Commands that write rules files anew: where they are read from, where what comes out goes, and what is told.

use std::path::Path;

use clap::Args;

use super::disk::{self, STDIN};
use super::load::tell;
use super::{Outcome, Result, Streams};
use crate::diag::{Sink, codes};
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
    let mut tally = Tally::default();
    for name in disk::with_folders(&arguments.files) {
        match one(&name, arguments.check, change, streams)? {
            Became::Refused => tally.refused += 1,
            Became::Same => tally.same += 1,
            Became::Other => tally.changed += 1,
        }
    }
    let is_rejected = tally.refused > 0 || arguments.check && tally.changed > 0;
    let outcome = if is_rejected { Outcome::Rejected } else { Outcome::Fine };
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

/// What became of a file.
enum Became {
    /// It could not be changed, or not be written.
    Refused,
    /// It was right before.
    Same,
    /// It changed, or would.
    Other,
}

fn one(name: &str, only_check: bool, change: Change, streams: &mut Streams<'_>) -> Result<Became> {
    let mut sink = Sink::new();
    let mut sources = SourceMap::new();
    let read =
        if name == STDIN { disk::standard_input().map(Some) } else { read_text(Path::new(name)) };
    let text = match read {
        Ok(Some(text)) => text,
        Ok(None) => {
            let message = format!("there is no file `{name}`");
            sink.push(codes::UNKNOWN_FILE.at(Span::NONE, message));
            tell(sink, &sources, streams)?;
            return Ok(Became::Refused);
        }
        Err(error) => {
            sink.push(unusable(name, &error));
            tell(sink, &sources, streams)?;
            return Ok(Became::Refused);
        }
    };
    let id = sources.add(name, text.as_str());
    let changed = change(name, id, &text, &mut sink);
    tell(sink, &sources, streams)?;
    let Some(changed) = changed else { return Ok(Became::Refused) };
    let became = if changed == text { Became::Same } else { Became::Other };
    match became {
        Became::Other if only_check => writeln!(streams.out, "{name}")?,
        _ if only_check => {}
        _ if name == STDIN => write!(streams.out, "{changed}")?,
        Became::Other => match disk::replace(Path::new(name), &changed) {
            Ok(()) => writeln!(streams.out, "{name}")?,
            Err(error) => {
                streams.error(format!("`{name}` cannot be written: {error}"))?;
                return Ok(Became::Refused);
            }
        },
        _ => {}
    }
    Ok(became)
}

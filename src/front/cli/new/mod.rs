//! `fairyring new NAME`: a file to begin with.

mod text;

use std::io;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::disk;
use super::load::{Origin, tell};
use super::{Outcome, Result, Streams};
use crate::author;
use crate::bundled::{self, EXTENSION};
use crate::diag::Sink;
use crate::front::disk::DiskFiles;
use crate::ir::Game;
use crate::source::SourceMap;

/// What `new` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The name of the new game; its file is NAME.rules
    #[arg(value_name = "NAME")]
    name: String,
    /// The game it is like: a bundled one, or the path of one in the same folder
    #[arg(long, value_name = "PARENT")]
    from: Option<String>,
}

/// Writes the file, unless there is one.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let stem = arguments.name.strip_suffix(EXTENSION).unwrap_or(&arguments.name);
    let path = format!("{stem}{EXTENSION}");
    if !is_name(file_name(stem)) {
        streams.error(format!(
            "`{}` is no name for a game: letters, digits, `-` and `_` make one",
            file_name(stem)
        ))?;
        return Ok(Outcome::Misused);
    }
    if Path::new(&path).exists() {
        return streams.error(format!("there is a file `{path}` already; it is left alone"));
    }
    let Some(text) = written(arguments, stem, &path, streams)? else {
        return Ok(Outcome::Rejected);
    };
    if let Err(error) = disk::write_new(Path::new(&path), &text) {
        let hint =
            if error.kind() == io::ErrorKind::NotFound { ": is there such a folder?" } else { "" };
        return streams.error(format!("`{path}` cannot be written: {error}{hint}"));
    }
    if bundled::files().any(|(name, _)| file_name(name) == file_name(&path)) {
        let told = "a bundled file has this name too: files in the same folder that build on it or use it get yours";
        writeln!(streams.err, "warning: {told}")?;
    }
    writeln!(streams.out, "{path} is written. What can be done next:")?;
    for (command, what) in [
        ("check", "says what is wrong with it and runs its tests"),
        ("show", "draws the board and what the pieces can do"),
        ("play", "plays it with you"),
    ] {
        writeln!(streams.out, "  {:<31} {what}", format!("fairyring {command} {path}"))?;
    }
    Ok(Outcome::Fine)
}

/// Returns what is to be written; tells what is wrong and returns `None` if that cannot be done.
fn written(
    arguments: &Arguments,
    stem: &str,
    path: &str,
    streams: &mut Streams<'_>,
) -> Result<Option<String>> {
    let title = text::title(file_name(stem));
    let text = match &arguments.from {
        None => {
            // The tests are counted with a number that fits any game.
            let draft = text::whole(&title, None);
            loaded(path, &draft, streams)?.map(|game| text::whole(&title, text::turns(&game)))
        }
        Some(parent) => {
            let Some(label) = parent_label(parent, stem, streams)? else { return Ok(None) };
            let bare = format!("rules 2\ngame \"{title}\" from {label}\n");
            loaded(path, &bare, streams)?.map(|game| text::like(&title, &label, &game))
        }
    };
    let Some(text) = text else { return Ok(None) };
    let Some(game) = loaded(path, &text, streams)? else { return Ok(None) };
    let reports = author::run_tests(&Arc::new(game), &|_| None);
    if let Some(failed) = reports.iter().find(|report| report.failure.is_some()) {
        streams.error(format!("the test `{}` of the new file would fail", failed.name))?;
        return Ok(None);
    }
    Ok(Some(text))
}

/// Makes the game of a text that is not written yet; tells what is wrong if that cannot be done.
fn loaded(path: &str, text: &str, streams: &mut Streams<'_>) -> Result<Option<Game>> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let origin = Origin::Disk(DiskFiles::with_text(path, text));
    let game = origin.load(&[], &mut sources, &mut sink);
    if sink.has_errors() || game.is_none() {
        tell(sink, &sources, streams)?;
        return Ok(None);
    }
    Ok(game)
}

/// Returns the word by which the new file names its parent.
fn parent_label(parent: &str, stem: &str, streams: &mut Streams<'_>) -> Result<Option<String>> {
    let mut sink = Sink::new();
    // A bundled game can be called by its own name wherever it is.
    let in_folder = bundled::all_games().find(|name| file_name(name) == parent);
    let found = match in_folder {
        Some(name) if !Path::new(parent).exists() => Some(Origin::Bundled(name)),
        _ => Origin::find(parent, &mut sink),
    };
    let Some(origin) = found else {
        tell(sink, &SourceMap::new(), streams)?;
        return Ok(None);
    };
    let name = origin.name();
    let label = file_name(name.strip_suffix(EXTENSION).unwrap_or(&name)).to_owned();
    if matches!(origin, Origin::Disk(_)) && folder(&name) != folder(stem) {
        streams.error(format!(
            "a game and its parent stand in the same folder; `{parent}` does not"
        ))?;
        return Ok(None);
    }
    Ok(Some(label))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path).rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Tells whether other files can call a game by that name.
fn is_name(name: &str) -> bool {
    name.starts_with(|char: char| char.is_ascii_alphanumeric())
        && name.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_'))
}

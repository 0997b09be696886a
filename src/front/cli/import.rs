//! `fairyring import`: variants of a Fairy-Stockfish configuration as rules files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::disk;
use super::{Outcome, Result, Streams};
use crate::bundled::find_game;
use crate::import::{Configuration, Fault, Imported};
use crate::library::Game;

/// What `import` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A configuration of Fairy-Stockfish, such as its `variants.ini`; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The variants; without any, all that the file defines
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Another configuration whose variants can be built on; may be given several times
    #[arg(long, value_name = "FILE")]
    with: Vec<String>,
    /// Write a file for each variant into this folder, and not to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite files that are there
    #[arg(long, requires = "out")]
    force: bool,
}

/// Translates variants and says what is lost.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let text = match text(&arguments.file) {
        Ok(text) => text,
        Err(error) => return streams.error(format_args!("{}: {error}", arguments.file)),
    };
    let mut others = Vec::new();
    for file in &arguments.with {
        match self::text(file) {
            Ok(text) => others.push(text),
            Err(error) => return streams.error(format_args!("{file}: {error}")),
        }
    }
    let configuration = Configuration::read_with(&text, &others);
    let faults = configuration.faults();
    tell("error", &arguments.file, faults, streams)?;
    let names = if arguments.names.is_empty() {
        configuration.names().to_vec()
    } else {
        arguments.names.clone()
    };
    if names.len() != 1 && arguments.out.is_none() {
        let told = format!(
            "there are {} variants: name one, or say where to with `--out DIR`",
            names.len()
        );
        streams.error(told)?;
        return Ok(Outcome::Misused);
    }
    let mut outcome = if faults.is_empty() { Outcome::Fine } else { Outcome::Rejected };
    for name in names {
        let ended = match configuration.import(&name) {
            Ok(imported) => {
                tell("warning", &arguments.file, &imported.doubts, streams)?;
                write(imported, arguments, streams)?
            }
            Err(faults) => {
                tell("error", &arguments.file, &faults, streams)?;
                help(&name, &faults, streams)?;
                Outcome::Rejected
            }
        };
        if ended != Outcome::Fine {
            outcome = ended;
        }
    }
    Ok(outcome)
}

/// Says where the variant that one builds on may be.
fn help(name: &str, faults: &[Fault], streams: &mut Streams<'_>) -> std::io::Result<()> {
    for there in faults.iter().filter_map(|fault| fault.unknown.as_deref()) {
        if there == name {
            continue;
        }
        writeln!(
            streams.err,
            "help: if another configuration has `{there}`, name that file as well: `--with FILE`"
        )?;
        if find_game(there).is_some() {
            writeln!(
                streams.err,
                "help: `{there}` is bundled here: `fairyring new {name} --from {there}` builds on it"
            )?;
        }
    }
    Ok(())
}

fn text(file: &str) -> std::result::Result<String, String> {
    if file == disk::STDIN {
        return disk::standard_input().map_err(|error| error.to_string());
    }
    std::fs::read_to_string(file).map_err(|error| error.to_string())
}

/// Tells what is wrong with the configuration, with its lines.
fn tell(
    level: &str,
    file: &str,
    faults: &[Fault],
    streams: &mut Streams<'_>,
) -> std::io::Result<()> {
    for fault in faults {
        let place =
            if fault.line == 0 { file.to_owned() } else { format!("{file}:{}", fault.line) };
        writeln!(streams.err, "{place}: {level}: {}", fault.what)?;
    }
    Ok(())
}

/// Writes the file, and tells where it has mistakes: it is written all the same.
fn write(mut imported: Imported, arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let mut outcome = Outcome::Fine;
    if let Err(wrong) = Game::from_text(&imported.text) {
        // The head moves what stands below it: the lines are those of the file as it is written.
        let unmarked = imported.text.clone();
        imported.is_wrong(&wrong.to_string());
        let wrong = Game::from_text(&imported.text).err().unwrap_or(wrong);
        imported.text = unmarked;
        imported.is_wrong(&wrong.to_string());
        streams.error(format_args!("`{}` is not right as it stands: {wrong}", imported.name))?;
        outcome = Outcome::Rejected;
    }
    let Some(folder) = &arguments.out else {
        write!(streams.out, "{}", imported.text)?;
        return Ok(outcome);
    };
    let path = folder.join(format!("{}.rules", file_name(&imported.name)));
    if path.exists() && !arguments.force {
        return streams
            .error(format_args!("{} is there already; `--force` overwrites it", path.display()));
    }
    if let Err(error) = save(folder, &path, &imported.text) {
        return streams.error(format_args!("{}: {error}", path.display()));
    }
    let lost = match imported.losses.len() {
        _ if outcome != Outcome::Fine => "it is not right as it stands".to_owned(),
        0 => "nothing is lost".to_owned(),
        1 => "1 setting is not translated".to_owned(),
        count => format!("{count} settings are not translated"),
    };
    writeln!(streams.out, "{}: {lost}", path.display())?;
    Ok(outcome)
}

fn save(folder: &Path, path: &Path, text: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(path, text)
}

/// Makes a file name of the name of a variant.
fn file_name(name: &str) -> String {
    let keep = |letter: char| {
        if letter.is_ascii_alphanumeric() || "-_".contains(letter) { letter } else { '-' }
    };
    name.chars().map(keep).collect()
}

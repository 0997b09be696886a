//! `fairyring import`: variants of a Fairy-Stockfish configuration as rules files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::disk;
use super::{Outcome, Result, Streams};
use crate::import::{Configuration, Fault, Imported};

/// What `import` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A configuration of Fairy-Stockfish, such as its `variants.ini`; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The variants; without any, all that the file defines
    #[arg(value_name = "NAME")]
    names: Vec<String>,
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
    let configuration = match Configuration::read(&text) {
        Ok(configuration) => configuration,
        Err(faults) => return tell(&arguments.file, &faults, streams),
    };
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
    let mut outcome = Outcome::Fine;
    for name in names {
        let ended = match configuration.import(&name) {
            Ok(imported) => write(&imported, arguments, streams)?,
            Err(faults) => tell(&arguments.file, &faults, streams)?,
        };
        if ended != Outcome::Fine {
            outcome = ended;
        }
    }
    Ok(outcome)
}

fn text(file: &str) -> std::result::Result<String, String> {
    if file == disk::STDIN {
        return disk::standard_input().map_err(|error| error.to_string());
    }
    std::fs::read_to_string(file).map_err(|error| error.to_string())
}

/// Tells what is wrong with the configuration, with its lines.
fn tell(file: &str, faults: &[Fault], streams: &mut Streams<'_>) -> Result {
    for fault in faults {
        let place =
            if fault.line == 0 { file.to_owned() } else { format!("{file}:{}", fault.line) };
        writeln!(streams.err, "{place}: error: {}", fault.what)?;
    }
    Ok(Outcome::Rejected)
}

fn write(imported: &Imported, arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(folder) = &arguments.out else {
        write!(streams.out, "{}", imported.text)?;
        return Ok(Outcome::Fine);
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
        0 => "nothing is lost".to_owned(),
        1 => "1 setting is not translated".to_owned(),
        count => format!("{count} settings are not translated"),
    };
    writeln!(streams.out, "{}: {lost}", path.display())?;
    Ok(Outcome::Fine)
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

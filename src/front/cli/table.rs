//! `fairyring table GAME --pieces K,Q,k`: what all positions with some pieces are worth.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::{Map, Value as Json, json};

use super::load::Setting;
use super::solve::{Folder, word, work};
use super::threads::Threads;
use super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use crate::ir::{Game, SideId, display};
use crate::notation;
use crate::play::Engine;
use crate::proofs::solve::{Material, Probe, Roots, Settings, Solution, Store, Tally};
use crate::session::Session;
use crate::state::Position;

/// What `table` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A bundled game or the path of a rules file
    #[arg(value_name = "GAME")]
    game: String,
    /// The pieces, with commas between them
    ///
    /// Symbols are those of position text, with marks behind them. `K:Ring` bears a token (`K:Ring=2` at that level), and `@P`
    /// is in hand.
    #[arg(long, value_name = "LIST")]
    pieces: String,
    /// What position text tells behind the side to move, the same for all positions
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    rest: Option<String>,
    /// Ask about this position
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Set one of the game's options; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = Setting::option)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    threads: Threads,
    /// Use at most that many MiB of memory for positions
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = whole::<u64>(1..=1 << 24))]
    memory: u64,
    /// Use at most that many MiB on the disk
    #[arg(long, value_name = "MIB", default_value_t = 16384, value_parser = whole::<u64>(1..=1 << 24))]
    disk: u64,
    /// Keep the table in this file, and what is found on the way beside it; called again, the program goes on from there
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// Makes the table, or reads it, and says what is in it.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let setting =
        Setting { position: arguments.position.clone(), options: arguments.options.clone() };
    let Some(loaded) = setting.load(&arguments.game, streams)? else {
        return Ok(Outcome::Rejected);
    };
    let game = loaded.game;
    let material = match Material::read(&game, &arguments.pieces, arguments.rest.as_deref()) {
        Ok(material) => material,
        Err(message) => return streams.error(format!("--pieces: {message}")),
    };
    let asked = match &arguments.position {
        Some(text) => match Session::from_position(Arc::clone(&game), text) {
            Ok(session) => Some(session.position().clone()),
            Err(error) => return streams.error(error),
        },
        None => None,
    };
    let engine = match Engine::new(&game) {
        Ok(engine) => engine,
        Err(refusal) => return streams.error(refusal),
    };
    let table = match table(arguments, &engine, &game, &material, streams) {
        Ok(table) => table,
        Err(message) => return streams.error(message),
    };
    if let Some(position) = &asked
        && table.probe(position).is_none()
    {
        return streams.error("the position asked about is not in the table: it has other pieces, or cannot come about");
    }
    if arguments.json {
        writeln!(streams.out, "{:#}", object(&game, &table, asked.as_ref()))?;
    } else {
        tell(&game, &table, asked.as_ref(), streams)?;
    }
    Ok(Outcome::Fine)
}

/// Reads the table, or makes it and keeps it.
fn table(
    arguments: &Arguments,
    engine: &Engine,
    game: &Arc<Game>,
    material: &Material,
    streams: &mut Streams<'_>,
) -> std::result::Result<Solution, String> {
    let Arguments { threads, memory, disk, keep, .. } = arguments;
    let told = |path: &Path, error: &std::io::Error| match error.kind() {
        ErrorKind::StorageFull => {
            format!("the disk is full: `{}` cannot be written", path.display())
        }
        _ => format!("`{}`: {error}", path.display()),
    };
    if let Some(path) = keep {
        match fs::read(path) {
            Ok(bytes) => {
                let read = Solution::from_bytes(engine, game, material, &bytes);
                return read.map_err(|message| format!("`{}`: {message}", path.display()));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(told(path, &error)),
        }
    }
    let settings = Settings { symmetric: false, threads: threads.number(), memory: memory << 20 };
    let beside = keep.as_ref().map(|path| {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".work");
        path.with_file_name(name)
    });
    let mut folder = match &beside {
        Some(path) => Some(Folder::open(path, disk << 20)?),
        None => None,
    };
    let store = folder.as_mut().map(|folder| folder as &mut dyn Store);
    let made = work(engine, game, Roots::Material(material), &settings, store, streams);
    let table = made.map_err(|failure| failure.to_string())?;
    if let (Some(path), Some(beside), Some(folder)) = (keep, &beside, &mut folder) {
        let bytes = table.to_bytes(material);
        if bytes.len() as u64 > disk << 20 {
            return Err("the bound on the disk is too small for the table (--disk)".to_owned());
        }
        // Written beside first, so that there is a whole table or none.
        folder.write("table", &bytes)?;
        fs::rename(beside.join("table"), path).map_err(|error| told(path, &error))?;
        fs::remove_dir_all(beside).map_err(|error| told(beside, &error))?;
    }
    Ok(table)
}

/// Makes an object of a table.
fn object(game: &Game, table: &Solution, asked: Option<&Position>) -> Json {
    let side = |side: SideId| {
        let tally = &table.summary.sides[side];
        let longest = longest(game, table, tally);
        let object = json!({
            "positions": tally.won + tally.lost + tally.drawn,
            "won": tally.won,
            "lost": tally.lost,
            "drawn": tally.drawn,
            "longest_win": tally.longest_to_move,
            "longest": tally.longest,
            "longest_position": longest,
        });
        (game.side_name(side).to_owned(), object)
    };
    let sides: Map<String, Json> = SideId::ALL.into_iter().map(side).collect();
    let mut object = json!({
        "game": game.about.title,
        "rules": display::hash(game),
        "to_move": sides,
        "positions_in_all": table.positions(),
        "symmetries": table.symmetries,
    });
    if let Some(position) = asked
        && let Some(verdict) = table.probe(position)
    {
        object["asked"] = json!({
            "position": notation::write_position(game, position),
            "value": word(verdict.value),
            "distance": verdict.plies,
            "line": table.line(position).unwrap_or_default(),
        });
    }
    object
}

fn longest(game: &Game, table: &Solution, tally: &Tally) -> Option<String> {
    let position = (tally.longest > 0).then(|| table.position(tally.longest_at))?;
    Some(notation::write_position(game, &position))
}

/// Says for people what is in a table.
fn tell(
    game: &Game,
    table: &Solution,
    asked: Option<&Position>,
    streams: &mut Streams<'_>,
) -> Result<()> {
    for side in SideId::ALL {
        let tally = &table.summary.sides[side];
        writeln!(
            streams.out,
            "{} to move: {} positions, won {}, lost {}, drawn {}",
            game.side_name(side),
            tally.won + tally.lost + tally.drawn,
            tally.won,
            tally.lost,
            tally.drawn
        )?;
        if let Some(position) = longest(game, table, tally) {
            writeln!(streams.out, "  longest: {} plies, as from {position}", tally.longest)?;
        }
    }
    writeln!(
        streams.out,
        "positions to which these lead, equal ones counted once: {}",
        table.positions()
    )?;
    if let Some(position) = asked
        && let Some(verdict) = table.probe(position)
    {
        let line = table.line(position).unwrap_or_default();
        writeln!(streams.out, "\n{}", notation::write_position(game, position))?;
        writeln!(
            streams.out,
            "{} in {} plies: {}",
            word(verdict.value),
            verdict.plies,
            line.join(" ")
        )?;
    }
    Ok(())
}

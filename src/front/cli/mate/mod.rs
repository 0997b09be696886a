//! `fairyring mate GAME`: first turns that force an end within some turns, with all defences, proved.

mod report;
mod tabled;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::load::{Setting, play_turns};
use super::time_limit::TimeLimit;
use super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use crate::ir::Game;
use crate::play::Engine;
use crate::proofs::mates::{Failure, Question, mates};
use crate::search::MateFinder;
use crate::session::Session;

/// Within how many turns an end is looked for, if nobody says it.
const TURNS: u32 = 3;

/// How much the search remembers, in MiB, if nobody says it.
const MEMORY: usize = 128;

/// What `mate` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A bundled game or the path of a rules file
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    setting: Setting,
    /// Play these turns first
    #[arg(long, value_name = "TURNS")]
    after: Vec<String>,
    /// Within how many turns of the side to move the game is to be won
    #[arg(long = "in", value_name = "N", default_value_t = TURNS,
        value_parser = whole::<u32>(1..=u64::from(MateFinder::MOST_TURNS)))]
    turns: u32,
    /// Tell only the first turns that win soonest
    #[arg(long)]
    shortest: bool,
    /// Stop after so many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// How much memory to use for what was found, in MiB
    #[arg(long, value_name = "MIB", default_value_t = MEMORY as u64,
        value_parser = whole::<u64>(1..=65_536))]
    memory: u64,
    /// Ask this table first, which `table --keep` has made: where it knows the position, nothing is searched
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Write all lines of the proof, however many there are
    #[arg(long)]
    full: bool,
    /// Write an object for programs
    #[arg(long)]
    json: bool,
}

/// Finds and proves forced ends.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(loaded) = arguments.setting.load(&arguments.game, streams)? else {
        return Ok(Outcome::Rejected);
    };
    let session = match begin(arguments, &loaded.game) {
        Ok(session) => session,
        Err(error) => return streams.error(error),
    };
    let Some(engine) = session.engine() else {
        return streams.error("the game has more of something than can be searched");
    };
    if let Some(path) = &arguments.table {
        let game = session.shared_game();
        match tabled::Tabled::find((path, &game, engine), session.position()) {
            Ok(Some(known)) if arguments.json => {
                writeln!(streams.out, "{:#}", known.json())?;
                return Ok(Outcome::Fine);
            }
            Ok(Some(known)) => {
                write!(streams.out, "{}", known.text())?;
                return Ok(Outcome::Fine);
            }
            Ok(None) => writeln!(streams.err, "the table does not answer for this position")?,
            Err(error) => return streams.error(error),
        }
    }
    let found = match find(arguments, &session, engine) {
        Ok(found) => found,
        Err(failure) => return streams.error(failure),
    };
    let report = report::Report::new(session.game(), session.position(), found, arguments.turns);
    if arguments.json {
        writeln!(streams.out, "{:#}", report.json())?;
    } else {
        write!(streams.out, "{}", report.text(arguments.full))?;
    }
    Ok(Outcome::Fine)
}

fn begin(arguments: &Arguments, game: &Arc<Game>) -> std::result::Result<Session, String> {
    let begun = arguments.setting.session(Arc::clone(game));
    let mut session = begun.map_err(|error| error.to_string())?;
    play_turns(&mut session, &arguments.after.join(" "))?;
    Ok(session)
}

fn find(
    arguments: &Arguments,
    session: &Session,
    engine: &Engine,
) -> std::result::Result<crate::proofs::mates::Mates, Failure> {
    let question = Question {
        turns: arguments.turns,
        all: !arguments.shortest,
        nodes: None,
        memory: usize::try_from(arguments.memory).unwrap_or(1) << 20,
    };
    let limit = arguments.seconds.map(Duration::from_secs);
    let control = TimeLimit::new(limit);
    mates((&session.shared_game(), engine), session.positions(), &question, &control)
}

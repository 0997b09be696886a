//! `fairyring games FILE…`: cuts, filters and converts records.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use clap::{Args, ValueEnum};

use super::super::{Result, Streams};
use super::convert::{self, Played};
use super::each::{Next, each_game};
use super::known::{Choice, Game, Known};
use super::same::is_same;
use super::source::Entry;
use super::told::Told;
use crate::notation::{read_position, write_position};
use crate::state::Position;

/// What `games` can be told.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Files of games: PGN, this program's lines of JSON, or positions (a name ending in `.epd`)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    filter: Filter,
    /// In which form the games are printed; by default as they are
    #[arg(long, value_enum)]
    to: Option<Form>,
}

/// A form of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// PGN
    Pgn,
    /// Lines of JSON, the form that loses nothing
    Json,
    /// The position at the end of each game, a line each
    Epd,
}

/// Which games are wanted.
#[derive(Clone, Debug, Args)]
struct Filter {
    /// Only games of players whose name holds this, whatever the capitals
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games that ended so: `1-0`, `0-1`, `1/2-1/2` or `*`
    #[arg(long, value_name = "RESULT", value_parser = ["1-0", "0-1", "1/2-1/2", "*"])]
    result: Option<String>,
    /// Only games of at least so many turns, both sides counted
    #[arg(long, value_name = "TURNS")]
    at_least: Option<usize>,
    /// Only games of at most so many turns
    #[arg(long, value_name = "TURNS")]
    at_most: Option<usize>,
    /// Only games that reach this position, whatever its numbers of turns
    #[arg(long, value_name = "TEXT")]
    reaches: Option<String>,
    /// Leave out games that begin alike and have the same turns as one before
    #[arg(long)]
    unique: bool,
    /// Leave out so many games at the beginning of what is left
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
    /// Print at most so many games
    #[arg(long, value_name = "N")]
    take: Option<u64>,
}

/// Where printing has got.
struct State<'a> {
    arguments: &'a Arguments,
    known: Known,
    /// What the games printed so far are compared by.
    seen: HashSet<u64>,
    found: u64,
    printed: u64,
}

/// Prints the games.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let known = Known::new(arguments.choice.clone());
    let mut state = State { arguments, known, seen: HashSet::new(), found: 0, printed: 0 };
    each_game(&arguments.files, streams, &mut |entry, streams| {
        if state.is_done() {
            return Ok(Next::File);
        }
        let done = match entry {
            Ok(entry) => state.entry(&entry, streams)?,
            Err(told) => Err(told),
        };
        Ok(done.map_or_else(Next::Wrong, |()| Next::Game))
    })
}

impl State<'_> {
    fn is_done(&self) -> bool {
        self.arguments.filter.take.is_some_and(|most| self.printed >= most)
    }

    /// Prints a game if it is wanted.
    fn entry(
        &mut self,
        entry: &Entry,
        streams: &mut Streams<'_>,
    ) -> Result<std::result::Result<(), Told>> {
        let (number, line) = (entry.game.number, entry.game.line);
        if !self.arguments.filter.wants(entry) {
            return Ok(Ok(()));
        }
        if self.arguments.filter.unique && !self.seen.insert(identity(entry)) {
            return Ok(Ok(()));
        }
        let form = self.arguments.to.unwrap_or(if entry.is_own { Form::Json } else { Form::Pgn });
        let as_it_is = !entry.is_own && form == Form::Pgn;
        let played = if as_it_is && self.arguments.filter.reaches.is_none() {
            None
        } else {
            match self.played(entry) {
                Ok(played) => Some(played),
                Err(told) => return Ok(Err(told)),
            }
        };
        if let (Some(text), Some((game, played))) = (&self.arguments.filter.reaches, &played) {
            match reaches(game, played, text) {
                Ok(true) => {}
                Ok(false) => return Ok(Ok(())),
                Err(message) => return Ok(Err(Told::about(number, line, message, true))),
            }
        }
        self.found += 1;
        if self.found <= self.arguments.filter.skip {
            return Ok(Ok(()));
        }
        self.printed += 1;
        let text = match &played {
            None => entry.game.to_string(),
            Some((game, played)) => match printed(game, entry, played, form) {
                Ok(text) => text,
                Err(message) => return Ok(Err(Told::about(number, line, message, true))),
            },
        };
        write!(streams.out, "{text}")?;
        Ok(Ok(()))
    }

    fn played(&mut self, entry: &Entry) -> std::result::Result<(std::rc::Rc<Game>, Played), Told> {
        let (number, line) = (entry.game.number, entry.game.line);
        let wrong = |message| Told::about(number, line, message, true);
        let game = self.known.game_of(entry).map_err(wrong)?;
        let played = convert::play(&game, entry)?;
        Ok((game, played))
    }
}

fn printed(
    game: &Game,
    entry: &Entry,
    played: &Played,
    form: Form,
) -> std::result::Result<String, String> {
    Ok(match form {
        Form::Pgn => convert::to_pgn(game, entry, played)?.to_string(),
        Form::Json => convert::to_lines(game, entry, played).to_string(),
        Form::Epd => format!("{}\n", write_position(game.start.game(), &played.replayed.end)),
    })
}

impl Filter {
    /// Tells whether a game is wanted, as far as its tags and the number of its turns tell.
    fn wants(&self, entry: &Entry) -> bool {
        let game = &entry.game;
        let plays = |name: &str| {
            ["White", "Black"]
                .into_iter()
                .filter_map(|tag| game.tag(tag))
                .any(|player| player.to_lowercase().contains(&name.to_lowercase()))
        };
        let length = game.turns().count();
        self.player.as_deref().is_none_or(plays)
            && self.result.as_deref().is_none_or(|result| game.result() == result)
            && self.at_least.is_none_or(|least| length >= least)
            && self.at_most.is_none_or(|most| length <= most)
    }
}

/// Returns a number that is the same for games that begin alike and have the same turns, however much is said of them.
fn identity(entry: &Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    for tag in ["Variant", "FEN", "Options"] {
        entry.game.tag(tag).unwrap_or_default().hash(&mut hasher);
    }
    for (_, text) in entry.game.turns() {
        let plain: String = text.chars().filter(|char| !"+#!?x=".contains(*char)).collect();
        plain.hash(&mut hasher);
    }
    hasher.finish()
}

/// Tells whether a game reaches a position: the same pieces, hands and tokens, and the same side to move.
fn reaches(game: &Game, played: &Played, text: &str) -> std::result::Result<bool, String> {
    let wanted = read_position(game.start.game(), text)
        .map_err(|error| format!("--reaches is no position of `{}`: {error}", game.name))?;
    let same = |position: &Position| is_same(position, &wanted);
    Ok(same(&played.start) || played.replayed.played.iter().any(|(_, position)| same(position)))
}

//! `fairyring play GAME`: a game in the terminal.

mod ask;
mod changes;
mod commands;
pub(super) mod computer;
mod entry;
mod input;
mod keep;
mod lists;
mod page;
pub(super) mod players;
mod reading;
mod resume;
mod review;
mod save;
mod screen;
mod table;
mod thinker;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use super::load::Setting;
use super::{Outcome, Result, Streams, records};
use crate::bundled;
use crate::front::cli::values::whole;
use crate::ir::{BySide, Game, SideId};
use crate::library::{Record, RecordError, RecordLine};
use crate::notation::turn_text;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::Random;
use input::Input;
use keep::Keeper;
use players::Player;
use resume::Begun;
use screen::Screen;
use table::{AGREED, Resumed, Table};
use thinker::Strength;

/// What `play` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A bundled game or the path of a rules file; with `--resume`, the saved game's own is the default
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,
    #[command(flatten)]
    setting: Setting,
    /// A side that a person plays; may be given twice (default: the first side)
    #[arg(long, value_name = "SIDE")]
    human: Vec<String>,
    /// A side that the computer plays; may be given twice (default: the second side)
    #[arg(long, value_name = "SIDE")]
    computer: Vec<String>,
    #[command(flatten)]
    strength: Strength,
    /// Go on with the game that was played last, or with the one in a file
    ///
    /// Games are kept as they are played, in `fairyring` below `$XDG_STATE_HOME` or else `~/.local/state`. The players, how
    /// well the computer plays and the seed are those of the kept game, unless you say otherwise. `--resume GAME` goes on with
    /// the last one of that game.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["position", "options"])]
    resume: Option<String>,
    /// Begin from one of the games or positions of this file, PGN, EPD or records of ours: by chance, as --seed says
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "resume"])]
    book: Option<String>,
    /// How many turns of a game of the book are played
    #[arg(long, value_name = "K", default_value_t = 6, requires = "book",
        value_parser = whole::<u32>(0..=1000))]
    plies: u32,
    /// Do not keep the game while it is played
    #[arg(long)]
    no_save: bool,
    /// Draw with letters and without colours, as for output that is no terminal
    #[arg(long)]
    ascii: bool,
    /// Draw for that many columns (default: those of the terminal, or 80)
    #[arg(long, value_name = "COLUMNS", value_parser = whole::<u16>(20..=1000))]
    width: Option<u16>,
    /// Make the computer choose among equal turns as it did with the same number
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Plays until the game is over or the player leaves.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let mut input = Input::standard();
    let found = match &arguments.resume {
        None => arguments.anew(streams)?.map(|resumed| (resumed, None)),
        Some(wish) => match resume::find(arguments, wish, &mut input, streams)? {
            Some(begun) => resumed(begun, streams)?,
            None => None,
        },
    };
    let Some((resumed, keeper)) = found else { return Ok(Outcome::Rejected) };
    let game = resumed.session.game();
    let record = &resumed.record;
    let recorded = (Player::of_record(record), record.seed());
    let recorded_strength = Strength::of_record(record);
    let strength = arguments.strength.or(recorded_strength).or_usual();
    let (players, seed) = match players(game, &arguments.human, &arguments.computer) {
        Ok(told) => {
            let default = BySide::new([Player::Person, Player::Computer]);
            let players = told.or(recorded.0).unwrap_or(default);
            (players, arguments.seed.or(recorded.1).unwrap_or_else(seed_from_clock))
        }
        Err(reason) => {
            streams.error(reason)?;
            return Ok(Outcome::Misused);
        }
    };
    let is_other_strength =
        strength != recorded_strength && players.into_array().contains(&Player::Computer);
    let changes = is_other_strength || recorded != (Some(players), Some(seed));
    let mut table = Table::new(resumed, players, (seed, strength));
    table.screen = Screen::standard(arguments.ascii, arguments.width.map(usize::from));
    if !arguments.no_save && !table.is_unattended() {
        let keeper = keeper.map_or_else(Keeper::standard, Ok);
        match keeper {
            Ok(keeper) => table.keep(keeper),
            Err(trouble) => table.trouble = Some(trouble),
        }
    }
    if changes && table.is_kept() {
        table.note_players();
    }
    commands::play(&mut table, &mut input, streams)?;
    Ok(Outcome::Fine)
}

impl Arguments {
    /// Begins a new game; tells what is wrong and returns `None` if that cannot be done.
    fn anew(&self, streams: &mut Streams<'_>) -> Result<Option<Resumed>> {
        let name = identity(self.game.as_deref().unwrap_or_default());
        let Some((session, sources)) = begin(&name, &self.setting, streams)? else {
            return Ok(None);
        };
        if let Some(book) = &self.book {
            return self.begin_from_book(book, (&name, session, sources), streams);
        }
        let record = Record::begin(session.game(), session.start_text(), &name);
        Ok(Some(Resumed { record, session, sources, resigned: None, agreed: false }))
    }
}

impl Arguments {
    /// Begins with an opening of a book; tells what is wrong and returns `None` if that cannot be done.
    fn begin_from_book(
        &self,
        book: &str,
        (name, session, sources): (&str, Session, SourceMap),
        streams: &mut Streams<'_>,
    ) -> Result<Option<Resumed>> {
        let options = self.setting.options.clone();
        let choice = records::Choice { game: Some(name.to_owned()), options };
        let plies = usize::try_from(self.plies).unwrap_or(usize::MAX);
        let openings = match records::openings_of_book(book, choice, plies) {
            Ok(openings) => openings,
            Err(error) => {
                streams.error(error)?;
                return Ok(None);
            }
        };
        let mut random = Random::new(self.seed.unwrap_or_else(seed_from_clock));
        let chosen = openings.get(random.below(openings.len()));
        let begun = chosen.map_or_else(|| Ok(session.clone()), |opening| opening.played(&session));
        let session = match begun {
            Ok(session) => session,
            Err(error) => {
                streams.error(error)?;
                return Ok(None);
            }
        };
        let mut record = Record::begin(session.game(), session.start_text(), name);
        let before = session.positions().iter().zip(session.history());
        for (before, turn) in before {
            let side = Some(session.game().side_name(before.to_move).to_owned());
            let line = RecordLine::Turn { turn: turn_text(session.game(), turn), side };
            // A turn can always be added.
            drop(record.note(line));
        }
        Ok(Some(Resumed { record, session, sources, resigned: None, agreed: false }))
    }
}

/// Begins the game at the table once more, from where it began.
fn again(table: &Table, streams: &mut Streams<'_>) -> Result<Option<Resumed>> {
    let record = &table.record;
    let setting =
        Setting { position: record.start().map(str::to_owned), options: record.options() };
    let Some((session, sources)) = begin(record.game_name(), &setting, streams)? else {
        return Ok(None);
    };
    let record = Record::begin(session.game(), session.start_text(), record.game_name());
    Ok(Some(Resumed { record, session, sources, resigned: None, agreed: false }))
}

/// Returns by what a game can be found from any folder: its name if it is a bundled one, or else its whole path.
fn identity(game: &str) -> String {
    let is_path = game.contains('/') || game.ends_with(bundled::EXTENSION);
    let is_bundled = !is_path && bundled::all_games().any(|name| name == game);
    if is_bundled || !Path::new(game).exists() {
        return game.to_owned();
    }
    let whole = std::path::absolute(game).ok().and_then(|path| path.to_str().map(str::to_owned));
    whole.unwrap_or_else(|| game.to_owned())
}

/// Loads a game and goes to where it begins; tells what is wrong and returns `None` if that cannot be done.
fn begin(
    name: &str,
    setting: &Setting,
    streams: &mut Streams<'_>,
) -> Result<Option<(Session, SourceMap)>> {
    let Some(loaded) = setting.load(name, streams)? else { return Ok(None) };
    match setting.session(loaded.game) {
        Ok(session) => Ok(Some((session, loaded.sources))),
        Err(error) => {
            streams.error(error)?;
            Ok(None)
        }
    }
}

/// Plays what was played, and says where the game is kept from here on; tells what is wrong and returns `None` if that
/// cannot be done.
///
/// If the rules have changed since, the game goes on as far as its turns are legal, and in another file: the saved game
/// stays as it is.
fn resumed(begun: Begun, streams: &mut Streams<'_>) -> Result<Option<(Resumed, Option<Keeper>)>> {
    let Begun { record, mut keeper } = begun;
    let setting =
        Setting { position: record.start().map(str::to_owned), options: record.options() };
    let Some((mut session, sources)) = begin(record.game_name(), &setting, streams)? else {
        return Ok(None);
    };
    let changed = !record.is_of(session.game());
    let replayed = record.replay_in(&mut session);
    let ended_so = replayed.is_ok();
    match &replayed {
        Err(error) if !changed => {
            streams.error(format!("the saved game, {error}"))?;
            return Ok(None);
        }
        _ if changed => {
            writeln!(streams.err, "note: {}", told_change(replayed.err(), &session))?;
            keeper = None;
        }
        _ => {}
    }
    let played = session.history().len();
    let record = record.renewed(session.game(), session.start_text(), played, ended_so);
    let resigned = record.resigned().and_then(|name| side_named(session.game(), name));
    let agreed = record.result() == Some((None, AGREED));
    Ok(Some((Resumed { record, session, sources, resigned, agreed }, keeper)))
}

/// Says how far a game goes on whose rules have changed.
fn told_change(error: Option<RecordError>, session: &Session) -> String {
    let changed = "the rules have changed since the game was saved";
    let kept = "the saved game is left as it is, and this one kept beside it";
    match error {
        None => format!("{changed}; all that was played is still legal ({kept})"),
        Some(error) => {
            let played = session.history().len();
            format!("{changed}, and it goes on after {played} of its turns: {error} ({kept})")
        }
    }
}

/// Decides who plays which side: what is not said is the opposite of what is. Nothing if nothing is said.
fn players(
    game: &Game,
    human: &[String],
    computer: &[String],
) -> std::result::Result<Option<BySide<Player>>, String> {
    let mut chosen: BySide<Option<Player>> = BySide::same(None);
    let wishes = human.iter().map(|name| (name, Player::Person));
    for (name, player) in wishes.chain(computer.iter().map(|name| (name, Player::Computer))) {
        let side = side_named(game, name).ok_or_else(|| {
            let [first, second] = game.sides.as_array();
            format!(
                "`{name}` is not a side of this game: the sides are {0} and {1}; `--human {0} --human {1}` lets people play both",
                first.name, second.name
            )
        })?;
        let place = chosen.get_mut(side);
        let Some(place) = place else { continue };
        if place.is_some_and(|other| other != player) {
            return Err(format!("`{name}` cannot be played by both a person and the computer"));
        }
        *place = Some(player);
    }
    let chosen = match chosen.into_array() {
        [None, None] => None,
        [Some(first), None] => Some([first, first.other()]),
        [None, Some(second)] => Some([second.other(), second]),
        [Some(first), Some(second)] => Some([first, second]),
    };
    Ok(chosen.map(BySide::new))
}

/// Finds a side by its name or its letter.
fn side_named(game: &Game, name: &str) -> Option<SideId> {
    let is_meant = |side: SideId| {
        let info = &game.sides[side];
        info.name.eq_ignore_ascii_case(name) || info.letter.eq_ignore_ascii_case(name)
    };
    SideId::ALL.into_iter().find(|side| is_meant(*side))
}

/// Returns a number that is short enough to be typed.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_secs() ^ u64::from(now.subsec_nanos())) % 1_000_000
}

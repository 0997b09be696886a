//! `fairyring play GAME`: a game in the terminal.

mod ask;
mod commands;
mod computer;
mod entry;
mod input;
mod keep;
mod lists;
mod old_record;
mod page;
mod players;
mod record;
mod resume;
mod san;
mod save;
mod screen;
mod table;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use super::load::Setting;
use super::{Outcome, Result, Streams};
use crate::bundled;
use crate::ir::{BySide, Game, SideId};
use input::Input;
use keep::Keeper;
use players::Player;
use record::Record;
use resume::Begun;
use screen::Screen;
use table::{Resumed, Table};

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
    /// A side that the computer plays, a beginner that looks one turn ahead; may be given twice
    /// (default: the second side)
    #[arg(long, value_name = "SIDE")]
    computer: Vec<String>,
    /// Go on with the game that was played last, or with the one in a file
    ///
    /// Games are kept as they are played, in `fairyring` below `$XDG_STATE_HOME` or else `~/.local/state`. The players and
    /// the seed are those of the kept game, unless you say otherwise. `--resume GAME` goes on with the last one of that game.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["position", "options"])]
    resume: Option<String>,
    /// Do not keep the game while it is played
    #[arg(long)]
    no_save: bool,
    /// Draw with letters and without colours, as for output that is no terminal
    #[arg(long)]
    ascii: bool,
    /// Draw for that many columns (default: those of the terminal, or 80)
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=1000))]
    width: Option<u16>,
    /// Make the computer choose among equal turns as it did with the same number
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Plays until the game is over or the player leaves.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let mut input = Input::standard();
    let begun = match &arguments.resume {
        None => arguments.anew(),
        Some(wish) => match resume::find(arguments, wish, &mut input, streams)? {
            Some(begun) => begun,
            None => return Ok(Outcome::Rejected),
        },
    };
    let Some(resumed) = resume(&begun.record, streams)? else { return Ok(Outcome::Rejected) };
    let game = resumed.session.game();
    let told = players(game, &arguments.human, &arguments.computer);
    let (players, seed) = match told {
        Ok(told) => {
            let default =
                begun.record.players.unwrap_or(BySide::new([Player::Person, Player::Computer]));
            let seed = arguments.seed.or(begun.record.seed).unwrap_or_else(seed_from_clock);
            (told.unwrap_or(default), seed)
        }
        Err(reason) => {
            streams.error(reason)?;
            return Ok(Outcome::Misused);
        }
    };
    let changes = (begun.record.players, begun.record.seed) != (Some(players), Some(seed));
    let mut table = Table::new(begun.record, resumed, players, seed);
    table.screen = Screen::standard(arguments.ascii, arguments.width.map(usize::from));
    if !arguments.no_save && !table.is_unattended() {
        let keeper = begun.keeper.map_or_else(Keeper::standard, Ok);
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
    /// Returns how a new game is to begin.
    fn anew(&self) -> Begun {
        let record = Record {
            game: identity(self.game.as_deref().unwrap_or_default()),
            options: self.setting.options.clone(),
            start: self.setting.position.clone(),
            ..Record::default()
        };
        Begun { record, keeper: None }
    }
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

/// Loads a game and plays what was played; tells what is wrong and returns `None` if that cannot be done.
fn resume(record: &Record, streams: &mut Streams<'_>) -> Result<Option<Resumed>> {
    let setting = Setting { position: record.start.clone(), options: record.options.clone() };
    let Some(loaded) = setting.load(&record.game, streams)? else { return Ok(None) };
    let sources = loaded.sources;
    let mut session = match setting.session(loaded.game) {
        Ok(session) => session,
        Err(error) => {
            streams.error(error)?;
            return Ok(None);
        }
    };
    for (line, turn) in &record.turns {
        if let Err(error) = session.play_text(turn) {
            streams.error(format!("line {line} of the saved game: {error}"))?;
            return Ok(None);
        }
    }
    let Some(name) = &record.resigned else {
        return Ok(Some(Resumed { session, sources, resigned: None }));
    };
    let resigned = side_named(session.game(), name);
    if resigned.is_none() {
        streams.error(format!("the saved game tells that `{name}` resigned, which is no side"))?;
        return Ok(None);
    }
    Ok(Some(Resumed { session, sources, resigned }))
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
                "`{name}` is no side of this game: the sides are {} and {}",
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

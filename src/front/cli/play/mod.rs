//! `fairyring play GAME`: a game in the terminal.

mod ask;
mod commands;
mod computer;
mod entry;
mod input;
pub(super) mod random;
mod save;
mod table;

use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use super::load::Setting;
use super::{Outcome, Result, Streams};
use crate::ir::{BySide, Game, SideId};
use input::Input;
use save::Record;
use table::{Player, Resumed, Table};

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
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "options"])]
    resume: Option<String>,
    /// Make the computer choose among equal turns as it did with the same number
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Plays until the game is over or the player leaves.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let record = match arguments.record() {
        Ok(record) => record,
        Err(reason) => return streams.error(reason),
    };
    let Some(resumed) = resume(&record, streams)? else { return Ok(Outcome::Rejected) };
    let players = match players(resumed.session.game(), &arguments.human, &arguments.computer) {
        Ok(players) => players,
        Err(reason) => {
            streams.error(reason)?;
            return Ok(Outcome::Misused);
        }
    };
    let seed = arguments.seed.unwrap_or_else(seed_from_clock);
    let mut table = Table::new(record, resumed, players, seed);
    let mut input = Input::standard();
    commands::play(&mut table, &mut input, streams)?;
    Ok(Outcome::Fine)
}

impl Arguments {
    /// Returns how the game is to begin: as it was saved, or anew.
    fn record(&self) -> std::result::Result<Record, String> {
        let mut record = match &self.resume {
            Some(path) => save::read_file(path)?,
            None => Record {
                options: self.setting.options.clone(),
                start: self.setting.position.clone(),
                ..Record::default()
            },
        };
        if let Some(game) = &self.game {
            record.game.clone_from(game);
        }
        Ok(record)
    }
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

/// Decides who plays which side: what is not said is the opposite of what is.
fn players(
    game: &Game,
    human: &[String],
    computer: &[String],
) -> std::result::Result<BySide<Player>, String> {
    let mut chosen: BySide<Option<Player>> = BySide::same(None);
    let wishes = human.iter().map(|name| (name, Player::Human));
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
    Ok(BySide::new(match chosen.into_array() {
        [None, None] => [Player::Human, Player::Computer],
        [Some(first), None] => [first, first.other()],
        [None, Some(second)] => [second.other(), second],
        [Some(first), Some(second)] => [first, second],
    }))
}

/// Finds a side by its name or its letter.
fn side_named(game: &Game, name: &str) -> Option<SideId> {
    let is_meant = |side: SideId| {
        let info = &game.sides[side];
        info.name.eq_ignore_ascii_case(name) || info.letter.eq_ignore_ascii_case(name)
    };
    SideId::ALL.into_iter().find(|side| is_meant(*side))
}

fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs() ^ (u64::from(now.subsec_nanos()) << 20)
}

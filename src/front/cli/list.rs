//! `fairyring list`: the bundled games, a line each.

use clap::Args;

use super::load::Setting;
use super::{Outcome, Result, Streams};
use crate::bundled;
use crate::front::draw::text;

/// What `list` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// List the games in folders below `games/` as well
    #[arg(long)]
    all: bool,
}

/// Prints name, title, inventor and board of each bundled game.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let names: Vec<&str> =
        if arguments.all { bundled::all_games().collect() } else { bundled::games().collect() };
    let mut outcome = Outcome::Fine;
    let mut rows = Vec::new();
    for name in names {
        let Some(loaded) = Setting::default().load(name, streams)? else {
            outcome = Outcome::Rejected;
            continue;
        };
        let about = &loaded.game.about;
        let inventor = about.inventor.clone().unwrap_or_else(|| "-".to_owned());
        let size = text::board_size(&loaded.game);
        rows.push([name.to_owned(), about.title.clone(), inventor, size]);
    }
    for line in text::table(&rows) {
        writeln!(streams.out, "{line}")?;
    }
    Ok(outcome)
}

//! `fairyring list`: the bundled games, a line each.

use clap::Args;
use serde_json::{Value, json};

use super::load::Setting;
use super::{Outcome, Result, Streams};
use crate::bundled;
use crate::front::draw::text;
use crate::ir::Game;

/// What `list` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// List the games in folders below `games/` as well
    #[arg(long)]
    all: bool,
    /// Print JSON for programs: an array with an object for each game
    #[arg(long)]
    json: bool,
}

/// Prints name, title, inventor and board of each bundled game.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let names: Vec<&str> =
        if arguments.all { bundled::all_games().collect() } else { bundled::games().collect() };
    let mut outcome = Outcome::Fine;
    let (mut rows, mut objects) = (Vec::new(), Vec::new());
    for name in names {
        let Some(loaded) = Setting::default().load(name, streams)? else {
            outcome = Outcome::Rejected;
            continue;
        };
        let about = &loaded.game.about;
        if arguments.json {
            objects.push(object(name, &loaded.game));
            continue;
        }
        let inventor = about.inventor.clone().unwrap_or_else(|| "-".to_owned());
        let size = text::board_size(&loaded.game);
        rows.push([name.to_owned(), about.title.clone(), inventor, size]);
    }
    if arguments.json {
        writeln!(streams.out, "{:#}", Value::Array(objects))?;
    }
    for line in text::table(&rows) {
        writeln!(streams.out, "{line}")?;
    }
    Ok(outcome)
}

fn object(name: &str, game: &Game) -> Value {
    let about = &game.about;
    json!({
        "name": name,
        "title": about.title,
        "inventor": about.inventor,
        "parent": about.parent,
        "summary": about.summary,
        "board": text::board_size(game),
        "squares": game.board.squares.len(),
    })
}

//! `fairyring openings FILE…`: which turns were played from a position, and how they scored.

use std::collections::HashMap;

use clap::Args;
use serde_json::{Value, json};

use super::super::{Outcome, Result, Streams};
use super::convert::{self, Played};
use super::each::{Next, each_game};
use super::known::{Choice, Game, Known};
use super::same::is_same;
use super::source::Entry;
use super::told::Told;
use crate::diag::suggest::counted;
use crate::ir::SideId;
use crate::notation::{read_position, turn_text};
use crate::state::{Position, Turn};

/// What `openings` can be told.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Files of games: PGN, or this program's lines of JSON
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    /// The position that is asked about, whatever its numbers of turns; by default the one in which the games begin
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Leave out turns that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    at_least: u64,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// How often a turn was played, and how these games ended for whoever played it.
struct Row {
    /// How the turn is written.
    text: String,
    squares: String,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
}

/// What was found so far.
struct Count<'a> {
    arguments: &'a Arguments,
    known: Known,
    /// The name of the game that the first record is of, and the position that is asked about.
    asked: Option<(String, Position)>,
    /// The games in which the position occurred.
    games: u64,
    /// How many records are of other games.
    others: u64,
    rows: HashMap<String, Row>,
}

/// Counts the turns.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let known = Known::new(arguments.choice.clone());
    let mut count =
        Count { arguments, known, asked: None, games: 0, others: 0, rows: HashMap::new() };
    let mut is_answered = true;
    let outcome = each_game(&arguments.files, streams, &mut |entry, streams| {
        Ok(match entry.map_err(Failure::Told).and_then(|entry| count.entry(&entry)) {
            Ok(()) => Next::Game,
            Err(Failure::Told(told)) => Next::Wrong(told),
            Err(Failure::Position(message)) => {
                streams.error(message)?;
                is_answered = false;
                Next::Nothing
            }
        })
    })?;
    if !is_answered {
        return Ok(Outcome::Rejected);
    }
    count.write(streams)?;
    if let (Some((name, _)), 1..) = (&count.asked, count.others) {
        let others = counted(usize::try_from(count.others).unwrap_or(usize::MAX), "game");
        writeln!(
            streams.err,
            "note: only games of {name} were counted; {others} of other rules left out"
        )?;
    }
    Ok(outcome)
}

/// Why a record is not counted.
enum Failure {
    /// Something is wrong with it.
    Told(Told),
    /// The position that is asked about is none of the game.
    Position(String),
}

impl Count<'_> {
    /// Counts a game.
    fn entry(&mut self, entry: &Entry) -> std::result::Result<(), Failure> {
        let (number, line) = (entry.game.number, entry.game.line);
        let wrong = |message: String| Failure::Told(Told::about(number, line, message, true));
        let game = self.known.game_of(entry).map_err(wrong)?;
        if self.asked.is_none() {
            self.asked = Some((game.name.clone(), self.wanted(&game)?));
        }
        let played = match &self.asked {
            Some((name, _)) if *name == game.name => {
                convert::play(&game, entry).map_err(Failure::Told)?
            }
            _ => {
                self.others += 1;
                return Ok(());
            }
        };
        let next = self.asked.as_ref().and_then(|(_, wanted)| next_of(&played, wanted));
        next.map_or(Ok(()), |next| self.turn(&game, entry, next).map_err(wrong))
    }

    /// Returns the position that is asked about.
    fn wanted(&self, game: &Game) -> std::result::Result<Position, Failure> {
        let Some(text) = &self.arguments.position else { return Ok(game.start.position().clone()) };
        read_position(game.start.game(), text).map_err(|error| {
            Failure::Position(format!("--position is not a position of `{}`: {error}", game.name))
        })
    }

    fn turn(
        &mut self,
        game: &Game,
        entry: &Entry,
        (before, turn): (&Position, &Turn),
    ) -> std::result::Result<(), String> {
        self.games += 1;
        let squares = turn_text(game.start.game(), turn);
        if !self.rows.contains_key(&squares) {
            let composer = game.composer();
            let (text, _) = composer.written(before, turn).map_err(|limit| limit.to_string())?;
            let row = Row { text, squares: squares.clone(), games: 0, won: 0, drawn: 0, lost: 0 };
            self.rows.insert(squares.clone(), row);
        }
        let Some(row) = self.rows.get_mut(&squares) else { return Ok(()) };
        row.games += 1;
        let is_first = before.to_move == SideId::FIRST;
        match (entry.game.result(), is_first) {
            ("1-0", true) | ("0-1", false) => row.won += 1,
            ("1-0", false) | ("0-1", true) => row.lost += 1,
            ("1/2-1/2", _) => row.drawn += 1,
            _ => {}
        }
        Ok(())
    }

    /// Returns the turns that were played often enough, the most frequent first.
    fn sorted(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> =
            self.rows.values().filter(|row| row.games >= self.arguments.at_least).collect();
        rows.sort_by(|one, other| {
            other.games.cmp(&one.games).then_with(|| one.squares.cmp(&other.squares))
        });
        rows
    }

    fn write(&self, streams: &mut Streams<'_>) -> Result<()> {
        let rows = self.sorted();
        if self.arguments.json {
            let rows: Vec<Value> = rows.into_iter().map(Row::json).collect();
            writeln!(streams.out, "{}", json!({ "games": self.games, "turns": rows }))?;
            return Ok(());
        }
        let width = rows.iter().map(|row| row.text.chars().count()).max().unwrap_or(0).max(4);
        let games = counted(usize::try_from(self.games).unwrap_or(usize::MAX), "game");
        writeln!(streams.out, "{games} went on from there")?;
        if !rows.is_empty() {
            writeln!(streams.out, "{:width$}  games     won   drawn    lost   score", "turn")?;
        }
        for row in rows {
            let score = row.score().map_or_else(|| "-".to_owned(), |score| format!("{score:.1} %"));
            writeln!(
                streams.out,
                "{:width$}  {:>5}  {:>6}  {:>6}  {:>6}  {score:>6}",
                row.text, row.games, row.won, row.drawn, row.lost
            )?;
        }
        Ok(())
    }
}

impl Row {
    /// Returns the share of the points that it won, in percent; `None` if it is not known how any of its games ended.
    #[expect(clippy::cast_precision_loss, reason = "there are not so many games")]
    fn score(&self) -> Option<f64> {
        let ended = self.won + self.drawn + self.lost;
        (ended > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) * 100.0 / ended as f64)
    }

    fn json(&self) -> Value {
        json!({
            "turn": self.squares,
            "text": self.text,
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "score": self.score().map(|score| (score * 10.0).round() / 10.0),
        })
    }
}

/// Returns the first turn that was played from a position in a game, with the position before it.
fn next_of<'a>(played: &'a Played, wanted: &Position) -> Option<(&'a Position, &'a Turn)> {
    let after = played.replayed.played.iter().map(|(_, after)| after);
    let before = std::iter::once(&played.start).chain(after);
    let turns = played.replayed.played.iter().map(|(turn, _)| turn);
    before.zip(turns).find(|(before, _)| is_same(before, wanted))
}

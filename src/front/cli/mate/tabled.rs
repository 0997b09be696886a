//! What a table says of a position, without any search.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::front::cli::solve::word;
use crate::ir::Game;
use crate::notation;
use crate::play::Engine;
use crate::proofs::solve::{Probe, Solution, Value, Verdict};
use crate::reference;
use crate::state::{Allowance, Position, Recurrence};

/// A position that is in a table.
pub(super) struct Tabled {
    game: Arc<Game>,
    position: Position,
    verdict: Verdict,
    /// The first turns that win, with the plies that each takes, the shortest way first.
    first: Vec<(String, u16)>,
    /// How many first turns there are.
    choices: usize,
    /// Best play.
    line: Vec<String>,
}

impl Tabled {
    /// Looks a position up in the table of a file; returns nothing if it is not in the table, or over.
    pub(super) fn find(
        (path, game, engine): (&Path, &Arc<Game>, &Engine),
        position: &Position,
    ) -> Result<Option<Self>, String> {
        let name = path.display();
        let bytes = fs::read(path).map_err(|error| format!("`{name}`: {error}"))?;
        let table = Solution::open(engine, game, &bytes);
        let table = table.map_err(|message| format!("`{name}`: {message}"))?;
        let Some(verdict) = table.probe(position) else { return Ok(None) };
        let too_much = |limit: crate::state::TooMuch| limit.to_string();
        let turns = table.turns(position).map_err(too_much)?;
        let choices = turns.len();
        if choices == 0 {
            return Ok(None);
        }
        let mut first: Vec<(String, u16)> = turns
            .into_iter()
            .filter(|(_, next, then)| {
                let worth = if next.to_move == position.to_move {
                    then.value
                } else {
                    then.value.flipped()
                };
                worth == Value::Win
            })
            .map(|(turn, _, then)| (turn, then.plies.saturating_add(1)))
            .collect();
        first.sort_by_key(|(_, plies)| *plies);
        let line = table.line(position).map_err(too_much)?;
        let tabled = Self {
            game: Arc::clone(game),
            position: position.clone(),
            verdict,
            first,
            choices,
            line,
        };
        tabled.is_borne_out()?.then_some(()).ok_or_else(|| {
            format!("`{name}`: the rules do not bear out what the table says of this position")
        })?;
        Ok(Some(tabled))
    }

    /// Plays the line by the reference: tells whether it ends as the table says.
    fn is_borne_out(&self) -> Result<bool, String> {
        let (winner, plies) = match self.verdict.value {
            Value::Draw => return Ok(true),
            Value::Win => (self.position.to_move, self.verdict.plies),
            Value::Loss => (self.position.to_move.opponent(), self.verdict.plies),
        };
        let too_much = |limit: crate::state::TooMuch| limit.to_string();
        let mut at = self.position.clone();
        for turn in &self.line {
            let legal = reference::legal_turns(&self.game, &at, &Allowance::UNLIMITED);
            let mut legal = legal.map_err(too_much)?.into_iter();
            let next = legal.find(|legal| notation::turn_text(&self.game, &legal.turn) == *turn);
            let Some(next) = next else { return Ok(false) };
            at = next.position;
        }
        let first = Recurrence::times(1);
        let result = reference::outcome(&self.game, &at, &first, &Allowance::UNLIMITED);
        let is_won = result.map_err(too_much)?.and_then(|result| result.winner()) == Some(winner);
        Ok(is_won && self.line.len() == usize::from(plies))
    }

    /// Writes it for people.
    pub(super) fn text(&self) -> String {
        let side = self.game.side_name(self.position.to_move);
        let plies = self.verdict.plies;
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = match self.verdict.value {
            Value::Draw => {
                writeln!(text, "By the table, {side} cannot force a win, nor the other side.")
            }
            Value::Loss => writeln!(text, "By the table, {side} loses in {plies} plies."),
            Value::Win => writeln!(
                text,
                "By the table, {side} wins in {plies} plies; {} of {} first turns win.",
                self.first.len(),
                self.choices
            ),
        };
        for (turn, plies) in &self.first {
            let _ = writeln!(text, "{turn}: wins in {plies} plies");
        }
        if self.verdict.value != Value::Draw {
            let _ = writeln!(text, "line: {}", self.line.join(" "));
        }
        text
    }

    /// Makes an object of it.
    pub(super) fn json(&self) -> Json {
        let first = |(turn, plies): &(String, u16)| json!({ "turn": turn, "plies": plies });
        json!({
            "game": self.game.about.title,
            "position": notation::write_position(&self.game, &self.position),
            "side": self.game.side_name(self.position.to_move),
            "by": "table",
            "value": word(self.verdict.value),
            "plies": self.verdict.plies,
            "first": self.first.iter().map(first).collect::<Vec<Json>>(),
            "choices": self.choices,
            "line": self.line,
        })
    }
}

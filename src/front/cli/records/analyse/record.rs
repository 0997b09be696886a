//! Records, turn by turn.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::super::time_limit::TimeLimit;
use super::super::super::{Outcome, Result, Streams};
use super::super::convert::{self, Played};
use super::super::each::{Next, each_game};
use super::super::known::{Choice, Game, Known};
use super::super::source::Entry;
use super::super::told::Told;
use super::annotate::annotate;
use super::summary::{self, Summary};
use super::{Arguments, MEMORY, NODES_OF_RECORDS, curves, percent, score_json};
use crate::analysis::{Assessment, Curve, assess_by};
use crate::front::cli::progress::Progress;
use crate::ir::SideId;
use crate::notation::turn_text;
use crate::records::compose;
use crate::search::{Limits, Probe, Score, Searcher};
use crate::state::{Position, Turn};

/// A turn of a record, and what was found about it.
pub(super) struct Judged {
    /// Its number, from 1, both sides counted.
    pub(super) number: usize,
    /// Who played it.
    pub(super) side: SideId,
    /// How it is written, with its number.
    pub(super) text: String,
    /// How it is written from square to square.
    pub(super) squares: String,
    /// What was found; nothing if the search found no turn in time.
    pub(super) found: Option<Assessment>,
    /// The best line as it is written in a game.
    pub(super) line: Vec<crate::records::pgn::Item>,
}

/// Analyses the games of a file.
pub(super) fn run(arguments: &Arguments, file: &str, streams: &mut Streams<'_>) -> Result {
    let choice =
        Choice { game: arguments.game.clone(), options: arguments.setting.options.clone() };
    let mut known = Known::new(choice);
    let mut games = 0_u64;
    // The games of whose shares it was said that they are not measured.
    let mut said: HashSet<String> = HashSet::new();
    let outcome = each_game(&[file.to_owned()], streams, &mut |entry, streams| {
        games += 1;
        match entry.and_then(|entry| analysed(arguments, &mut known, entry)) {
            Ok(found) => {
                if let (false, Some(caveat)) = (arguments.json, curves::caveat(found.game.curve()))
                    && said.insert(found.game.name.clone())
                {
                    writeln!(streams.err, "note: {}: {caveat}", found.game.name)?;
                }
                found.write(arguments, streams)?;
            }
            Err(told) => return Ok(Next::Wrong(told)),
        }
        Ok(Next::Game)
    })?;
    if games == 0 && outcome == Outcome::Fine {
        return streams.error(format!("{file}: there is no game in it"));
    }
    Ok(outcome)
}

/// A game with what was found about it.
struct Found {
    entry: Entry,
    game: std::rc::Rc<Game>,
    played: Played,
    judged: Vec<Judged>,
}

fn analysed(
    arguments: &Arguments,
    known: &mut Known,
    entry: Entry,
) -> std::result::Result<Found, Told> {
    let (number, line) = (entry.game.number, entry.game.line);
    let wrong = |message: String| Told::about(number, line, message, true);
    let game = known.game_of(&entry).map_err(wrong)?;
    let played = convert::play(&game, &entry)?;
    let course = Course {
        composer: game.composer(),
        curve: game.curve(),
        positions: std::iter::once(&played.start)
            .chain(played.replayed.played.iter().map(|(_, after)| after))
            .cloned()
            .collect(),
        turns: played.replayed.played.iter().map(|(turn, _)| turn.clone()).collect(),
        tables: game.tables(&arguments.consulted).map_err(wrong)?,
    };
    let judged =
        course.judged(&arguments.limits(NODES_OF_RECORDS), arguments.time).map_err(wrong)?;
    Ok(Found { entry, game, played, judged })
}

/// The turns of a game that are looked at.
pub(super) struct Course<'a> {
    /// Who writes them.
    pub(super) composer: compose::Game<'a>,
    pub(super) curve: Curve,
    /// The positions, from the first one to that after the last turn.
    pub(super) positions: Vec<Position>,
    pub(super) turns: Vec<Turn>,
    /// Tables of endings that are asked.
    pub(super) tables: Option<Arc<dyn Probe>>,
}

impl Course<'_> {
    /// Looks at the turns, the last one first: what happened later is still in memory when an earlier turn is judged.
    pub(super) fn judged(
        &self,
        limits: &Limits,
        time: Option<Duration>,
    ) -> std::result::Result<Vec<Judged>, String> {
        let engine = self.composer.session.engine();
        let engine = engine.ok_or("the game has more of something than can be searched")?;
        let mut searcher = Searcher::new(engine, MEMORY);
        searcher.consult(self.tables.clone());
        let bar = Progress::new(self.turns.len() as u64, "turns");
        let mut judged = Vec::new();
        // Who moves in the position after a turn, and what it is worth to that side.
        let mut later: Option<(SideId, Score)> = None;
        for (index, turn) in self.turns.iter().enumerate().rev() {
            let Some((record, before)) =
                self.positions.get(..=index).zip(self.positions.get(index))
            else {
                continue;
            };
            let asked = (record, turn);
            let found =
                assess_by(self.curve, &mut searcher, asked, limits, || TimeLimit::new(time));
            let found = found.map(|found| match later {
                Some((side, score)) => {
                    found.with_later(self.curve, turn, (score, side == before.to_move))
                }
                None => found,
            });
            later = found.as_ref().map(|found| (before.to_move, found.best));
            judged.push(self.judgement(index, found)?);
            bar.step();
        }
        judged.reverse();
        Ok(judged)
    }

    fn judgement(
        &self,
        index: usize,
        found: Option<Assessment>,
    ) -> std::result::Result<Judged, String> {
        let (before, turn) = (&self.positions[index], &self.turns[index]);
        let composed = |turns: &[Turn]| {
            self.composer.compose(before, turns).map_err(|limit| limit.to_string())
        };
        let line = match &found {
            Some(found) if found.judgement().glyph().is_some() => composed(&found.line)?.items,
            _ => Vec::new(),
        };
        Ok(Judged {
            number: index + 1,
            side: before.to_move,
            text: composed(std::slice::from_ref(turn))?.turns_text(),
            squares: turn_text(self.composer.session.game(), turn),
            found,
            line,
        })
    }
}

impl Found {
    fn write(&self, arguments: &Arguments, streams: &mut Streams<'_>) -> Result<()> {
        let summaries = summary::of_sides(self.game.start.game(), &self.judged);
        if arguments.json {
            writeln!(streams.out, "{}", self.json(&summaries))?;
            return Ok(());
        }
        let annotated = convert::to_pgn(&self.game, &self.entry, &self.played)
            .map(|game| annotate(game, &self.judged));
        match annotated {
            Ok(annotated) => write!(streams.out, "{annotated}")?,
            Err(error) => {
                streams.error(error)?;
            }
        }
        for summary in &summaries {
            writeln!(streams.err, "note: game {}: {summary}", self.entry.game.number)?;
        }
        Ok(())
    }

    fn json(&self, summaries: &[Summary]) -> Value {
        let rules = self.game.start.game();
        let turns: Vec<Value> = self
            .judged
            .iter()
            .map(|judged| {
                let mut value = json!({
                    "number": judged.number,
                    "side": rules.side_name(judged.side),
                    "turn": judged.squares,
                    "text": judged.text,
                });
                if let Some(found) = &judged.found {
                    let best = found.line.first().map(|turn| turn_text(rules, turn));
                    value["score"] = score_json(found.played);
                    value["share"] = json!(percent(self.game.curve().share(found.played)));
                    value["best"] = json!(best);
                    value["best_score"] = score_json(found.best);
                    value["loss"] = json!(percent(found.loss));
                    value["sign"] = json!(found.judgement().sign());
                }
                value
            })
            .collect();
        let sides: Vec<Value> = summaries.iter().map(Summary::json).collect();
        json!({
            "game": self.entry.game.number,
            "rules": self.game.name,
            "shares_measured": self.game.curve().is_measured(),
            "sides": sides,
            "turns": turns,
        })
    }
}

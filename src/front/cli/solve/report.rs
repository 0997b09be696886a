//! What is said of a game that is solved.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json, json};

use super::super::{Result, Streams};
use crate::ir::{Game, display};
use crate::notation;
use crate::play::Engine;
use crate::proofs::solve::{
    RecordRule, Settings, Solution, Stage, Tally, Value, Verdict, by_frequency, record_rules,
};
use crate::state::{Allowance, Position, TooMuch};

/// How often it is shown how far the work has come.
const PACE: Duration = Duration::from_secs(2);

/// A position that was asked about.
pub(super) struct Asked {
    pub(super) position: Position,
    pub(super) verdict: Verdict,
    pub(super) line: Vec<String>,
    /// Whether it can be reached from the beginning.
    pub(super) reached: bool,
}

/// All that is said.
pub(super) struct Report {
    game: Arc<Game>,
    solution: Solution,
    tally: Tally,
    verdict: Verdict,
    line: Vec<String>,
    rules: Vec<RecordRule>,
    asked: Option<Asked>,
}

/// Writes a value as one word.
pub(in crate::front::cli) fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Loss => "loss",
        Value::Draw => "draw",
    }
}

impl Report {
    pub(super) fn new(
        game: &Arc<Game>,
        start: &Position,
        solution: Solution,
        asked: Option<Asked>,
    ) -> std::result::Result<Self, TooMuch> {
        let tally = solution.tally();
        let drawn = Verdict { value: Value::Draw, plies: 0 };
        let verdict = solution.verdict(start).unwrap_or(drawn);
        let line = solution.line(start)?;
        let rules = record_rules(game, start, verdict.plies, tally.longest);
        Ok(Self { game: Arc::clone(game), solution, tally, verdict, line, rules, asked })
    }

    /// Makes an object of it.
    pub(super) fn json(&self) -> Json {
        let Self { solution, tally, .. } = self;
        let reasons: Map<String, Json> = by_frequency(&solution.final_by_reason)
            .into_iter()
            .map(|(reason, count)| (reason.to_owned(), json!(count)))
            .collect();
        let longest = solution.longest();
        let rules: Vec<Json> = self.rules.iter().map(|rule| {
            json!({ "rule": rule.name, "reason": rule.reason, "changes_value": rule.changes_value, "note": rule.note })
        }).collect();
        let mut object = json!({
            "game": self.game.about.title,
            "rules": display::hash(&self.game),
            "symmetric": solution.symmetric(),
            "symmetries": solution.symmetries,
            "positions": solution.positions(),
            "final": solution.final_positions(),
            "final_by_reason": reasons,
            "value": word(self.verdict.value),
            "distance": self.verdict.plies,
            "longest_win": tally.longest,
            "longest_win_of_side_to_move": tally.longest_to_move,
            "longest_win_position":
                longest.map(|position| notation::write_position(&self.game, &position)),
            "won": tally.won,
            "lost": tally.lost,
            "drawn": tally.drawn,
            "line": self.line,
            "record_rules": rules,
        });
        if let Some(asked) = &self.asked {
            object["asked"] = json!({
                "position": notation::write_position(&self.game, &asked.position),
                "reached": asked.reached,
                "value": word(asked.verdict.value),
                "distance": asked.verdict.plies,
                "line": asked.line,
            });
        }
        object
    }

    /// Writes it for people.
    pub(super) fn text(&self) -> String {
        let Self { solution, tally, .. } = self;
        let mut text = String::new();
        let mut line = |line: String| {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{line}");
        };
        let verdict = Self::told(self.verdict, "the side that moves first");
        line(format!("{}: {verdict}.", self.game.about.title));
        let equal = if solution.symmetric() { ", equal ones counted once" } else { "" };
        line(format!("positions {}{equal}", solution.positions()));
        line(format!(
            "won {}, lost {}, drawn {} (for the side to move)",
            tally.won, tally.lost, tally.drawn
        ));
        line(format!("final {}", solution.final_positions()));
        for (reason, count) in by_frequency(&solution.final_by_reason) {
            line(format!("  {} {count}", notation::shown(reason)));
        }
        if let Some(longest) = solution.longest() {
            let at = notation::write_position(&self.game, &longest);
            line(format!("longest forced win: {} plies, from {at}", tally.longest));
        }
        line(format!("line: {}", self.line.join(" ")));
        for rule in &self.rules {
            line(format!("{}: {}", notation::shown(&rule.reason), rule.note));
        }
        if let Some(asked) = &self.asked {
            line(String::new());
            line(notation::write_position(&self.game, &asked.position));
            if !asked.reached {
                line(
                    "This position cannot be reached from the first one; it was solved by itself."
                        .to_owned(),
                );
            }
            line(format!("{}.", Self::told(asked.verdict, "the side to move")));
            line(format!("line: {}", asked.line.join(" ")));
        }
        text
    }

    fn told(verdict: Verdict, whom: &str) -> String {
        let Verdict { value, plies } = verdict;
        match (value, plies) {
            (Value::Draw, _) => "a draw".to_owned(),
            (Value::Win, 0) => format!("over, and won by {whom}"),
            (Value::Loss, 0) => format!("over, and lost by {whom}"),
            (Value::Win, _) => format!("a win for {whom} in {plies} plies"),
            (Value::Loss, _) => format!("a loss for {whom} in {plies} plies"),
        }
    }
}

/// Says before the work begins how large it may be.
pub(super) fn estimate(
    engine: &Engine,
    game: &Game,
    start: &Position,
    settings: &Settings,
    streams: &mut Streams<'_>,
) -> Result<()> {
    let mut counts = Vec::new();
    for depth in 1..=4 {
        let Ok(count) = engine.perft(start, depth, &Allowance::of(20_000_000)) else { break };
        counts.push(count.to_string());
        if count > 200_000 {
            break;
        }
    }
    let most = crate::proofs::solve::most_positions(game, start);
    writeln!(
        streams.err,
        "estimate: at most about {most:.1e} ways to place these pieces; games of 1, 2, … turns: {}; there is memory for about \
         {} positions ({} MiB)",
        counts.join(", "),
        settings.memory / 64,
        settings.memory >> 20
    )?;
    Ok(())
}

/// Shows how far the work has come, every few seconds.
pub(super) struct Shown<'a> {
    err: &'a mut dyn Write,
    last: Instant,
}

impl<'a> Shown<'a> {
    pub(super) fn new(err: &'a mut dyn Write) -> Self {
        Self { err, last: Instant::now() }
    }

    pub(super) fn show(&mut self, stage: Stage, done: usize, left: usize) {
        if self.last.elapsed() < PACE {
            return;
        }
        self.last = Instant::now();
        let told = match stage {
            Stage::Exploring => {
                format!("{done} positions found, {left} of this layer to go on from")
            }
            Stage::Counting => format!("{done} positions counted, {left} left"),
            Stage::Linking => format!("{done} positions linked, {left} left"),
            Stage::Solving(plies) => {
                format!("{done} positions decided in {plies} plies or fewer, {left} not yet")
            }
        };
        // Nobody may be there to read it.
        drop(writeln!(self.err, "{told}"));
    }
}

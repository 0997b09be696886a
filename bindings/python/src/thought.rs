//! Searching.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fairyring::notation;
use fairyring::search::{Control, Level, Limits, Score};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;
use crate::patience::wait_for;
use crate::position::Position;

/// The level that plays if nothing else is said.
const USUAL_LEVEL: u8 = 4;

/// The most lines of a search.
const MOST_LINES: usize = 256;

/// What a search has found.
#[pyclass(frozen, get_all, module = "fairyring")]
pub(crate) struct Thought {
    /// The best turn.
    best: String,
    /// The lines, the best first.
    lines: Vec<Py<Line>>,
    /// How many turns deep it was searched.
    depth: u32,
    /// How many nodes were visited.
    nodes: u64,
}

/// A line that a search expects.
#[pyclass(frozen, get_all, module = "fairyring")]
pub(crate) struct Line {
    /// What it is worth to the side to move, in hundredths of a pawn; `None` if it wins or loses by force.
    points: Option<i32>,
    /// In how many turns of its own the side to move wins; `None` if it does not win by force.
    win: Option<u32>,
    /// In how many turns it loses.
    loss: Option<u32>,
    /// The turns.
    turns: Vec<String>,
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        format!("<Thought {:?}, depth {}, {} nodes>", self.best, self.depth, self.nodes)
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let score = match (self.points, self.win, self.loss) {
            (Some(points), ..) => format!("{points} points"),
            (_, Some(turns), _) => format!("win in {turns}"),
            _ => format!("loss in {}", self.loss.unwrap_or(0)),
        };
        format!("<Line {score}: {}>", self.turns.join(" "))
    }
}

/// What is asked.
pub(crate) struct Question {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) movetime: Option<f64>,
    pub(crate) level: Option<u8>,
    pub(crate) lines: usize,
    pub(crate) seed: u64,
}

/// Stops a search when time is up, or a signal came.
struct Clock<'a> {
    until: Option<Instant>,
    stop: &'a AtomicBool,
}

impl Control for Clock<'_> {
    fn stops(&self, _nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl Question {
    fn limits(&self) -> PyResult<(Limits, Option<Duration>)> {
        let in_range = |good: bool, what: &str| {
            if good { Ok(()) } else { Err(PyValueError::new_err(what.to_owned())) }
        };
        in_range(self.depth != Some(0), "depth must be 1 or more")?;
        in_range(self.nodes != Some(0), "nodes must be 1 or more")?;
        in_range((1..=MOST_LINES).contains(&self.lines), "lines must be from 1 to 256")?;
        in_range(
            self.level.is_none_or(|level| (1..=Level::STRONGEST).contains(&level)),
            "level must be from 1 to 10",
        )?;
        let time = self.movetime.map(Duration::try_from_secs_f64).transpose();
        let time = time
            .map_err(|_| PyValueError::new_err("movetime is in seconds, and must be 0 or more"))?;
        let unlimited = self.depth.is_none() && self.nodes.is_none() && time.is_none();
        let level = self.level.or_else(|| unlimited.then_some(USUAL_LEVEL));
        let level = level.map(|level| Level::new(level, self.seed));
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            lines: self.lines,
            level,
            ..Limits::default()
        };
        Ok((limits, time))
    }

    /// Searches.
    pub(crate) fn ask(self, py: Python<'_>, position: &Position) -> PyResult<Thought> {
        let (limits, time) = self.limits()?;
        let over = position.inner.outcome().map_err(|limit| errors::of_limit(&limit))?;
        let game = position.inner.game();
        if let Some(result) = over {
            let message = format!("the game is over: {}", game.result_text(&result));
            return Err(errors::TurnError::new_err(message));
        }
        let record: Vec<_> = position.past.iter().map(|past| (**past).clone()).collect();
        let searcher = Arc::clone(&position.game.get().searcher);
        let thought = wait_for(py, |stop| {
            let until = time.map(|time| Instant::now() + time);
            Game::with_searcher(&searcher, game, |searcher| {
                searcher.think(&record, &limits, &Clock { until, stop }, &mut |_| ())
            })
        })?;
        let text = |turn: &_| notation::turn_text(game.rules(), turn);
        let best = thought.best().map(text);
        let best = best.ok_or_else(|| errors::TurnError::new_err("there is no legal turn here"))?;
        let line = |line: &fairyring::search::Line| {
            let (mut points, mut win, mut loss) = (None, None, None);
            match line.score {
                Score::Points(value) => points = Some(value),
                Score::Win(turns) => win = Some(turns),
                Score::Loss(turns) => loss = Some(turns),
            }
            Py::new(py, Line { points, win, loss, turns: line.turns.iter().map(text).collect() })
        };
        let lines = thought.lines.iter().map(line).collect::<PyResult<_>>()?;
        Ok(Thought { best, lines, depth: thought.depth, nodes: thought.nodes })
    }
}

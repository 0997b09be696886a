//! Positions, and how games end.

use std::collections::HashMap;
use std::sync::Arc;

use fairyring::ir::Id;
use fairyring::notation::{self, Notation};
use fairyring::{GameResult, PlayError, Score, SideId, TurnError, state};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::game::{Game, perft};
use crate::pgn;
use crate::thought::{Question, Thought};

/// A position of a game, with what was before it. Positions never change: playing a turn makes another one.
#[pyclass(frozen, module = "fairyring")]
pub(crate) struct Position {
    pub(crate) game: Py<Game>,
    pub(crate) inner: fairyring::Position,
    /// The positions of the game so far, this one last.
    pub(crate) past: Vec<Arc<state::Position>>,
    /// The turns that were played.
    turns: Vec<String>,
}

impl Position {
    /// Makes the first position of a game.
    pub(crate) fn first(game: Py<Game>, inner: fairyring::Position) -> Self {
        let past = vec![Arc::new(inner.state().clone())];
        Self { game, inner, past, turns: Vec::new() }
    }

    /// Returns the text of the position in which the game began.
    pub(crate) fn start_text(&self) -> String {
        let rules = self.inner.game().rules();
        self.past
            .first()
            .map_or_else(|| self.text(), |first| notation::write_position(rules, first))
    }

    /// Returns the turns that were played.
    pub(crate) fn turn_texts(&self) -> &[String] {
        &self.turns
    }

    /// Finds the turn that is meant by a text, and plays it.
    fn meant(
        &self,
        py: Python<'_>,
        text: &str,
    ) -> PyResult<(fairyring::Turn, fairyring::Position)> {
        let played = py.detach(|| match self.inner.play_text(text) {
            // As people write it: that is settled where it means one turn.
            Err(PlayError::Turn(TurnError::Foreign { meant, .. })) if meant.len() == 1 => {
                self.inner.play_text(&meant[0])
            }
            played => played,
        });
        played.map_err(|error| errors::of_turn(py, &error))
    }

    fn written(&self, py: Python<'_>, notation: &str) -> PyResult<Vec<(fairyring::Turn, String)>> {
        let notation = notation_of(notation)?;
        let written = py.detach(|| self.inner.written(notation));
        written.map_err(|limit| errors::of_limit(&limit))
    }
}

/// How a position is made anew: what is called, with the position in which the game began, and its turns.
type Recipe<'py> = (Bound<'py, PyAny>, (String, Vec<String>));

fn notation_of(name: &str) -> PyResult<Notation> {
    Ok(match name {
        "san" => Notation::San,
        "own" => Notation::Own,
        "hodges" => Notation::Hodges,
        "wxf" => Notation::Wxf,
        _ => {
            let message = format!("a notation is san, own, hodges or wxf, not {name:?}");
            return Err(PyValueError::new_err(message));
        }
    })
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The text of the position.
    #[getter]
    fn text(&self) -> String {
        self.inner.to_string()
    }

    /// The number of the side to move.
    #[getter]
    fn side_to_move(&self) -> u8 {
        number_of(self.inner.side_to_move())
    }

    /// The name of the side to move.
    #[getter]
    fn side_name(&self) -> String {
        self.inner.game().side_name(self.inner.side_to_move()).to_owned()
    }

    /// The turns that were played to come here.
    #[getter]
    fn turns(&self) -> Vec<String> {
        self.turns.clone()
    }

    /// How often the position has occurred in its game.
    #[getter]
    fn occurrences(&self) -> u32 {
        self.inner.occurrences()
    }

    /// What stands on the board: by the name of the square, the name of the kind and the number of the side (`None` for a
    /// piece of neither).
    #[getter]
    fn pieces(&self) -> HashMap<String, (String, Option<u8>)> {
        let rules = self.inner.game().rules();
        let pieces = self.inner.state().pieces.enumerate();
        let shown = pieces.filter_map(|(square, piece)| {
            let piece = (*piece)?;
            let kind = rules.types[piece.kind].name.clone();
            Some((rules.board.squares[square].name.clone(), (kind, piece.owner.map(number_of))))
        });
        shown.collect()
    }

    /// What the sides have in hand: for each side, how many of which kind.
    #[getter]
    fn hands(&self) -> Vec<HashMap<String, u16>> {
        let rules = self.inner.game().rules();
        let hands = self.inner.state().hands.iter();
        let shown = hands.map(|hand| {
            let held = hand.enumerate().filter(|(_, count)| **count > 0);
            held.map(|(kind, count)| (rules.types[kind].name.clone(), *count)).collect()
        });
        shown.collect()
    }

    /// Where the tokens are: by their names, the square (`None` if on no square) and the level.
    #[getter]
    fn tokens(&self) -> HashMap<String, (Option<String>, i32)> {
        let rules = self.inner.game().rules();
        let tokens = self.inner.state().tokens.enumerate();
        let shown = tokens.map(|(token, at)| {
            let square = at.at.map(|square| rules.board.squares[square].name.clone());
            (rules.tokens[token].name.clone(), (square, at.level))
        });
        shown.collect()
    }

    /// The texts of the legal turns: from square to square, or in a notation: `san`, `own`, `hodges` or `wxf`.
    #[pyo3(signature = (notation = None))]
    fn legal_turns(&self, py: Python<'_>, notation: Option<&str>) -> PyResult<Vec<String>> {
        let Some(notation) = notation else {
            let turns = py.detach(|| self.inner.legal_turns());
            let turns = turns.map_err(|limit| errors::of_limit(&limit))?;
            return Ok(turns.iter().map(|turn| turn.as_str().to_owned()).collect());
        };
        Ok(self.written(py, notation)?.into_iter().map(|(_, text)| text).collect())
    }

    /// Writes a legal turn in a notation.
    #[pyo3(signature = (turn, notation = "san"))]
    fn write(&self, py: Python<'_>, turn: &str, notation: &str) -> PyResult<String> {
        let (found, _) = self.meant(py, turn)?;
        let written = self.written(py, notation)?.into_iter();
        let mut same = written.filter(|(turn, _)| *turn == found).map(|(_, text)| text);
        same.next().ok_or_else(|| errors::TurnError::new_err(format!("`{turn}` is not legal here")))
    }

    /// Plays a turn, in any notation; returns the position after it.
    pub(crate) fn play(&self, py: Python<'_>, turn: &str) -> PyResult<Self> {
        let (turn, inner) = self.meant(py, turn)?;
        let (mut past, mut turns) = (self.past.clone(), self.turns.clone());
        past.push(Arc::new(inner.state().clone()));
        turns.push(turn.as_str().to_owned());
        Ok(Self { game: self.game.clone_ref(py), inner, past, turns })
    }

    /// Writes the game so far as PGN; `tags` say who has played, and where.
    #[pyo3(signature = (tags = None))]
    fn pgn(&self, py: Python<'_>, tags: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let told = tags
            .into_iter()
            .flatten()
            .map(|(name, value)| Ok((name.extract::<String>()?, value.str()?.to_string())));
        pgn::compose(py, self, told.collect::<PyResult<_>>()?)
    }

    /// How the game has ended here; `None` if it goes on.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        let over = py.detach(|| self.inner.outcome());
        let over = over.map_err(|limit| errors::of_limit(&limit))?;
        Ok(over.map(|result| Outcome::of(self.inner.game(), &result)))
    }

    /// Whether the game is over, or the side to move has no legal turn.
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        let over = py
            .detach(|| Ok(self.inner.outcome()?.is_some() || self.inner.legal_turns()?.is_empty()));
        over.map_err(|limit| errors::of_limit(&limit))
    }

    /// Counts the sequences of that many legal turns from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        perft(py, &self.inner, depth)
    }

    /// Plays a random game from here; returns its turns and the position at its end.
    #[pyo3(signature = (*, limit = 10_000, seed = 0))]
    fn random_game(&self, py: Python<'_>, limit: u32, seed: u64) -> PyResult<(Vec<String>, Self)> {
        let played = crate::patience::wait_for(py, |_| self.inner.random_game(limit, seed))?;
        let (played, inner) = played.map_err(|limit| errors::of_limit(&limit))?;
        let played: Vec<String> = played.iter().map(|turn| turn.as_str().to_owned()).collect();
        let mut position = Self {
            game: self.game.clone_ref(py),
            inner: self.inner.clone(),
            past: self.past.clone(),
            turns: self.turns.clone(),
        };
        for turn in &played {
            position = position.play(py, turn)?;
        }
        debug_assert_eq!(position.inner, inner);
        Ok((played, position))
    }

    /// Searches for the best turn. Without a limit, level 4 plays.
    #[pyo3(signature = (*, depth = None, nodes = None, movetime = None, level = None, lines = 1, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "these are keywords in Python")]
    fn search(
        &self,
        py: Python<'_>,
        depth: Option<u32>,
        nodes: Option<u64>,
        movetime: Option<f64>,
        level: Option<u8>,
        lines: usize,
        seed: u64,
    ) -> PyResult<Thought> {
        Question { depth, nodes, movetime, level, lines, seed }.ask(py, self)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Recipe<'py>> {
        let start = self.start_text();
        let make = self.game.bind(py).getattr("_played")?;
        Ok((make, (start, self.turns.clone())))
    }

    fn __repr__(&self) -> String {
        format!("<Position {:?} of {}>", self.text(), self.inner.game().title())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        self.inner.game().engine().repetition_key(self.inner.state())
    }
}

/// Returns the number of a side.
fn number_of(side: SideId) -> u8 {
    u8::try_from(side.index()).unwrap_or(u8::MAX)
}

/// How a game has ended.
#[pyclass(frozen, get_all, module = "fairyring")]
#[derive(Clone)]
pub(crate) struct Outcome {
    /// The number of the side that has won; `None` for a draw.
    winner: Option<u8>,
    /// The name of the side that has won.
    winner_name: Option<String>,
    /// The reason in the words of the rules.
    reason: String,
    /// For each side, 1 for a win, 0 for a loss, 0.5 otherwise.
    scores: Vec<f64>,
    /// How people write it: `White wins (checkmate)`.
    text: String,
}

impl Outcome {
    /// Makes it from a result.
    pub(crate) fn of(game: &fairyring::Game, result: &GameResult) -> Self {
        let score = |side: SideId| match result.scores[side] {
            Score::Win => 1.0,
            Score::Draw => 0.5,
            Score::Loss => 0.0,
        };
        Self {
            winner: result.winner().map(number_of),
            winner_name: result.winner().map(|side| game.side_name(side).to_owned()),
            reason: result.reason.clone(),
            scores: SideId::ALL.iter().map(|side| score(*side)).collect(),
            text: game.result_text(result),
        }
    }
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {:?}>", self.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            (other.winner, &other.reason) == (self.winner, &self.reason)
        })
    }
}

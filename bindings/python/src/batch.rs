//! Games by thousands, in arrays of numpy that are written in place.

use fairyring::batch::{Batch as Games, End, NO_ACTION, Refused, Settings};
use fairyring::{Score, SideId};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;
use crate::position::{Outcome, Position};

/// Many games of one kind, played beside each other. After each step its arrays hold what there is to see; they are the same
/// arrays from the beginning to the end.
#[pyclass(module = "fairyring")]
pub(crate) struct Batch {
    game: Py<Game>,
    games: Games,
    /// The process in which the threads of the games are.
    process: u32,
    /// What stands in the mask.
    shown: Shown,
    /// Memory for what stands in it next.
    spare: Shown,
    observes: bool,
    /// For each game, a truth for each action.
    #[pyo3(get)]
    legal_mask: Py<PyArray2<bool>>,
    /// For each game, a byte for each plane and square; `None` if positions are not observed.
    #[pyo3(get)]
    observations: Option<Py<PyArray3<u8>>>,
    /// For each game, its counters; `None` if positions are not observed.
    #[pyo3(get)]
    counters: Option<Py<PyArray2<i32>>>,
    /// For each game, the number of the side to move.
    #[pyo3(get)]
    side_to_move: Py<PyArray1<i64>>,
    /// For each game and side, what the last step brought: 1 for a win, -1 for a loss.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// For each game, whether the last step has ended it by its rules.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// For each game, whether the last step has broken it off.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// For each game, how many turns were played.
    #[pyo3(get)]
    turns: Py<PyArray1<i64>>,
    /// For each game, its number: the same number and seed are the same game if the same is played.
    #[pyo3(get)]
    games_played: Py<PyArray1<i64>>,
}

/// The actions that a mask shows, one game after the other.
#[derive(Default)]
struct Shown {
    actions: Vec<u32>,
    /// For each game, where its actions end.
    ends: Vec<usize>,
}

impl Shown {
    /// Returns the actions of a game; none if it was not shown yet.
    fn of(&self, game: usize) -> &[u32] {
        let end = self.ends.get(game).copied().unwrap_or(0);
        let begin = game.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        self.actions.get(begin.unwrap_or(0)..end).unwrap_or_default()
    }
}

fn of_refused(refused: &Refused) -> PyErr {
    match refused {
        Refused::Illegal { place, action, .. } => {
            let made = errors::ActionError::new_err(refused.to_string());
            let (place, action) = (*place, *action);
            let set = Python::attach(|py| {
                made.value(py).setattr("place", place)?;
                made.value(py).setattr("action", action)
            });
            set.err().unwrap_or(made)
        }
        Refused::OtherGame(_) => errors::PositionError::new_err(refused.to_string()),
        Refused::Thread(_) => PyRuntimeError::new_err(refused.to_string()),
        Refused::Settings(_) | Refused::Length { .. } => PyValueError::new_err(refused.to_string()),
    }
}

/// Writes to an array that nobody else is looking at, and that still has the size with which it was made.
fn write<T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'_>,
    array: &Py<PyArray<T, D>>,
    length: usize,
    write: impl FnOnce(&mut [T]),
) -> PyResult<()> {
    let is_own = array.bind(py).as_any().cast::<PyArray<T, D>>().is_ok();
    if !is_own || array.bind(py).shape().iter().product::<usize>() != length {
        return Err(PyRuntimeError::new_err(
            "an array of the batch was given another shape or type: copy it before",
        ));
    }
    let mut place = array.bind(py).try_readwrite().map_err(|error| {
        PyRuntimeError::new_err(format!("an array of the batch cannot be written: {error}"))
    })?;
    let slice = place.as_slice_mut().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    write(slice);
    Ok(())
}

#[pymethods]
impl Batch {
    /// Begins games of a game, or of the one with a name or path. `starts` are positions or their texts, taken in turn.
    #[new]
    #[pyo3(signature = (game, size, *, seed = 0, threads = 1, limit = 10_000, auto_reset = true, observe = true, starts = None))]
    #[expect(clippy::too_many_arguments, reason = "these are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: Bound<'_, PyAny>,
        size: usize,
        seed: u64,
        threads: usize,
        limit: u32,
        auto_reset: bool,
        observe: bool,
        starts: Option<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let game = match game.cast_into::<Game>() {
            Ok(game) => game,
            Err(other) => py.get_type::<Game>().call1((other.into_inner(),))?.cast_into()?,
        };
        let rules = game.get().inner.clone();
        let mut begins = Vec::new();
        for start in starts.into_iter().flatten() {
            begins.push(match start.cast::<Position>() {
                Ok(position) => position.get().inner.clone(),
                Err(_) => {
                    let read = rules.position(&start.extract::<String>()?);
                    read.map_err(|error| errors::PositionError::new_err(error.to_string()))?
                }
            });
        }
        let settings =
            Settings { size, seed, threads, limit, resets_itself: auto_reset, observes: observe };
        let games = py.detach(|| Games::new(&rules, &begins, &settings));
        let games = games.map_err(|refused| of_refused(&refused))?;
        let (actions, form) = (games.space().len(), games.form());
        let sides = SideId::ALL.len();
        if size.checked_mul(actions).is_none_or(|bytes| bytes > 1 << 36) {
            return Err(PyValueError::new_err(format!(
                "{size} games with {actions} actions each do not fit into memory"
            )));
        }
        let (planes, squares, counters) =
            (form.planes().len(), form.squares(), form.counters().len());
        let mut batch = Self {
            game: game.unbind(),
            process: std::process::id(),
            shown: Shown::default(),
            spare: Shown::default(),
            observes: observe,
            legal_mask: PyArray2::zeros(py, [size, actions], false).unbind(),
            observations: observe
                .then(|| PyArray3::zeros(py, [size, planes, squares], false).unbind()),
            counters: observe.then(|| PyArray2::zeros(py, [size, counters], false).unbind()),
            side_to_move: PyArray1::zeros(py, [size], false).unbind(),
            rewards: PyArray2::zeros(py, [size, sides], false).unbind(),
            terminated: PyArray1::zeros(py, [size], false).unbind(),
            truncated: PyArray1::zeros(py, [size], false).unbind(),
            turns: PyArray1::zeros(py, [size], false).unbind(),
            games_played: PyArray1::zeros(py, [size], false).unbind(),
            games,
        };
        batch.show(py)?;
        Ok(batch)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Makes a step in each game: a number of an action for each, or -1 to leave a game as it is.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_process()?;
        let actions = read_actions(actions)?;
        let stepped = py.detach(|| self.games.step(&actions));
        stepped.map_err(|refused| of_refused(&refused))?;
        self.show(py)
    }

    /// Begins games anew: all of them, or those for which `which` holds.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, py: Python<'_>, which: Option<Vec<bool>>) -> PyResult<()> {
        self.check_process()?;
        let which = which.unwrap_or_else(|| vec![true; self.games.size()]);
        let reset = py.detach(|| self.games.reset(&which));
        reset.map_err(|refused| of_refused(&refused))?;
        self.show(py)
    }

    /// Chooses a legal action in each game by the random numbers of the game; -1 where there is none. With `whole_turns`, each
    /// legal turn is as likely as any other, as in `Game.playouts`, and not each step.
    #[pyo3(signature = (*, whole_turns = false))]
    fn random_actions<'py>(
        &mut self,
        py: Python<'py>,
        whole_turns: bool,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.check_process()?;
        let chosen = py.detach(|| {
            if whole_turns { self.games.random_turns() } else { self.games.random_actions() }
        });
        let chosen = chosen.map_err(|refused| of_refused(&refused))?;
        let number = |action| if action == NO_ACTION { -1 } else { i64::from(action) };
        Ok(PyArray1::from_iter(py, chosen.into_iter().map(number)))
    }

    /// The legal actions of one game, in the order in which the rules give them.
    fn legal_actions(&self, place: usize) -> PyResult<Vec<u32>> {
        let legal = self.games.legal().nth(place);
        let legal = legal.ok_or_else(|| self.no_game(place))?;
        Ok(legal.to_vec())
    }

    /// The position of one game; inside a turn, as it is after the steps made so far.
    fn position(&self, py: Python<'_>, place: usize) -> PyResult<Position> {
        self.check_process()?;
        if place >= self.games.size() {
            return Err(self.no_game(place));
        }
        let position = self.games.position(place).map_err(|refused| of_refused(&refused))?;
        Ok(Position::first(self.game.clone_ref(py), position))
    }

    /// The actions by which a turn is made in one game, in order: an action for each step. The turn is written in any
    /// notation, and none of its steps may have been made yet.
    fn actions_of(&self, py: Python<'_>, place: usize, turn: &str) -> PyResult<Vec<u32>> {
        let next = self.position(py, place)?.play(py, turn)?;
        let found = py.detach(|| self.games.actions_to(place, &next.inner));
        let found = found.map_err(|refused| of_refused(&refused))?;
        if found.is_empty() {
            let message = format!("no actions make the turn `{turn}` in game {place} now");
            return Err(PyValueError::new_err(message));
        }
        Ok(found)
    }

    /// The games that the last step has ended: tuples of the place, the number of the game, how many turns it had, how it
    /// ended (`over`, `stuck`, `limit`, `too-much`) and its outcome.
    #[getter]
    fn ended(&self) -> Vec<(usize, u64, u32, &'static str, Option<Outcome>)> {
        let game = self.games.game();
        let ended = self.games.ended().map(|(place, number, turns, end)| {
            let (word, outcome) = match end {
                End::Over(result) => ("over", Some(Outcome::of(game, result))),
                End::Stuck => ("stuck", None),
                End::Limit => ("limit", None),
                End::TooMuch(_) => ("too-much", None),
            };
            (place, number, turns, word, outcome)
        });
        ended.collect()
    }

    fn __len__(&self) -> usize {
        self.games.size()
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.games.size(), self.games.game().title())
    }
}

impl Batch {
    fn no_game(&self, place: usize) -> PyErr {
        PyValueError::new_err(format!("there are {} games, and no game {place}", self.games.size()))
    }

    /// Threads do not come along when a process is forked.
    fn check_process(&self) -> PyResult<()> {
        if self.process == std::process::id() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "this batch belongs to the process that has made it: make another one after a fork",
        ))
    }

    /// Writes what there is to see into the arrays.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        self.show_mask(py)?;
        self.show_numbers(py)?;
        self.show_ends(py)?;
        if self.observes {
            self.show_observations(py)?;
        }
        Ok(())
    }

    fn show_mask(&mut self, py: Python<'_>) -> PyResult<()> {
        let actions = self.games.space().len();
        let (games, shown, next) = (&self.games, &self.shown, &mut self.spare);
        write(py, &self.legal_mask, games.size() * actions, |mask| {
            next.actions.clear();
            next.ends.clear();
            // The row of a game is cleared and written at once, so that it is fetched once only.
            for (number, (row, own)) in
                mask.chunks_exact_mut(actions).zip(games.legal()).enumerate()
            {
                shown.of(number).iter().for_each(|&action| row[action as usize] = false);
                own.iter().for_each(|&action| row[action as usize] = true);
                next.actions.extend_from_slice(own);
                next.ends.push(next.actions.len());
            }
        })?;
        std::mem::swap(&mut self.shown, &mut self.spare);
        Ok(())
    }

    fn show_numbers(&self, py: Python<'_>) -> PyResult<()> {
        let reports = || self.games.reports();
        let size = self.games.size();
        write(py, &self.side_to_move, size, |place| {
            let movers = reports().flat_map(|report| &report.movers);
            place.iter_mut().zip(movers).for_each(|(place, side)| *place = i64::from(*side));
        })?;
        write(py, &self.turns, size, |place| {
            let turns = reports().flat_map(|report| &report.turns);
            place.iter_mut().zip(turns).for_each(|(place, turns)| *place = i64::from(*turns));
        })?;
        write(py, &self.games_played, size, |place| {
            let games = reports().flat_map(|report| &report.games);
            for (place, game) in place.iter_mut().zip(games) {
                *place = i64::try_from(*game).unwrap_or(i64::MAX);
            }
        })
    }

    fn show_ends(&self, py: Python<'_>) -> PyResult<()> {
        let sides = SideId::ALL.len();
        let size = self.games.size();
        write(py, &self.rewards, size * sides, |rewards| {
            rewards.fill(0.0);
            for (place, _, _, end) in self.games.ended() {
                let End::Over(result) = end else { continue };
                for (number, side) in SideId::ALL.iter().enumerate() {
                    rewards[place * sides + number] = match result.scores[*side] {
                        Score::Win => 1.0,
                        Score::Draw => 0.0,
                        Score::Loss => -1.0,
                    };
                }
            }
        })?;
        let is_by_rules = |end: &End| matches!(end, End::Over(_) | End::Stuck);
        for (array, by_rules) in [(&self.terminated, true), (&self.truncated, false)] {
            write(py, array, size, |place| {
                place.fill(false);
                for (number, _, _, end) in self.games.ended() {
                    place[number] = is_by_rules(end) == by_rules;
                }
            })?;
        }
        Ok(())
    }

    fn show_observations(&self, py: Python<'_>) -> PyResult<()> {
        let form = self.games.form();
        let size = self.games.size();
        if let Some(array) = &self.observations {
            write(py, array, size * form.plane_bytes(), |place| {
                let mut begin = 0;
                for report in self.games.reports() {
                    let end = begin + report.planes.len();
                    place[begin..end].copy_from_slice(&report.planes);
                    begin = end;
                }
            })?;
        }
        if let Some(array) = &self.counters {
            write(py, array, size * form.counters().len(), |place| {
                let mut begin = 0;
                for report in self.games.reports() {
                    let end = begin + report.counters.len();
                    place[begin..end].copy_from_slice(&report.counters);
                    begin = end;
                }
            })?;
        }
        Ok(())
    }
}

/// Reads actions from an array or a list of numbers.
fn read_actions(actions: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let action = |number: i64| match u32::try_from(number) {
        Ok(action) if action != NO_ACTION => Ok(action),
        _ if number == -1 => Ok(NO_ACTION),
        _ => Err(errors::ActionError::new_err(format!("there is no action {number}"))),
    };
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        return array.as_array().iter().map(|number| action(*number)).collect();
    }
    actions.extract::<Vec<i64>>()?.into_iter().map(action).collect()
}

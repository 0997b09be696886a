//! Games.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, TryLockError};

use fairyring::PlayoutEnd;
use fairyring::batch::ActionSpace;
use fairyring::batch::Form;
use fairyring::search::Searcher;
use fairyring::session::Session;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors;
use crate::files::{Answers, Recorded, Replayed};
use crate::patience::wait_for;
use crate::position::{Outcome, Position};

/// The memory of the table of a search, in bytes.
const TABLE: usize = 16 << 20;

/// A game: its rules, and what plays them.
#[pyclass(frozen, module = "fairyring")]
pub(crate) struct Game {
    pub(crate) inner: fairyring::Game,
    /// The text, if that is where it comes from; a name or path otherwise.
    origin: Origin,
    pub(crate) space: Arc<ActionSpace>,
    form: Arc<Form>,
    /// A session of the game, once it was asked for.
    session: OnceLock<Session>,
    /// What searches have learned in earlier calls.
    pub(crate) searcher: Arc<Mutex<Option<Searcher>>>,
}

/// Where a game comes from.
enum Origin {
    /// Among the bundled games, by its name.
    Bundled(String),
    /// From the file of that path, with what was found when it and the files beside it were asked for.
    File(String, Answers),
    /// From a text.
    Text(String),
}

impl Game {
    fn of(
        py: Python<'_>,
        origin: Origin,
        load: impl FnOnce() -> Result<fairyring::Game, fairyring::LoadError> + Send,
    ) -> PyResult<Self> {
        let inner = py.detach(load).map_err(|error| errors::of_rules(py, &error))?;
        let space = Arc::new(ActionSpace::of(inner.rules()));
        let form = Arc::new(Form::of(inner.rules()));
        Ok(Self { inner, origin, space, form, session: OnceLock::new(), searcher: Arc::default() })
    }

    /// Loads a bundled game.
    pub(crate) fn bundled(
        py: Python<'_>,
        name: &str,
        options: &[(String, String)],
    ) -> PyResult<Self> {
        let origin = Origin::Bundled(name.to_owned());
        Self::of(py, origin, || fairyring::Game::bundled_with(name, options))
    }

    /// Loads a game from a file, and remembers all files that it is made of.
    fn of_path(py: Python<'_>, path: &str, options: &[(String, String)]) -> PyResult<Self> {
        let recorded = py.detach(|| Recorded::open(path));
        let Ok(Some(files)) = recorded else {
            // The library says what is wrong with it.
            let origin = Origin::File(path.to_owned(), Answers::new());
            return Self::of(py, origin, || fairyring::Game::from_path_with(path, options));
        };
        let name = files.name().to_owned();
        let loaded = py.detach(|| fairyring::Game::load(&name, &files, options));
        let origin = Origin::File(path.to_owned(), files.answers());
        Self::of(py, origin, || loaded)
    }

    /// Returns a session of the game at its beginning.
    pub(crate) fn session(&self) -> PyResult<&Session> {
        if let Some(session) = self.session.get() {
            return Ok(session);
        }
        let begun = Session::new(Arc::clone(self.inner.rules()));
        let begun = begun.map_err(|error| errors::PositionError::new_err(error.to_string()))?;
        Ok(self.session.get_or_init(|| begun))
    }

    /// Returns the options that are not by default.
    pub(crate) fn set_options(&self) -> Vec<(String, String)> {
        let options = self.inner.rules().options.iter();
        let set = options.filter(|option| option.value != option.default);
        set.map(|option| (option.name.clone(), option.value.to_string())).collect()
    }

    /// Returns what the game is called in records.
    pub(crate) fn record_name(&self) -> &str {
        match &self.origin {
            Origin::Bundled(name) => name,
            Origin::File(..) | Origin::Text(_) => &self.inner.rules().about.name,
        }
    }

    /// Lets a search use what earlier ones have learned.
    pub(crate) fn with_searcher<T>(
        searcher: &Mutex<Option<Searcher>>,
        game: &fairyring::Game,
        search: impl FnOnce(&mut Searcher) -> T,
    ) -> T {
        let new = || Searcher::new(game.engine(), TABLE);
        match searcher.try_lock() {
            Ok(mut place) => search(place.get_or_insert_with(new)),
            Err(TryLockError::Poisoned(poisoned)) => search(poisoned.into_inner().insert(new())),
            // Another thread searches: neither waits for the other.
            Err(TryLockError::WouldBlock) => search(&mut new()),
        }
    }
}

/// Reads options: texts and numbers as they are, truths as `on` and `off`.
fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let mut read = Vec::new();
    for (name, value) in given.into_iter().flatten() {
        let value = match value.extract::<bool>() {
            Ok(true) => "on".to_owned(),
            Ok(false) => "off".to_owned(),
            Err(_) => value.str()?.to_string(),
        };
        read.push((name.extract()?, value));
    }
    Ok(read)
}

#[pymethods]
impl Game {
    /// Loads a bundled game by its name, or a rules file by its path.
    #[new]
    #[pyo3(signature = (name, options = None))]
    fn new(py: Python<'_>, name: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let name = text_of_path(name)?;
        let is_path = name.contains(['/', '\\']) || name.ends_with(".rules");
        let options = self::options(options)?;
        if is_path && !Self::is_bundled(&name) {
            return Self::of_path(py, &name, &options);
        }
        Self::bundled(py, &name, &options)
    }

    /// Loads a game from the text of its rules.
    #[staticmethod]
    #[pyo3(signature = (text, options = None))]
    fn from_text(
        py: Python<'_>,
        text: String,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = self::options(options)?;
        Self::of(py, Origin::Text(text.clone()), move || {
            fairyring::Game::from_text_with(&text, &options)
        })
    }

    /// Loads a game from a rules file.
    #[staticmethod]
    #[pyo3(signature = (path, options = None))]
    fn from_file(
        py: Python<'_>,
        path: PathBuf,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Self::of_path(py, &text_of_path(path)?, &self::options(options)?)
    }

    /// Loads a game again from the files that it was made of, without looking at the disk.
    #[staticmethod]
    #[pyo3(name = "_from_files")]
    fn from_files(
        py: Python<'_>,
        path: String,
        files: BTreeMap<String, Option<String>>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let options = self::options(Some(options))?;
        let origin = Origin::File(path.clone(), files.clone());
        Self::of(py, origin, move || fairyring::Game::load(&path, &Replayed(files), &options))
    }

    /// Lists the bundled games as tuples of name and title.
    #[staticmethod]
    fn list() -> Vec<(String, String)> {
        let games = fairyring::Game::list_bundled();
        games.map(|game| (game.name.to_owned(), game.title)).collect()
    }

    /// Where the game comes from: `("name", name or path)` or `("text", text)`.
    #[getter]
    fn origin(&self) -> (&'static str, String) {
        match &self.origin {
            Origin::Bundled(name) | Origin::File(name, _) => ("name", name.clone()),
            Origin::Text(text) => ("text", text.clone()),
        }
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        self.inner.title()
    }

    /// What the rules are advised to say otherwise.
    #[getter]
    fn advice(&self) -> Vec<String> {
        self.inner.advice().to_vec()
    }

    /// A hash of what the rules mean.
    #[getter]
    fn hash(&self) -> &str {
        self.inner.hash()
    }

    /// The names of the sides, in the order of their numbers.
    #[getter]
    fn sides(&self) -> Vec<String> {
        fairyring::SideId::ALL.iter().map(|side| self.inner.side_name(*side).to_owned()).collect()
    }

    /// The names of the squares, in the order of their numbers.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.inner.rules().board.squares.iter().map(|square| square.name.clone()).collect()
    }

    /// The names of the kinds of piece.
    #[getter]
    fn kinds(&self) -> Vec<String> {
        self.inner.rules().types.iter().map(|kind| kind.name.clone()).collect()
    }

    /// The options with the values that the game was loaded with.
    #[getter]
    fn options(&self) -> HashMap<String, String> {
        let options = &self.inner.rules().options;
        options.iter().map(|option| (option.name.clone(), option.value.to_string())).collect()
    }

    /// The position in which the game begins.
    #[getter]
    fn start(slf: Bound<'_, Self>) -> Position {
        let start = slf.get().inner.start();
        Position::first(slf.unbind(), start)
    }

    /// Reads a position.
    pub(crate) fn position(slf: Bound<'_, Self>, text: &str) -> PyResult<Position> {
        let read = slf.get().inner.position(text);
        let position = read.map_err(|error| errors::PositionError::new_err(error.to_string()))?;
        Ok(Position::first(slf.unbind(), position))
    }

    /// Counts the sequences of that many legal turns from the start, or from a position.
    #[pyo3(signature = (depth, position = None))]
    fn perft(&self, py: Python<'_>, depth: u32, position: Option<&Position>) -> PyResult<u64> {
        let from = position.map_or_else(|| self.inner.start(), |position| position.inner.clone());
        if from.game() != &self.inner {
            return Err(errors::PositionError::new_err("this is a position of another game"));
        }
        perft(py, &from, depth)
    }

    /// Plays random games to their end; the same seed gives the same games. Returns a list of `(turns, end, outcome)`, where
    /// `end` is `over`, `stuck`, `limit` or `too-much`.
    #[pyo3(signature = (games, *, limit = 10_000, seed = 0, threads = 1, position = None))]
    fn playouts(
        &self,
        py: Python<'_>,
        games: u64,
        limit: u32,
        seed: u64,
        threads: usize,
        position: Option<&Position>,
    ) -> PyResult<Vec<(u32, &'static str, Option<Outcome>)>> {
        if threads == 0 || threads > 256 {
            return Err(PyValueError::new_err("threads must be from 1 to 256"));
        }
        if games > 100_000_000 {
            return Err(PyValueError::new_err("at most 100000000 games can be asked for at once"));
        }
        let start = position.map_or_else(|| self.inner.start(), |position| position.inner.clone());
        if start.game() != &self.inner {
            return Err(errors::PositionError::new_err("this is a position of another game"));
        }
        let game = &self.inner;
        let played = wait_for(py, |stop| {
            let next = AtomicU64::new(0);
            let work = || played_until(game, (&start, limit, seed), (&next, games), stop);
            let mut parts: Vec<_> = std::thread::scope(|scope| {
                let begun: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                begun.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
            });
            parts.sort_by_key(|(number, _)| *number);
            parts
        })?;
        let shown = |(_, played): (u64, fairyring::Playout)| match played.end {
            PlayoutEnd::Over(result) => (played.turns, "over", Some(Outcome::of(game, &result))),
            PlayoutEnd::Stuck => (played.turns, "stuck", None),
            PlayoutEnd::Limit => (played.turns, "limit", None),
            PlayoutEnd::TooMuch(_) => (played.turns, "too-much", None),
        };
        Ok(played.into_iter().map(shown).collect())
    }

    /// The number of the action that stands for that, as `action_text` writes it.
    fn action_number(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let found = py.detach(|| self.space.find(self.inner.rules(), text));
        found.ok_or_else(|| PyValueError::new_err(format!("no action is called `{text}`")))
    }

    /// How many actions there are; they are numbered from 0.
    #[getter]
    fn action_count(&self) -> usize {
        self.space.len()
    }

    /// Writes what an action stands for.
    fn action_text(&self, action: u32) -> PyResult<String> {
        let text = self.space.describe(self.inner.rules(), action);
        text.ok_or_else(|| {
            PyValueError::new_err(format!("the actions are 0 to {}", self.space.len() - 1))
        })
    }

    /// The names of the planes that show a position, in order.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.form.planes().to_vec()
    }

    /// The names of the counters that show a position, in order.
    #[getter]
    fn counters(&self) -> Vec<String> {
        self.form.counters().to_vec()
    }

    fn __repr__(&self) -> String {
        match &self.origin {
            Origin::Bundled(name) | Origin::File(name, _) => format!("Game({name:?})"),
            Origin::Text(_) => format!("<Game {:?} from a text>", self.inner.title()),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => Ok(other.get().inner == self.inner),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        let digits = self.inner.hash().get(..16).unwrap_or_default();
        u64::from_str_radix(digits, 16).unwrap_or(0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Recipe<'py>> {
        let (py, this, class) = (slf.py(), slf.get(), slf.get_type());
        let options = this.options().into_pyobject(py)?;
        Ok(match &this.origin {
            Origin::Bundled(name) => (class.into_any(), (name, options).into_pyobject(py)?),
            Origin::Text(text) => (class.getattr("from_text")?, (text, options).into_pyobject(py)?),
            Origin::File(path, files) => {
                let what = (path, files.clone(), options);
                (class.getattr("_from_files")?, what.into_pyobject(py)?)
            }
        })
    }

    /// Plays turns from a position, as a position is made anew elsewhere.
    #[pyo3(name = "_played")]
    fn played(slf: Bound<'_, Self>, start: &str, turns: Vec<String>) -> PyResult<Position> {
        let py = slf.py();
        let mut position = Self::position(slf, start)?;
        for turn in turns {
            position = position.play(py, &turn)?;
        }
        Ok(position)
    }
}

impl Game {
    fn is_bundled(name: &str) -> bool {
        fairyring::bundled::find_game(name).is_some()
    }
}

/// Plays random games by their numbers until there are no more, or it is to stop.
fn played_until(
    game: &fairyring::Game,
    (start, limit, seed): (&fairyring::Position, u32, u64),
    (next, games): (&AtomicU64, u64),
    stop: &AtomicBool,
) -> Vec<(u64, fairyring::Playout)> {
    let mut played = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= games || stop.load(Ordering::Relaxed) {
            return played;
        }
        played.push((number, game.playout(start, limit, (seed, number))));
    }
}

/// How a game is made anew: what is called, with what.
type Recipe<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

fn text_of_path(path: PathBuf) -> PyResult<String> {
    path.into_os_string()
        .into_string()
        .map_err(|_| PyValueError::new_err("the name of the file is no Unicode text"))
}

/// Counts, in such a way that signals stop it.
pub(crate) fn perft(py: Python<'_>, from: &fairyring::Position, depth: u32) -> PyResult<u64> {
    let counted = wait_for(py, |stop| from.perft_until(depth, stop))?;
    counted.map_err(|limit| errors::of_limit(&limit))
}

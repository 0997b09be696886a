//! Studies: the games of the lab by their numbers, for whoever shares them out, and the file that keeps them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fairyring::SideId;
use fairyring::front::cli::{StudyFile as Keeper, study_head};
use fairyring::lab::{Outline, Results, Strength, Study, Terms};
use fairyring::session::Session;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;

/// The games of a study: the game of a level and number is the same wherever it is played.
#[pyclass(frozen, module = "fairyring")]
pub(crate) struct StudyGames {
    start: Session,
    seed: u64,
    limit: u32,
    /// By strength, once they were asked for.
    studies: Mutex<BTreeMap<Strength, Arc<Study>>>,
    stop: AtomicBool,
}

fn strength(level: &str) -> PyResult<Strength> {
    Strength::read(level).map_err(PyValueError::new_err)
}

#[pymethods]
impl StudyGames {
    /// Makes the study of a game, from its beginning or from a position.
    #[new]
    fn new(game: &Game, seed: u64, limit: u32, position: Option<&str>) -> PyResult<Self> {
        let session = game.session()?;
        let start = match position {
            None => Ok(session.clone()),
            Some(text) => session.elsewhere(text),
        };
        let start = start.map_err(|error| errors::PositionError::new_err(error.to_string()))?;
        Ok(Self { start, seed, limit, studies: Mutex::default(), stop: AtomicBool::new(false) })
    }

    /// Plays the games of some numbers, each a line of JSON; raises an exception if it is stopped meanwhile.
    fn play(&self, py: Python<'_>, level: &str, numbers: Vec<u64>) -> PyResult<Vec<String>> {
        let strength = strength(level)?;
        let played = py.detach(|| {
            let study = self.study(strength)?;
            let mut worker = study.worker();
            let played = numbers.into_iter().map(|number| {
                let goes_on = !self.stop.load(Ordering::Relaxed);
                goes_on.then(|| worker.play(number).to_json(strength).to_string())
            });
            Some(played.collect::<Option<Vec<_>>>())
        });
        let played = played.ok_or_else(|| {
            errors::StudyError::new_err("the computer cannot play this game: it is not compiled")
        })?;
        played.ok_or_else(|| PyRuntimeError::new_err("the study was stopped"))
    }

    /// Lets those who play stop soon.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl StudyGames {
    fn study(&self, strength: Strength) -> Option<Arc<Study>> {
        let mut studies = self.studies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(study) = studies.get(&strength) {
            return Some(Arc::clone(study));
        }
        let terms = Terms { strength, seed: self.seed, limit: self.limit };
        let study = Arc::new(Study::new(&self.start, terms)?);
        studies.insert(strength, Arc::clone(&study));
        Some(study)
    }
}

/// The file that keeps the games of a study, as `fairyring study --keep` writes and reads it.
#[pyclass(frozen, module = "fairyring")]
pub(crate) struct StudyFile {
    inner: Mutex<Inner>,
    first: SideId,
}

struct Inner {
    keeper: Keeper,
    /// Who has won the games that are kept.
    kept: BTreeMap<(Strength, u64), Option<SideId>>,
}

#[pymethods]
impl StudyFile {
    /// Opens the file of a study, or makes it.
    #[new]
    fn new(path: PathBuf, games: &StudyGames) -> PyResult<Self> {
        let head = study_head(&games.start, games.seed, games.limit);
        let (keeper, kept) = Keeper::open(&path, &head).map_err(errors::StudyError::new_err)?;
        let kept = kept.into_iter().map(|(key, game)| (key, game.winner)).collect();
        let first = games.start.side_to_move();
        Ok(Self { inner: Mutex::new(Inner { keeper, kept }), first })
    }

    /// The numbers of the games of a level that are not kept yet.
    fn left(&self, level: &str, games: u64) -> PyResult<Vec<u64>> {
        let (strength, inner) = (strength(level)?, self.lock());
        Ok((0..games).filter(|number| !inner.kept.contains_key(&(strength, *number))).collect())
    }

    /// Keeps games that were asked for by their numbers.
    fn add(
        &self,
        py: Python<'_>,
        level: &str,
        numbers: Vec<u64>,
        lines: Vec<String>,
    ) -> PyResult<()> {
        let strength = strength(level)?;
        py.detach(|| {
            let read = |line: String| Outline::from_json(&serde_json::from_str(&line).ok()?);
            let games: Option<Vec<_>> = lines.into_iter().map(read).collect();
            let games = games.unwrap_or_default();
            let told = games.iter().map(|(strength, game)| (*strength, game.number));
            if !told.eq(numbers.into_iter().map(|number| (strength, number))) {
                let message = "other games came back than were asked for";
                return Err(errors::StudyError::new_err(message));
            }
            let mut inner = self.lock();
            for (strength, game) in games {
                inner.keeper.add(strength, &game)?;
                inner.kept.insert((strength, game.number), game.winner);
            }
            Ok(())
        })
    }

    /// Half of the width of the interval in which the share of the side that begins lies, after the first games of a level.
    fn half_width(&self, level: &str, games: u64) -> PyResult<f64> {
        let (strength, inner) = (strength(level)?, self.lock());
        let mut results = Results::none();
        for number in 0..games {
            if let Some(winner) = inner.kept.get(&(strength, number)) {
                results.add(*winner);
            }
        }
        Ok(results.share(self.first).half_width())
    }
}

impl StudyFile {
    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! PGN: games that were played, read one at a time, and written.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use fairyring::bundled;
use fairyring::notation::turn_text;
use fairyring::records::compose;
use fairyring::records::pgn::{ItemKind, PgnError, PgnGame as Written, Reader};
use fairyring::records::replay::{Replayed, Replayer, Terms};
use fairyring::records::variants;
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;
use crate::position::Position;

/// A name and options by which a game is known.
type Key = (String, Vec<(String, String)>);

/// A game, and who plays its records.
struct Known {
    game: Py<Game>,
    replayer: Replayer,
}

/// Reads games, one at a time.
#[pyclass(frozen, module = "fairyring")]
pub(crate) struct PgnReader {
    reader: Mutex<Reader<Box<dyn BufRead + Send>>>,
    /// The game that all records are of, whatever they say.
    game: Option<Py<Game>>,
    known: Mutex<HashMap<Key, Arc<Known>>>,
}

/// A game that was read.
#[pyclass(frozen, get_all, module = "fairyring")]
pub(crate) struct PgnGame {
    /// Its number in the file, from 1.
    number: u64,
    /// The line in which it begins, from 1.
    line: u64,
    /// The tags.
    tags: HashMap<String, String>,
    /// Which game was played; `None` if that is not known.
    game: Option<Py<Game>>,
    /// The text of the position in which it began.
    start: Option<String>,
    /// The turns that were played up to the first that is wrong, as `Position.turns` has them.
    turns: Vec<String>,
    /// The result as the file says it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: String,
    /// What is wrong first; `None` if all is well.
    error: Option<String>,
}

#[pymethods]
impl PgnGame {
    /// The position after the turns, with the game before it; `None` if it is not known which game was played.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Option<Position>> {
        let (Some(game), Some(start)) = (&self.game, &self.start) else { return Ok(None) };
        let mut position = Game::position(game.bind(py).clone(), start)?;
        for turn in &self.turns {
            position = position.play(py, turn)?;
        }
        Ok(Some(position))
    }

    fn __repr__(&self) -> String {
        let wrong = if self.error.is_some() { ", not in order" } else { "" };
        format!("<PgnGame {}, {} turns, {}{wrong}>", self.number, self.turns.len(), self.result)
    }
}

#[pymethods]
impl PgnReader {
    /// Begins to read a file, or a text.
    #[new]
    #[pyo3(signature = (*, path = None, text = None, game = None))]
    fn new(path: Option<PathBuf>, text: Option<String>, game: Option<Py<Game>>) -> PyResult<Self> {
        let stream: Box<dyn BufRead + Send> = match path {
            Some(path) => Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)),
            None => Box::new(Cursor::new(text.unwrap_or_default())),
        };
        Ok(Self { reader: Mutex::new(Reader::new(stream)), game, known: Mutex::default() })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        let read = py.detach(|| self.reader.lock().unwrap_or_else(PoisonError::into_inner).next());
        match read {
            None => Ok(None),
            Some(Ok(game)) => self.played(py, &game).map(Some),
            Some(Err(error)) if error.is_last => {
                Err(errors::RecordError::new_err(error.to_string()))
            }
            Some(Err(error)) => Ok(Some(unread(&error))),
        }
    }
}

/// Says of a game that it cannot be read.
fn unread(error: &PgnError) -> PgnGame {
    PgnGame {
        number: error.game,
        line: error.line,
        tags: HashMap::new(),
        game: None,
        start: None,
        turns: Vec::new(),
        result: "*".to_owned(),
        error: Some(error.message.clone()),
    }
}

impl PgnReader {
    /// Plays what was read.
    fn played(&self, py: Python<'_>, read: &Written) -> PyResult<PgnGame> {
        let mut game = PgnGame {
            number: read.number,
            line: read.line,
            tags: read.tags.iter().cloned().collect(),
            game: None,
            start: None,
            turns: Vec::new(),
            result: read.result().to_owned(),
            error: None,
        };
        let known = match self.known_game(py, read) {
            Ok(known) => known,
            Err(error) => {
                game.error = Some(error.value(py).to_string());
                return Ok(game);
            }
        };
        let Known { game: own, replayer } = &*known;
        game.game = Some(own.clone_ref(py));
        let rules = &own.get().inner;
        let start = match read.tag("FEN").filter(|text| !text.trim().is_empty()) {
            None => rules.start(),
            Some(text) => match rules.position(text) {
                Ok(position) => position,
                Err(error) => {
                    game.error = Some(format!("the FEN is not a position of the game: {error}"));
                    return Ok(game);
                }
            },
        };
        game.start = Some(start.to_string());
        // Elsewhere, draws have to be claimed.
        let draws_are_claimed = read.tag("RulesHash").is_none();
        let terms =
            Terms { draws_are_claimed, by_squares: false, keeps: true, compares_all: false };
        let Replayed { played, wrong, .. } =
            py.detach(|| replayer.replay(start.state(), &read.items, terms));
        game.turns = played.iter().map(|(turn, _)| turn_text(rules.rules(), turn)).collect();
        game.error = wrong.map(|wrong| {
            format!("line {}, turn {}, `{}`: {}", wrong.line, wrong.turn, wrong.text, wrong.why)
        });
        Ok(game)
    }

    /// Returns the game that a record is of. Nothing is locked while other threads of Python may run.
    fn known_game(&self, py: Python<'_>, read: &Written) -> PyResult<Arc<Known>> {
        let set = read.tag("Options").into_iter().flat_map(variants::options);
        let key = match &self.game {
            Some(_) => Key::default(),
            None => variants::of_record(read.tag("Variant"), set),
        };
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = lock().get(&key).cloned();
        if let Some(known) = found {
            return Ok(known);
        }
        let loaded = Arc::new(self.load(py, &key)?);
        lock().insert(key, Arc::clone(&loaded));
        Ok(loaded)
    }

    /// Loads the game of a name.
    fn load(&self, py: Python<'_>, (name, options): &Key) -> PyResult<Known> {
        let game = match &self.game {
            Some(game) => game.clone_ref(py),
            None if bundled::find_game(name).is_none() => {
                let message =
                    format!("the variant `{name}` is not known; `game` says which game it is");
                return Err(errors::RecordError::new_err(message));
            }
            None => Py::new(py, Game::bundled(py, name, options)?)?,
        };
        let replayer = Replayer::new(game.get().session()?);
        let replayer = replayer
            .ok_or_else(|| errors::RecordError::new_err(format!("`{name}` cannot be compiled")))?;
        Ok(Known { game, replayer })
    }
}

/// Writes the game that has led to a position.
pub(crate) fn compose(
    py: Python<'_>,
    position: &Position,
    tags: Vec<(String, String)>,
) -> PyResult<String> {
    let game = position.game.get();
    let (start, turns) = (position.start_text(), position.turn_texts());
    let session = game.session()?;
    let failed = |error: &dyn std::fmt::Display| errors::RecordError::new_err(error.to_string());
    let (name, options) = (game.record_name(), game.set_options());
    let made = py.detach(|| {
        let mut played = session.elsewhere(&start).map_err(|error| failed(&error))?;
        for turn in turns {
            played.play_text(turn).map_err(|error| failed(&error))?;
        }
        let composer = compose::Game { session: &played, name, options: &options };
        let first = played.positions().first().unwrap_or(played.position());
        let made = composer.compose(first, played.history()).map_err(|error| failed(&error))?;
        Ok::<_, PyErr>((made, played.result().map_err(|error| failed(&error))?))
    });
    let (mut made, result) = made?;
    for (name, value) in tags {
        if !compose::OWN_TAGS.contains(&name.as_str()) {
            made.set_tag(&name, value);
        }
    }
    let told = made.tag("Result").unwrap_or("*").to_owned();
    let ended = match &result {
        Some(result) => compose::result_text(Some(result)).to_owned(),
        None => told,
    };
    made.set_tag("Result", ended.clone());
    made.items.push(ItemKind::Result(ended).into());
    Ok(made.to_string())
}

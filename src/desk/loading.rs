//! Games that were asked for, kept as long as there is room.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::question::{GameAsked, Line};
use super::{MAX_WORK, Refusal};
use crate::bundled;
use crate::diag::{Sink, json};
use crate::ir::Game;
use crate::pipeline;
use crate::search::Searcher;
use crate::session::Session;
use crate::source::{FileError, Files, SourceMap};
use crate::state::Allowance;

/// How many games are kept.
const MAX_KEPT: usize = 4;

/// The most turns that a game may have.
const MAX_TURNS: usize = 10_000;

/// The name of a file whose text is in the question, if that gives it none.
const NAMELESS: &str = "game.rules";

/// The last few games, the latest last.
pub(super) struct Shelf {
    files: Box<dyn Files + Send>,
    kept: Vec<(GameAsked, Opened)>,
}

/// A game that could be loaded.
pub(super) struct Opened {
    pub(super) sources: SourceMap,
    /// What is advised about its rules.
    pub(super) advice: Vec<Value>,
    /// The game before its first turn.
    begun: Session,
    /// What derives what the game's pieces are worth, once the computer is asked to play.
    searcher: OnceLock<Searcher>,
    /// How far it was played when it was last asked for.
    last: Option<(Line, Session)>,
}

impl Opened {
    pub(super) fn game(&self) -> &Game {
        self.begun.game()
    }

    /// Returns the game before its first turn.
    pub(super) fn begun(&self) -> &Session {
        &self.begun
    }

    /// Returns a searcher that has found nothing yet, so that the same question has the same answer; `None` if the game cannot
    /// be compiled. What pieces are worth is derived once.
    pub(super) fn searcher(&self, bytes: usize) -> Option<Searcher> {
        let engine = self.begun.engine()?;
        Some(self.searcher.get_or_init(|| Searcher::new(engine, 0)).another(bytes))
    }

    /// Plays a game as far as the line goes.
    fn play(&mut self, line: &Line) -> Result<&Session, Refusal> {
        if line.turns.len() > MAX_TURNS {
            return Err(Refusal::new(format!("a game may have at most {MAX_TURNS} turns here")));
        }
        let mut session = match self.last.take() {
            Some((last, session)) if last.start == line.start => shortened(session, &last, line),
            _ => match &line.start {
                Some(text) => {
                    self.begun.elsewhere(text).map_err(|error| Refusal::new(error.to_string()))?
                }
                None => self.begun.clone(),
            },
        };
        session = session.with_allowance(Allowance::of(MAX_WORK));
        for (number, turn) in line.turns.iter().enumerate().skip(session.history().len()) {
            if let Err(error) = session.play_text(turn) {
                return Err(Refusal { turn: Some(number), ..Refusal::new(error.to_string()) });
            }
        }
        let (_, session) = self.last.insert((line.clone(), session));
        Ok(session)
    }
}

/// Takes turns back until a session has only turns that the line begins with.
fn shortened(mut session: Session, last: &Line, line: &Line) -> Session {
    let same = last.turns.iter().zip(&line.turns).take_while(|(a, b)| a == b).count();
    while session.history().len() > same {
        session.undo();
    }
    session
}

impl Shelf {
    pub(super) fn new(files: Box<dyn Files + Send>) -> Self {
        Self { files, kept: Vec::new() }
    }

    /// Returns a game, loaded if it is not kept.
    pub(super) fn open(&mut self, asked: &GameAsked) -> Result<&mut Opened, Refusal> {
        let opened = match self.kept.iter().position(|(known, _)| known == asked) {
            Some(place) => self.kept.remove(place).1,
            None => load(asked, &*self.files)?,
        };
        if self.kept.len() >= MAX_KEPT {
            self.kept.remove(0);
        }
        self.kept.push((asked.clone(), opened));
        let last = self.kept.last_mut();
        last.map(|(_, opened)| opened).ok_or_else(|| Refusal::new("no game is kept"))
    }

    /// Returns a game, and how it stands after the turns of a line.
    pub(super) fn session(
        &mut self,
        asked: &GameAsked,
        line: &Line,
    ) -> Result<(&Opened, Session), Refusal> {
        let opened = self.open(asked)?;
        let session = opened.play(line)?.clone();
        Ok((opened, session))
    }

    pub(super) fn files(&self) -> &(dyn Files + Send) {
        &*self.files
    }
}

fn load(asked: &GameAsked, files: &dyn Files) -> Result<Opened, Refusal> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = read(asked, &[], files, &mut sources, &mut sink)?;
    let told: Vec<Value> = sink.iter().map(|found| json::to_value(found, &sources)).collect();
    let Some(game) = game else {
        return Err(Refusal { diagnostics: told, ..Refusal::new("the rules have mistakes") });
    };
    let begun = Session::new(Arc::new(game)).map_err(|error| Refusal::new(error.to_string()))?;
    Ok(Opened { sources, advice: told, begun, searcher: OnceLock::new(), last: None })
}

/// Returns the name of the file that a text in a question stands for.
pub(super) fn file_name(asked: &GameAsked) -> &str {
    asked.name.as_deref().unwrap_or(NAMELESS)
}

/// Reads a game with the options that were asked for and further ones.
pub(super) fn read(
    asked: &GameAsked,
    further: &[(String, String)],
    files: &dyn Files,
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Result<Option<Game>, Refusal> {
    let mut options: Vec<(String, String)> = asked.options.clone().into_iter().collect();
    options.retain(|(name, _)| further.iter().all(|(other, _)| other != name));
    options.extend_from_slice(further);
    match (&asked.text, &asked.name) {
        (Some(text), _) => {
            let name = file_name(asked);
            let files = Overlaid { name, text, files };
            Ok(pipeline::load(name, &files, &options, sources, sink))
        }
        (None, Some(name)) => {
            let full = bundled::find_game(name).unwrap_or(name);
            Ok(pipeline::load(full, files, &options, sources, sink))
        }
        (None, None) => Err(Refusal::new("the question names no game: give it `name` or `text`")),
    }
}

/// A text that stands for a file, beside other files.
struct Overlaid<'a> {
    name: &'a str,
    text: &'a str,
    files: &'a dyn Files,
}

impl Files for Overlaid<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == self.name {
            if self.text.len() > crate::source::MAX_SOURCE_BYTES {
                return Err(FileError::TooLarge);
            }
            return Ok(Some(self.text.to_owned()));
        }
        self.files.read(name)
    }

    fn names(&self) -> Vec<String> {
        self.files.names()
    }
}

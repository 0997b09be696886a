//! What helps authors: why a turn is legal or not, why a game is over, what happens in a turn.

mod notation;
mod quotes;
mod refusals;
mod trace;
mod why;

use std::sync::Arc;

use fairyring::bundled::{Bundled, EXTENSION};
use fairyring::diag::Sink;
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::{MemoryFiles, SourceMap, Span};

/// A bundled game with the files it was made from.
struct Loaded {
    game: Arc<Game>,
    sources: SourceMap,
}

impl Loaded {
    /// Loads a bundled game with options.
    fn bundled(name: &str, options: &[(String, String)]) -> Self {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let file = format!("{name}{EXTENSION}");
        let game = pipeline::load(&file, &Bundled, options, &mut sources, &mut sink);
        let game = game.unwrap_or_else(|| panic!("{name} cannot be loaded: {sink:?}"));
        Self { game: Arc::new(game), sources }
    }

    /// Loads a game from the text of its rules.
    fn of_text(text: &str) -> Self {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let files = MemoryFiles::new().with("case.rules", text);
        let game = pipeline::load("case.rules", &files, &[], &mut sources, &mut sink);
        let game = game.unwrap_or_else(|| panic!("{text} cannot be loaded: {sink:?}"));
        Self { game: Arc::new(game), sources }
    }

    /// Begins a game from a position text, `-` for the game's own, and plays turns.
    fn session(&self, position: &str, after: &str) -> Session {
        let begun = match position {
            "-" => Session::new(Arc::clone(&self.game)),
            text => Session::from_position(Arc::clone(&self.game), text),
        };
        let mut session = begun.unwrap_or_else(|error| panic!("{position}: {error}"));
        for turn in after.split_whitespace().filter(|turn| *turn != "-") {
            session.play_text(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
        }
        session
    }

    /// Returns the line on which a place is.
    fn line(&self, span: Span) -> String {
        assert!(!span.is_none(), "a rule without a place");
        self.sources.written_line(span).trim().to_owned()
    }
}

//! From a text to a game, with the bundled games and modules at hand.

use std::sync::Arc;

use fairyring::bundled::Bundled;
use fairyring::diag::{Sink, short};
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::source::{FileError, Files, SourceMap};

/// A rules file, and the bundled ones besides.
struct One<'a>(&'a str);

impl Files for One<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == "generated.rules" {
            return Ok(Some(self.0.to_owned()));
        }
        // A variant is called by its name alone.
        let found = Bundled.read(name)?;
        if found.is_some() || name.contains('/') {
            return Ok(found);
        }
        Bundled.read(&format!("variants/{name}"))
    }
}

/// Loads a game from its rules; what is wrong with them is told in lines.
#[allow(dead_code, reason = "a tool always says which options it wants")]
pub fn load(text: &str) -> Result<Arc<Game>, String> {
    load_with(text, &[])
}

/// Loads a game with options that are wanted to be other than their defaults.
pub fn load_with(text: &str, options: &[(String, String)]) -> Result<Arc<Game>, String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("generated.rules", &One(text), options, &mut sources, &mut sink);
    game.map(Arc::new).ok_or_else(|| {
        let all = sink.into_vec();
        let lines = all.iter().map(|diagnostic| short::one_line(diagnostic, &sources));
        lines.collect::<Vec<_>>().join("\n")
    })
}

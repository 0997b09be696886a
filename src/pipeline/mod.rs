//! From the name of a game to the game, through all stages.
//!
//! ```text
//! name ─ read ─▶ texts ─ syntax ─▶ trees ─ semantics ─▶ Game
//! ```

mod read;
#[cfg(test)]
mod tests;

use crate::diag::Sink;
use crate::ir::Game;
use crate::semantics::{self, Wanted};
use crate::source::{Files, SourceMap};

/// Loads a game: reads its file and all it builds on, and analyses them.
///
/// The name is that of a file, with or without `.rules`. The options are those the caller wants to be
/// other than their defaults, as `(name, value)`. Files and the values of options are added to the
/// source map, so that whatever is wrong can be shown; it goes into the sink, and a game is
/// returned only if there is no error.
///
/// A file that another one names is looked for in the folder of that file, in the folder `lib`
/// below it, and then without a folder and in `lib`: that is where games that come with the
/// program are expected.
pub fn load(
    name: &str,
    files: &dyn Files,
    options: &[(String, String)],
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Option<Game> {
    let program = read::program(name, files, sources, sink)?;
    let mut wanted = Vec::new();
    for (name, value) in options {
        let source = sources.add(format!("<option {name}>"), value.clone());
        wanted.push(Wanted { name: name.clone(), value: value.clone(), source });
    }
    semantics::analyse(&program, &wanted, sink)
}

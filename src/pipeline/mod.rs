//! From the name of a game to the game, through all stages.
//!
//! ```text
//! name ─ read ─▶ texts ─ syntax ─▶ trees ─ semantics ─▶ Game
//! ```

mod about;
mod family;
mod learned;
mod misspelt;
mod old;
mod read;
mod respell;
mod retry;
mod shadow;
#[cfg(test)]
mod tests;
mod words;

pub use about::{About, about};
pub use shadow::shadows;

use crate::diag::codes::Code;
use crate::diag::{Sink, codes, lints};
use crate::ir::Game;
use crate::notation;
use crate::semantics::{self, Wanted};
use crate::source::{Files, SourceMap, Span};
use crate::state::Position;

/// Loads a game: reads its file and all it builds on, and analyses them.
///
/// The name is that of a file, with or without `.rules`. The options are those the caller wants to be
/// other than their defaults, as `(name, value)`. Files and the values of options are added to the
/// source map, so that whatever is wrong can be shown; it goes into the sink, and a game is
/// returned only if there is no error.
///
/// A file that another one names is looked for in the folder of that file and in the folder `lib`
/// below it, in the folder above and in its `lib`, and then without a folder and in `lib`: that is
/// where games that come with the program are expected.
pub fn load(
    name: &str,
    files: &dyn Files,
    options: &[(String, String)],
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Option<Game> {
    let mut told = Sink::new();
    let (game, _) = read_and_analyse(name, files, options, sources, &mut told);
    // Where something found no room, what is told already is more than enough.
    let told = if told.has_errors() && told.left_out() == 0 {
        let read = |files: &dyn Files| {
            let (mut sources, mut found) = (SourceMap::new(), Sink::new());
            let (_, size) = read_and_analyse(name, files, options, &mut sources, &mut found);
            (found, size)
        };
        with_slips(told, files, sources, &read)
    } else {
        told
    };
    old::told_once(told, sink);
    let mut game = game?;
    learned::add(&mut game, files, sources, sink);
    Some(game)
}

/// Adds to errors which slip of the pen would explain them.
fn with_slips(
    told: Sink,
    files: &dyn Files,
    sources: &SourceMap,
    read: &dyn Fn(&dyn Files) -> (Sink, usize),
) -> Sink {
    let mut retry = retry::Retry::new(files, sources, &told, read);
    let told = misspelt::at_declarations(told, &mut retry, sources);
    respell::offered(told, &mut retry, sources)
}

/// Reads and analyses a game; returns it with the size of all that was analysed: the bytes of its items, copies included.
fn read_and_analyse(
    name: &str,
    files: &dyn Files,
    options: &[(String, String)],
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> (Option<Game>, usize) {
    let program = read::program(name, files, sources, sink);
    let read = sources.ids().map(|id| sources.text(id).len()).sum();
    let Some(program) = program else { return (None, read) };
    let items = program.units.iter().flat_map(|unit| &unit.file.items);
    let size = items.map(|item| sources.range(item.span).len()).sum::<usize>().max(read);
    (analyse(&program, options, sources, sink), size)
}

fn analyse(
    program: &semantics::Program,
    options: &[(String, String)],
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Option<Game> {
    let mut wanted = Vec::new();
    for (name, value) in options {
        let source = sources.add(format!("<option {name}>"), value.clone());
        wanted.push(Wanted { name: name.clone(), value: value.clone(), source });
    }
    let mut found = Sink::new();
    let game = semantics::analyse(program, &wanted, &mut found);
    sink.append(family::at_their_words(found, program, sources));
    let game = game.filter(|_| !sink.has_errors())?;
    check_setup(&game, sources, sink).then_some(game)
}

/// Reads a module and all it builds on, and complains about what is wrong with the files: what their text says, and which
/// modules they use. What their names mean depends on the game that uses them.
pub fn read_module(name: &str, files: &dyn Files, sources: &mut SourceMap, sink: &mut Sink) {
    read::file(name, files, sources, sink);
}

/// Tells whether a game says that it does not want the advice of a code.
fn is_allowed(game: &Game, code: Code) -> bool {
    lints::name_of(code).is_some_and(|name| game.allows(name))
}

/// Tells whether the setup is a position of the game that its text can tell, and complains otherwise.
fn check_setup(game: &Game, sources: &SourceMap, sink: &mut Sink) -> bool {
    let error = match notation::read_position(game, &game.start.text) {
        Ok(position) => return check_told(game, &position, sink),
        Err(error) => error,
    };
    let whole = game.start.span.unwrap_or_default();
    let message = format!("the setup does not fit the game: in {}, {}", error.field, error.message);
    let plain = sources.slice(whole).len() == game.start.text.len() + 2;
    let place = u32::try_from(error.at + 1).ok().map(|at| whole.start.saturating_add(at));
    let span = match place {
        Some(at) if plain && at < whole.end => Span::new(whole.source, at, at + 1),
        _ => whole,
    };
    let found = codes::BAD_POSITION.at(span, message).label("here");
    let inherited = sources.ids().next().is_some_and(|first| first != whole.source);
    sink.push(if inherited {
        found.help("the setup is inherited: give the game its own with `replace setup \"…\"`")
    } else {
        found
    });
    false
}

/// Tells whether the text of a position is read as that position again, and complains otherwise.
fn check_told(game: &Game, position: &Position, sink: &mut Sink) -> bool {
    let text = notation::write_position(game, position);
    if notation::read_position(game, &text).as_ref() == Ok(position) {
        return true;
    }
    let span = game.start.span.unwrap_or_default();
    let message = "the start position is not the one that its own text tells";
    let found = codes::BAD_POSITION
        .at(span, message)
        .note(format!("the text is `{text}`"))
        .help("give symbols, marks and fields signs that cannot be taken for one another");
    sink.push(found);
    false
}

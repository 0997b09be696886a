//! Advice about rules that can be played but are hardly meant.
//!
//! Each kind of advice has a name in [`LINTS`](crate::diag::lints::LINTS), by which a file can refuse it
//! with `allow`. Advice rests on what can be told from the rules whatever is played, or on the start
//! position; what may be meant is left alone. It is about what stands in the file itself, not about what
//! that builds on.

mod conditions;
mod events;
mod moves;
mod pieces;
mod start;
mod statements;

use crate::diag::{Diagnostic, lints};
use crate::ir::Game;
use crate::notation;
use crate::source::{SourceId, SourceMap, Span};
use crate::state::Position;

use pieces::Appearing;

/// What is looked at.
struct Looked<'a> {
    game: &'a Game,
    start: Position,
    /// The line of the file that says which game it is.
    header: Span,
    /// Whether the file speaks of no option, so that other values leave what it says as it is.
    settled: bool,
    /// The types that can ever be on the board.
    appearing: Appearing,
    found: Vec<Diagnostic>,
}

/// Returns the advice about a game by place. The first of the sources is the game's own file.
///
/// There is none about what stands in other files, and none that the game allows.
pub fn advice(game: &Game, sources: &SourceMap) -> Vec<Diagnostic> {
    let Some(file) = sources.ids().next() else { return Vec::new() };
    let Ok(start) = notation::read_position(game, &game.start.text) else { return Vec::new() };
    let appearing = Appearing::of(game, &start);
    let settled = speaks_of_no_option(game, sources.text(file));
    let header = header(sources, file);
    let mut looked = Looked { game, header, start, settled, appearing, found: Vec::new() };
    start::look(&mut looked);
    pieces::look(&mut looked);
    conditions::look(&mut looked);
    events::look(&mut looked);
    moves::look(&mut looked);
    wanted(game, looked.found, file)
}

/// Returns the place of the line that begins with `game`.
fn header(sources: &SourceMap, file: SourceId) -> Span {
    let text = sources.text(file);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("game ") {
            let end = start + line.trim_end().len();
            let place = |at: usize| u32::try_from(at).unwrap_or_default();
            return Span::new(file, place(start), place(end));
        }
        start += line.len();
    }
    sources.whole(file)
}

fn speaks_of_no_option(game: &Game, text: &str) -> bool {
    !game.options.iter().any(|option| text.contains(&option.name))
}

/// Leaves out what stands elsewhere and what is allowed.
fn wanted(game: &Game, mut found: Vec<Diagnostic>, file: SourceId) -> Vec<Diagnostic> {
    found.retain(|diagnostic| {
        let allowed = |name| game.allowed.iter().any(|allowed| allowed == name);
        diagnostic.primary.span.source == file
            && !lints::name_of(diagnostic.code).is_some_and(allowed)
    });
    found.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    found
}

impl Looked<'_> {
    /// Adds a piece of advice, with how to refuse it.
    fn advise(&mut self, found: Diagnostic) {
        let name = lints::name_of(found.code).unwrap_or_default();
        self.found.push(found.help(format!("if it is meant, say `allow {name}`")));
    }

    /// Returns where the setup is written, or the head of the file if it is inherited.
    fn setup(&self) -> Span {
        let own = self.game.start.span.filter(|span| span.source == self.header.source);
        own.unwrap_or(self.header)
    }
}

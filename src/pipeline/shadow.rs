//! Files of the author's that stand in the place of bundled ones.

use crate::bundled::{self, EXTENSION};
use crate::diag::{Diagnostic, codes};
use crate::ir::Game;
use crate::source::{SourceId, SourceMap, Span};

/// Advises about each parent or module of a game that is not the bundled one of that name: the file in the folder goes
/// before it, for every file beside it.
///
/// The first of the sources is the game's own file; what is bundled itself shadows nothing.
pub fn shadows(game: &Game, sources: &SourceMap) -> Vec<Diagnostic> {
    let Some(file) = sources.ids().next() else { return Vec::new() };
    if super::is_allowed(game, codes::SHADOWS_BUNDLED) {
        return Vec::new();
    }
    let others = sources.ids().skip(1);
    others.filter_map(|other| shadow(sources, file, other)).collect()
}

fn shadow(sources: &SourceMap, file: SourceId, other: SourceId) -> Option<Diagnostic> {
    let path = sources.name(other);
    let stem = own_name(path);
    let mut bundled = bundled::files().filter(|(name, _)| own_name(name) == stem);
    let (name, text) = bundled.next()?;
    if text == sources.text(other) {
        return None;
    }
    let span = mentioned(sources.text(file), stem)
        .map_or_else(|| Span::point(file, 0), |(start, end)| Span::new(file, start, end));
    let message = format!("`{stem}` is the file `{path}`, not the bundled `{name}`");
    let found = codes::SHADOWS_BUNDLED
        .at(span, message)
        .label("a file in the folder goes before a bundled one of the same name")
        .help(format!("give `{path}` another name to build on the bundled file"));
    Some(found.help("if it is meant, say `allow shadows-bundled`"))
}

fn own_name(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(EXTENSION).unwrap_or(file)
}

/// Finds where a text names a file first, outside of its comments and of what stands in quotes.
fn mentioned(text: &str, name: &str) -> Option<(u32, u32)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        for (at, _) in code.match_indices(name) {
            let is_word = |char: char| char.is_ascii_alphanumeric() || "-_".contains(char);
            let quoted = code[..at].matches('"').count() % 2 == 1;
            let inside =
                code[..at].ends_with(is_word) || code[at + name.len()..].starts_with(is_word);
            if !quoted && !inside {
                let place = |at: usize| u32::try_from(start + at).unwrap_or(u32::MAX);
                return Some((place(at), place(at + name.len())));
            }
        }
        start += line.len();
    }
    None
}

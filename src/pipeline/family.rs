//! Messages about what a family (`each … in …`) was written out to.

use std::collections::HashSet;

use crate::diag::{Diagnostic, Label, Sink};
use crate::semantics::Program;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::Family;

/// Tells of a word that is wrong in its row, once, and not wherever the name stands that it is put in place of; and takes
/// out the fixes that would put a word of one copy where the name stands for the words of all.
pub(super) fn at_their_words(found: Sink, program: &Program, sources: &SourceMap) -> Sink {
    let families: Vec<&Family> =
        program.units.iter().flat_map(|unit| &unit.file.families).collect();
    if families.is_empty() {
        return found;
    }
    let mut kept = Sink::new();
    let mut told = HashSet::new();
    for mut diagnostic in found.into_vec() {
        if let Some(place) = move_to_word(&mut diagnostic, sources)
            && !told.insert((place, diagnostic.code))
        {
            continue;
        }
        diagnostic.suggestions.retain(|fix| !has_name_of(&families, fix.span, sources));
        kept.push(diagnostic);
    }
    kept
}

/// Moves a complaint about a word of a copy to where the word is written; returns that place if it was one.
fn move_to_word(found: &mut Diagnostic, sources: &SourceMap) -> Option<Span> {
    let used = found.primary.span;
    let copied = sources.copied_word(used)?;
    let (place, name) = (copied.place, copied.name.clone());
    found.primary.span = place;
    found.secondary.insert(0, Label { span: used, text: format!("`{name}` stands for it here") });
    let moved = found.suggestions.iter_mut().filter(|fix| fix.span == used);
    moved.for_each(|fix| fix.span = place);
    Some(place)
}

/// Tells whether a name of a family around stands at a place.
fn has_name_of(families: &[&Family], place: Span, sources: &SourceMap) -> bool {
    let text = sources.slice(place);
    let mut words = text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_');
    let around = |family: &&&Family| family.span.contains(place);
    let names: Vec<&str> = families
        .iter()
        .filter(around)
        .flat_map(|family| family.names.iter().map(|name| name.text.as_str()))
        .collect();
    words.any(|word| names.contains(&word))
}

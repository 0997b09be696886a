//! Messages about what a family (`each … in …`) was written out to.

use crate::diag::Sink;
use crate::semantics::Program;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::Family;

/// Takes out the fixes that would put a word of one copy where the name stands for the words of all.
pub(super) fn without_wrong_fixes(found: Sink, program: &Program, sources: &SourceMap) -> Sink {
    let families: Vec<&Family> =
        program.units.iter().flat_map(|unit| &unit.file.families).collect();
    if families.is_empty() {
        return found;
    }
    let mut kept = Sink::new();
    for mut diagnostic in found.into_vec() {
        diagnostic.suggestions.retain(|fix| !has_name_of(&families, fix.span, sources));
        kept.push(diagnostic);
    }
    kept
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

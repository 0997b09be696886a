//! What is said about a file that somebody else wrote: which line of the own file brings it in.

use std::collections::BTreeMap;

use super::Program;
use crate::diag::{Diagnostic, Sink};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Item, ItemKind, Name};

/// Passes on what was found. About the files of modules it is told which `use` of the own file brings them in, and
/// no change is suggested but of misspelt names; what is wrong in several places is told once.
pub(super) fn told(program: &Program, found: Sink, sink: &mut Sink) {
    let Some(root) = program.units.get(program.root) else { return sink.append(found) };
    let own = root.file.header.span.source;
    let uses = used(program);
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut again: Vec<usize> = Vec::new();
    for found in found.into_vec() {
        let source = found.primary.span.source;
        let same = told.iter().position(|other| {
            other.primary.span.source == source && other.message == found.message
        });
        match same {
            Some(at) if source != own && found.is_error() => again[at] += 1,
            _ => {
                told.push(if source == own { found } else { foreign(found, own, &uses) });
                again.push(0);
            }
        }
    }
    for (found, times) in told.into_iter().zip(again) {
        sink.push(match times {
            0 => found,
            1 => found.note("the same is so in one more place of this file"),
            more => found.note(format!("the same is so in {more} more places of this file")),
        });
    }
}

/// Says which line of the own file brings in the one that something is wrong with.
fn foreign(
    mut found: Diagnostic,
    own: SourceId,
    uses: &BTreeMap<SourceId, (Span, String)>,
) -> Diagnostic {
    found
        .suggestions
        .retain(|suggestion| suggestion.span.source == own || suggestion.is_spelling());
    let Some((span, module)) = uses.get(&found.primary.span.source) else { return found };
    if found.secondary.iter().any(|label| label.span.source == own) {
        return found;
    }
    found.secondary(*span, "this brings it in").note(format!(
        "`{module}` does not suit this game as it is; the comments in its file tell what it needs"
    ))
}

/// The files that the own file brings in by `use` and that its parent has not: where it does, and by which name.
fn used(program: &Program) -> BTreeMap<SourceId, (Span, String)> {
    let mut uses = BTreeMap::new();
    let Some(root) = program.units.get(program.root) else { return uses };
    let mut inherited = Vec::new();
    reach(program, root.parent, &mut inherited);
    let mut names: Vec<&Name> = Vec::new();
    collect(&root.file.items, &mut names);
    for name in names {
        let mut reached = inherited.clone();
        reach(program, root.uses.get(&name.text).copied(), &mut reached);
        let new = reached.iter().filter(|index| !inherited.contains(index));
        for unit in new.filter_map(|index| program.units.get(*index)) {
            let source = unit.file.header.span.source;
            uses.entry(source).or_insert((name.span, name.text.clone()));
        }
    }
    uses
}

/// Adds a file and all that it builds on.
fn reach(program: &Program, from: Option<usize>, reached: &mut Vec<usize>) {
    let mut left: Vec<usize> = from.into_iter().collect();
    while let Some(index) = left.pop() {
        if reached.contains(&index) {
            continue;
        }
        reached.push(index);
        let Some(unit) = program.units.get(index) else { continue };
        left.extend(unit.parent.iter().chain(unit.uses.values()));
    }
}

/// Finds the names of modules behind `use`, also under conditions.
fn collect<'p>(items: &'p [Item], names: &mut Vec<&'p Name>) {
    let mut left: Vec<&Item> = items.iter().rev().collect();
    while let Some(item) = left.pop() {
        match &item.kind {
            ItemKind::Use(used, _) => names.extend(used),
            ItemKind::If { then, otherwise, .. } => {
                left.extend(then.iter().chain(otherwise).rev());
            }
            _ => {}
        }
    }
}

//! What authors say about declarations goes when the declaration does.

use super::{Merged, key, resolve};
use crate::source::SourceId;
use crate::syntax::ast::{Category, Item, ItemKind, Mode, Removable};

/// Forgets what other files say about what an item replaces, extends or removes.
pub(super) fn forget(merged: &mut Merged, item: &Item) {
    let changed = match &item.kind {
        ItemKind::Extend(name, _) => Some((Category::Piece, name.text.clone())),
        ItemKind::Remove(Removable::Item(category), name) => Some((*category, name.text.clone())),
        ItemKind::Piece(piece) => {
            let replaced = piece.instead_of.as_ref().map(|old| (Category::Piece, old.text.clone()));
            replaced.or_else(|| replaced_key(item))
        }
        _ => replaced_key(item),
    };
    let Some((category, name)) = changed else { return };
    // What is extended is written as before.
    let writes = !matches!(item.kind, ItemKind::Extend(..));
    forget_of(merged, category, &[name], writes, item.span.source);
}

/// Forgets what all files but one say about declarations, and how these are written if that is asked for, too.
pub(super) fn forget_of(
    merged: &mut Merged,
    category: Category,
    names: &[String],
    writes: bool,
    but: SourceId,
) {
    let aliases = &merged.aliases;
    let resolved = |name: &str| match category {
        Category::Piece => resolve(aliases, name),
        _ => name.to_owned(),
    };
    let names: Vec<String> = names.iter().map(|name| resolved(name)).collect();
    merged.entries.retain(|entry| {
        let (other, said) = match &entry.item.kind {
            ItemKind::Says(Removable::Item(other), said, _) => (*other, said),
            ItemKind::Write(what, Some(said), _) if what.text == "piece" && writes => {
                (Category::Piece, said)
            }
            _ => return true,
        };
        let same = other == category && names.contains(&resolved(&said.text));
        !same || entry.item.span.source == but
    });
}

fn replaced_key(item: &Item) -> Option<(Category, String)> {
    let (key, _) = key(&item.kind).filter(|_| item.mode == Mode::Replace)?;
    Some(key)
}

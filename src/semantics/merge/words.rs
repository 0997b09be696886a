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
    let name = of_piece(merged, category, name);
    let aliases = std::mem::take(&mut merged.aliases);
    merged.entries.retain(|entry| {
        let (other, said) = match &entry.item.kind {
            ItemKind::Says(Removable::Item(other), said, _) => (other, said),
            // What is extended is written as before.
            ItemKind::Write(what, Some(said), _)
                if what.text == "piece" && !matches!(item.kind, ItemKind::Extend(..)) =>
            {
                (&Category::Piece, said)
            }
            _ => return true,
        };
        let same = *other == category
            && (said.text == name
                || (category == Category::Piece && resolve(&aliases, &said.text) == name));
        !same || entry.item.span.source == item.span.source
    });
    merged.aliases = aliases;
}

/// Forgets what other files say about pieces to which a module had added something that is taken out.
pub(super) fn forget_extended(merged: &mut Merged, pieces: &[String], remover: SourceId) {
    let aliases = std::mem::take(&mut merged.aliases);
    let pieces: Vec<String> = pieces.iter().map(|piece| resolve(&aliases, piece)).collect();
    merged.entries.retain(|entry| match &entry.item.kind {
        ItemKind::Says(Removable::Item(Category::Piece), said, _) => {
            entry.item.span.source == remover || !pieces.contains(&resolve(&aliases, &said.text))
        }
        _ => true,
    });
    merged.aliases = aliases;
}

fn replaced_key(item: &Item) -> Option<(Category, String)> {
    let (key, _) = key(&item.kind).filter(|_| item.mode == Mode::Replace)?;
    Some(key)
}

fn of_piece(merged: &Merged, category: Category, name: String) -> String {
    if category == Category::Piece { resolve(&merged.aliases, &name) } else { name }
}

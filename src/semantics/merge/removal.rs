//! `remove`: what a module brought is taken out, and what it had replaced or removed comes back.

use std::collections::HashSet;

use super::{Entry, Key, Merger, Removed, Used, resolve, words};
use crate::diag::{codes, suggest};
use crate::syntax::ast::{Category, ItemKind, Name};

impl Merger<'_> {
    pub(super) fn remove_module(&mut self, name: &Name) {
        let unused: Vec<Used> =
            self.used.extract_if(.., |(_, via)| via.contains(&name.text)).collect();
        let none = unused.is_empty();
        self.unused.extend(unused.into_iter().map(|used| (used, self.via.clone())));
        if none {
            let known = self.used.iter().filter_map(|(_, via)| via.last().map(String::as_str));
            let close = suggest::closest(&name.text, known);
            let message = format!("no module `{}` is used that could be removed", name.text);
            self.sink.push(codes::NOTHING_TO_CHANGE.at(name.span, message).did_you_mean(close));
        }
        self.take_out(name);
        self.give_back(name);
    }

    /// Takes out what a module brought; what that stood in place of comes back.
    fn take_out(&mut self, module: &Name) {
        let batch = self.next_batch();
        let mut extended = Vec::new();
        let entries = std::mem::take(&mut self.merged.entries);
        for (at, mut entry) in entries.into_iter().enumerate() {
            entry.forget(&module.text);
            if !entry.came_through(&module.text) {
                self.merged.entries.push(entry);
                continue;
            }
            if let ItemKind::Extend(piece, _) = &entry.item.kind {
                extended.push(piece.text.clone());
            }
            if let Some((_, name)) = &entry.key {
                self.merged.removed.insert(name.clone(), module.span);
            }
            if let Some(before) = entry.replaced.take() {
                self.reinstate(&entry, &before);
                self.merged.entries.push(*before);
            }
            self.removed.push(Removed { entry, at, batch, by: self.via.clone() });
        }
        let from = module.span.source;
        words::forget_of(&mut self.merged, Category::Piece, &extended, false, from);
    }

    /// Lets the name of a declaration that comes back mean what it meant before another took its place.
    fn reinstate(&mut self, now: &Entry, before: &Entry) {
        let (Some((category, now)), Some((_, before))) = (&now.key, &before.key) else { return };
        self.merged.removed.shift_remove(before);
        if *category == Category::Piece && now != before {
            for target in self.merged.aliases.values_mut().filter(|target| *target == now) {
                target.clone_from(before);
            }
            self.merged.aliases.shift_remove(before);
        }
    }

    /// Puts back what a module removed, unless something else has been declared in its place.
    fn give_back(&mut self, module: &Name) {
        let by_it = |by: &[String]| by.contains(&module.text);
        let mut removed: Vec<Removed> =
            self.removed.extract_if(.., |removed| by_it(&removed.by)).collect();
        removed.retain(|removed| !removed.entry.came_through(&module.text));
        while let Some(batch) = removed.last().map(|removed| removed.batch) {
            let begin = removed.partition_point(|removed| removed.batch < batch);
            let mut last = removed.split_off(begin);
            let now = std::mem::take(&mut self.merged.entries);
            let taken: HashSet<Key> = now.iter().filter_map(|entry| entry.key.clone()).collect();
            last.retain(|removed| {
                removed.entry.key.as_ref().is_none_or(|key| !taken.contains(key))
            });
            let (mut last, mut now) = (last.into_iter().peekable(), now.into_iter());
            loop {
                let at = self.merged.entries.len();
                if let Some(removed) = last.next_if(|removed| removed.at <= at) {
                    self.bring_back(removed.entry);
                } else if let Some(entry) = now.next() {
                    self.merged.entries.push(entry);
                } else {
                    break;
                }
            }
            last.for_each(|removed| self.bring_back(removed.entry));
        }
        let unused = self.unused.extract_if(.., |(_, by)| by_it(by));
        self.used.extend(unused.map(|(used, _)| used));
    }

    fn bring_back(&mut self, entry: Entry) {
        if let Some((_, name)) = &entry.key {
            self.merged.removed.shift_remove(name);
        }
        self.merged.entries.push(entry);
    }

    fn next_batch(&self) -> usize {
        self.removed.last().map_or(0, |removed| removed.batch + 1)
    }

    pub(super) fn remove(&mut self, category: Category, name: &Name) {
        let resolved = self.resolve(category, &name.text);
        let key = (category, resolved.clone());
        let Some(at) = self.position(&key) else {
            self.nothing_to_change(category, name, "removed");
            return;
        };
        let batch = self.next_batch();
        let extends = |entry: &Entry| match &entry.item.kind {
            ItemKind::Extend(name, _) if category == Category::Piece => {
                resolve(&self.merged.aliases, &name.text) == resolved
            }
            _ => false,
        };
        let old = std::mem::take(&mut self.merged.entries);
        let (gone, kept): (Vec<_>, Vec<_>) =
            old.into_iter().enumerate().partition(|(place, entry)| *place == at || extends(entry));
        self.merged.entries = kept.into_iter().map(|(_, entry)| entry).collect();
        let by = &self.via;
        let gone = gone.into_iter().map(|(at, entry)| Removed { entry, at, batch, by: by.clone() });
        self.removed.extend(gone);
        self.merged.removed.insert(resolved, name.span);
    }
}

impl Entry {
    /// Notes in whose place it stands.
    pub(super) fn stands_for(&mut self, old: Self) {
        self.replaced = Some(Box::new(old));
        self.shorten(|_| false);
    }

    /// Leaves out what a module brought from among what it stands in place of.
    fn forget(&mut self, module: &str) {
        self.shorten(|entry| entry.came_through(module));
    }

    fn shorten(&mut self, left_out: impl Fn(&Self) -> bool) {
        let via = self.via.clone();
        if left_out(self) {
            return;
        }
        while let Some(before) = &mut self.replaced
            && (before.via == via || left_out(before))
        {
            self.replaced = before.replaced.take();
        }
    }

    /// Tells whether a module brought it, by itself or by a module that it uses.
    fn came_through(&self, module: &str) -> bool {
        self.via.iter().any(|name| name == module)
    }
}

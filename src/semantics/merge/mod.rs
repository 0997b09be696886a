//! One list of declarations from a game, its ancestors and the modules they use.
//!
//! The oldest ancestor comes first, a module stands where it is used, and what `replace` and `remove`
//! say has been done.

mod given;
mod removal;
mod words;

use indexmap::IndexMap;

use super::option::Settings;
use super::{Program, option};
use crate::diag::{Sink, codes, suggest};
use crate::source::Span;
use crate::syntax::ast::{Category, Item, ItemKind, Mode, Name, OptionItem, PieceItem, Removable};

/// The declarations that count, in order.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    /// The declarations.
    pub entries: Vec<Entry>,
    /// `replace X with Y`: X is read as Y.
    pub aliases: IndexMap<String, String>,
    /// The names of what was removed, with the place that says so.
    pub removed: IndexMap<String, Span>,
}

/// A declaration, and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The declaration.
    pub item: Item,
    /// The modules it came through, outermost first.
    via: Vec<String>,
    /// What it declares, for `replace` and `remove`.
    key: Option<Key>,
    /// What it took the place of, which comes back when the module that brought it is removed. Of what one module, or
    /// the games, declared one after the other only the last is kept, so that such rows stay short.
    replaced: Option<Box<Entry>>,
}

/// What is declared: two declarations with the same key cannot stand together.
type Key = (Category, String);

/// The options that a program declares.
#[derive(Debug)]
pub(crate) struct Options {
    /// Those that the game has.
    pub offered: Vec<OptionItem>,
    /// Those of modules and ancestors that were removed again: they have their defaults, so that
    /// what stands under a condition can be read before it is removed too.
    pub removed: Vec<OptionItem>,
}

/// Collects the options that are declared anywhere in the program.
pub(crate) fn options(program: &Program, sink: &mut Sink) -> Options {
    let mut merger = Merger::new(program, Pass::Options, sink);
    merger.unit(program.root);
    let offered = merger.merged.entries.into_iter().filter_map(Entry::into_option).collect();
    let removed = merger.removed.into_iter().map(|removed| removed.entry);
    let removed = removed.filter_map(Entry::into_option).collect();
    Options { offered, removed }
}

/// Collects everything else, with the values of the options known.
pub(crate) fn merge(program: &Program, settings: &Settings, sink: &mut Sink) -> Merged {
    let mut merger = Merger::new(program, Pass::Rest(settings), sink);
    merger.unit(program.root);
    merger.merged
}

/// What is collected.
#[derive(Clone, Copy, Debug)]
enum Pass<'a> {
    /// Only options, whatever conditions they stand under.
    Options,
    /// All else.
    Rest(&'a Settings),
}

struct Merger<'a> {
    program: &'a Program,
    pass: Pass<'a>,
    sink: &'a mut Sink,
    merged: Merged,
    /// The module at hand and those that use it, outermost first.
    via: Vec<String>,
    /// The file at hand.
    current: usize,
    /// The modules that have been merged in.
    used: Vec<Used>,
    /// What was merged in and removed again.
    removed: Vec<Removed>,
    /// The modules that have been removed by modules.
    unused: Vec<(Used, Vec<String>)>,
    /// What the module that is being merged in declares a second time.
    clashes: Vec<Clash>,
}

/// A module that has been merged in: its file, and the modules it came through with itself.
type Used = (usize, Vec<String>);

/// A declaration that was removed.
struct Removed {
    /// The declaration.
    entry: Entry,
    /// Where it stood.
    at: usize,
    /// Which removal took it out.
    batch: usize,
    /// The modules that removed it, outermost first; none if a game did.
    by: Vec<String>,
}

/// Something that a module declares and the game has already.
struct Clash {
    /// What it is.
    key: Key,
    /// Where the game has it from.
    first: Span,
    /// The module that brought it, if one did.
    module: Option<String>,
}

/// The most clashes that are told one by one.
const MAX_CLASHES: usize = 6;

impl<'a> Merger<'a> {
    fn new(program: &'a Program, pass: Pass<'a>, sink: &'a mut Sink) -> Self {
        let merged = Merged::default();
        Self {
            program,
            pass,
            sink,
            merged,
            via: Vec::new(),
            current: program.root,
            used: Vec::new(),
            removed: Vec::new(),
            unused: Vec::new(),
            clashes: Vec::new(),
        }
    }

    /// Merges a file: its parent first, then its own declarations.
    ///
    /// The loader has made sure that files do not build on themselves and that chains are short.
    fn unit(&mut self, index: usize) {
        let program = self.program;
        let Some(unit) = program.units.get(index) else { return };
        if let Some(parent) = unit.parent {
            self.unit(parent);
        }
        let before = std::mem::replace(&mut self.current, index);
        self.items(&unit.file.items);
        self.current = before;
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match (&item.kind, self.pass) {
            (ItemKind::Use(names, given), pass) => {
                self.modules(names);
                if matches!(pass, Pass::Rest(_)) {
                    self.given(names, given);
                }
            }
            (ItemKind::Remove(Removable::Module, name), _) => self.remove_module(name),
            (ItemKind::If { then, otherwise, .. }, Pass::Options) => {
                self.items(then);
                self.items(otherwise);
            }
            (ItemKind::If { option, value, then, otherwise }, Pass::Rest(settings)) => {
                match option::holds(settings, option, value.as_ref(), self.sink) {
                    Some(true) => self.items(then),
                    Some(false) => self.items(otherwise),
                    None => {}
                }
            }
            (ItemKind::Remove(Removable::Item(Category::Option), name), Pass::Options) => {
                self.remove(Category::Option, name);
            }
            (ItemKind::Option(_), Pass::Options) => self.declaration(item),
            (
                ItemKind::Option(_) | ItemKind::Remove(Removable::Item(Category::Option), _),
                Pass::Rest(_),
            )
            | (_, Pass::Options) => {}
            (ItemKind::Remove(kind, name), Pass::Rest(_)) => {
                if let Removable::Item(category) = *kind {
                    words::forget(&mut self.merged, item);
                    self.remove(category, name);
                }
            }
            (ItemKind::About(..) | ItemKind::Ruling(..) | ItemKind::Test(_), Pass::Rest(_)) => {
                if self.current == self.program.root {
                    self.declaration(item);
                }
            }
            (_, Pass::Rest(_)) => {
                words::forget(&mut self.merged, item);
                self.declaration(item);
            }
        }
    }

    fn modules(&mut self, names: &[Name]) {
        let program = self.program;
        for (index, name) in names.iter().enumerate() {
            if matches!(self.pass, Pass::Rest(_))
                && let Some(first) = names.iter().take(index).find(|other| other.text == name.text)
            {
                let message = format!("the module `{}` is named twice", name.text);
                let found = codes::DUPLICATE_CLAUSE.at(name.span, message);
                let found = found.secondary(first.span, "it is used here already");
                self.sink.push(found.help("leave one of them out"));
                continue;
            }
            let module = program.units.get(self.current).and_then(|unit| unit.uses.get(&name.text));
            let Some(&index) = module else { continue };
            if self.used.iter().any(|(used, _)| *used == index) {
                continue;
            }
            self.via.push(name.text.clone());
            self.used.push((index, self.via.clone()));
            self.unit(index);
            self.via.pop();
            if self.current == self.program.root {
                self.tell_clashes(name);
            }
        }
    }

    /// Complains where a module is used that declares what the game has already.
    fn tell_clashes(&mut self, module: &Name) {
        let clashes = std::mem::take(&mut self.clashes);
        let Some(first) = clashes.first() else { return };
        let told = clashes.iter().take(MAX_CLASHES);
        let mut told: Vec<String> =
            told.map(|clash| format!("{} `{}`", clash.key.0.name(), clash.key.1)).collect();
        let more = clashes.len() - told.len();
        if more > 0 {
            told.push(format!("{more} more"));
        }
        let told = suggest::joined(&told, "and");
        let message = format!("`{}` brings what the game has already: {told}", module.text);
        let found = codes::DUPLICATE_NAME.at(module.span, message);
        let found = found.secondary(first.first, format!("`{}` is told here already", first.key.1));
        let mut others: Vec<String> = Vec::new();
        for other in clashes.iter().filter_map(|clash| clash.module.as_ref()) {
            let remove = format!("`remove module {other}`");
            if !others.contains(&remove) {
                others.push(remove);
            }
        }
        let module = &module.text;
        self.sink.push(if others.is_empty() {
            found.help(format!("leave `use {module}` out, or take out before it what the game has"))
        } else {
            found.help(format!("take out before it what brings the same: {}", others.join(", ")))
        });
    }

    fn nothing_to_change(&mut self, category: Category, name: &Name, done: &str) {
        let entries = &self.merged.entries;
        let keys = || entries.iter().filter_map(|entry| entry.key.as_ref());
        let known = || keys().filter(|key| key.0 == category).map(|key| key.1.as_str());
        let close = self.sink.closest(&name.text, known());
        let message =
            format!("there is no {} `{}` that could be {done}", category.name(), name.text);
        let found = codes::NOTHING_TO_CHANGE.at(name.span, message);
        let other = keys().find(|key| key.1 == name.text && key.0 != category);
        let found = match (close, other, self.merged.removed.get(&name.text)) {
            (_, Some((other, _)), _) => {
                found.help(format!("`{}` is {}", name.text, other.with_article()))
            }
            (_, _, Some(place)) => found.secondary(*place, "it is removed here"),
            (None, ..) => match suggest::short_list(known()) {
                Some(list) => found.help(format!("known here: {list}")),
                None => found,
            },
            (close, ..) => found.did_you_mean(close),
        };
        self.sink.push(found);
    }

    /// Adds a declaration or puts it in the place of another.
    fn declaration(&mut self, item: &Item) {
        let named = key(&item.kind);
        if let ItemKind::Piece(piece) = &item.kind
            && let Some(old) = &piece.instead_of
        {
            self.replace_piece(item, piece, old);
            return;
        }
        let key = named.as_ref().map(|(key, _)| (key.0, self.resolve(key.0, &key.1)));
        let at = key.as_ref().and_then(|key| self.position(key));
        let mut entry = Entry { item: item.clone(), via: self.via.clone(), key, replaced: None };
        match (item.mode, at) {
            (Mode::Add, None) => self.insert(entry),
            (Mode::Replace, Some(at)) if before(&item.kind).is_some() => {
                entry.stands_for(self.merged.entries.remove(at));
                self.insert(entry);
            }
            (Mode::Replace, Some(at)) => self.put(at, entry),
            (Mode::Add, Some(at)) => self.duplicate(item, at),
            (Mode::Replace, None) => {
                if let Some((key, name)) = named {
                    let name = name.unwrap_or(Name { text: key.1.clone(), span: item.span });
                    self.nothing_to_change(key.0, &name, "replaced");
                }
                self.merged.entries.push(entry);
            }
        }
    }

    /// Adds a declaration at the end, or before the one that it names.
    fn insert(&mut self, entry: Entry) {
        let category = entry.key.as_ref().map(|(category, _)| *category);
        let (Some(category), Some(name)) = (category, before(&entry.item.kind).cloned()) else {
            self.merged.entries.push(entry);
            return;
        };
        let Some(at) = self.position(&(category, name.text.clone())) else {
            match self.declared_below(category, &name) {
                Some(place) => self.not_yet(category, &name, place),
                None => self.nothing_to_change(category, &name, "put after this one"),
            }
            self.merged.entries.push(entry);
            return;
        };
        self.merged.entries.insert(at, entry);
    }

    /// Finds a declaration of the file at hand, wherever it stands.
    fn declared_below(&self, category: Category, name: &Name) -> Option<Span> {
        let items = &self.program.units.get(self.current)?.file.items;
        let declared = items.iter().filter_map(|item| key(&item.kind));
        let mut same = declared.filter(|(key, _)| key.0 == category && key.1 == name.text);
        same.find_map(|(_, written)| written).map(|written| written.span)
    }

    fn not_yet(&mut self, category: Category, name: &Name, place: Span) {
        let message = format!(
            "the {} `{}` is declared further down; `before` looks above only",
            category.name(),
            name.text
        );
        let found = codes::NOTHING_TO_CHANGE.at(name.span, message);
        let help = format!("leave out `before {}`: the order is that of the file", name.text);
        self.sink.push(found.secondary(place, "declared here").help(help));
    }

    fn put(&mut self, at: usize, entry: Entry) {
        if let Some(old) = self.merged.entries.get(at)
            && let (ItemKind::Sides(before), ItemKind::Sides(now)) =
                (&old.item.kind, &entry.item.kind)
        {
            let gone =
                before.iter().filter(|(name, _)| now.iter().all(|new| new.0.text != name.text));
            for (name, _) in gone {
                self.merged.removed.insert(name.text.clone(), entry.item.span);
            }
        }
        if let Some(place) = self.merged.entries.get_mut(at) {
            let old = std::mem::replace(place, entry);
            place.stands_for(old);
        }
    }

    fn replace_piece(&mut self, item: &Item, piece: &PieceItem, old: &Name) {
        let new = (Category::Piece, piece.name.text.clone());
        let resolved = self.resolve(Category::Piece, &old.text);
        let key = Some(new.clone());
        let entry = Entry { item: item.clone(), via: self.via.clone(), key, replaced: None };
        if let Some(at) = self.position(&new).filter(|_| new.1 != resolved) {
            self.duplicate(item, at);
            return;
        }
        if let Some(at) = self.position(&(Category::Piece, resolved.clone())) {
            self.put(at, entry);
        } else {
            self.nothing_to_change(Category::Piece, old, "replaced");
            self.merged.entries.push(entry);
        }
        if new.1 == resolved {
            return;
        }
        for target in self.merged.aliases.values_mut().filter(|target| **target == resolved) {
            target.clone_from(&new.1);
        }
        self.merged.aliases.shift_remove(&new.1);
        self.merged.aliases.insert(resolved, new.1);
    }

    fn duplicate(&mut self, item: &Item, at: usize) {
        let Some(first) = self.merged.entries.get(at) else { return };
        let Some((category, name)) = &first.key else { return };
        let (span, message) = match key(&item.kind) {
            Some((_, Some(written))) => {
                (written.span, format!("there is already {} `{name}`", category.with_article()))
            }
            _ => (item.span, format!("`{}` has been told already", category.name())),
        };
        let place = first.key_span();
        let in_module = !self.via.is_empty() && self.merged_by_root();
        if in_module && place.source != span.source {
            let module = first.via.last().cloned();
            self.clashes.push(Clash { key: (*category, name.clone()), first: place, module });
            return;
        }
        let found = codes::DUPLICATE_NAME.at(span, message);
        let found = found.label("told again here").secondary(place, "first told here");
        let found = if place == span {
            found.help("each copy declares it anew: put a name of the `each` around into its name")
        } else if place.source == span.source {
            found
        } else {
            let help = "`replace` puts it in the place of the inherited one";
            found.suggest(item.span.before(), "replace ", help)
        };
        self.sink.push(found);
    }

    /// Tells whether the outermost module at hand is used by the file that was asked for.
    fn merged_by_root(&self) -> bool {
        let root = self.program.units.get(self.program.root);
        let asked = self.via.first();
        root.zip(asked).is_some_and(|(root, asked)| root.uses.contains_key(asked))
    }

    fn resolve(&self, category: Category, name: &str) -> String {
        match category {
            Category::Piece => resolve(&self.merged.aliases, name),
            _ => name.to_owned(),
        }
    }

    fn position(&self, key: &Key) -> Option<usize> {
        self.merged.entries.iter().position(|entry| entry.key.as_ref() == Some(key))
    }
}

impl Entry {
    /// Returns the parameters of the define in whose place this one stands.
    pub(crate) fn parameters_before(&self) -> Option<Vec<Name>> {
        match &self.replaced.as_ref()?.item.kind {
            ItemKind::Define(before) => Some(before.parameters.clone().unwrap_or_default()),
            _ => None,
        }
    }

    /// Returns what comes with this declaration, and cannot be changed by itself.
    pub(crate) fn beside(&self, item: Item) -> Self {
        Self { item, via: self.via.clone(), key: None, replaced: None }
    }

    fn into_option(self) -> Option<OptionItem> {
        if let ItemKind::Option(option) = self.item.kind { Some(option) } else { None }
    }

    fn key_span(&self) -> Span {
        match key(&self.item.kind) {
            Some((_, Some(name))) => name.span,
            _ => self.item.span,
        }
    }
}

/// Returns what a declaration says it comes before.
fn before(kind: &ItemKind) -> Option<&Name> {
    match kind {
        ItemKind::Event(item) => item.before.as_ref(),
        ItemKind::Forbid(item) => item.before.as_ref(),
        ItemKind::Prefer(item) => item.before.as_ref(),
        ItemKind::Ending(item) => item.before.as_ref(),
        ItemKind::Field(item) => item.before.as_ref(),
        _ => None,
    }
}

/// Follows `replace X with Y`.
pub(crate) fn resolve(aliases: &IndexMap<String, String>, name: &str) -> String {
    aliases.get(name).map_or(name, String::as_str).to_owned()
}

/// Returns what a declaration declares, with its name as written if it has one.
fn key(kind: &ItemKind) -> Option<(Key, Option<Name>)> {
    use crate::syntax::ast::CompareItem;
    let (category, name) = match kind {
        ItemKind::Board(_) => return Some(single(Category::Board)),
        ItemKind::Sides(_) => return Some(single(Category::Sides)),
        ItemKind::Turn(_) => return Some(single(Category::Turn)),
        ItemKind::Threat(_) => return Some(single(Category::Threat)),
        ItemKind::Setup(_) => return Some(single(Category::Setup)),
        ItemKind::Piece(item) => (Category::Piece, &item.name),
        ItemKind::Property(name, _) => (Category::Property, name),
        ItemKind::Mark(name, _) => (Category::Mark, name),
        ItemKind::Token(item) => (Category::Token, &item.name),
        ItemKind::Variable(item) => (Category::Variable, &item.name),
        ItemKind::Define(item) => (Category::Define, &item.name),
        ItemKind::Option(item) => (Category::Option, &item.name),
        ItemKind::Event(item) => (Category::Event, &item.name),
        ItemKind::Forbid(item) => (Category::Forbid, &item.name),
        ItemKind::Prefer(item) => (Category::Prefer, &item.name),
        ItemKind::Ending(item) => (Category::Ending, &item.name),
        ItemKind::Field(item) => (Category::Field, &item.name),
        ItemKind::Compare(
            CompareItem::Ignoring(name)
            | CompareItem::WhileUsed(name)
            | CompareItem::Level(name, _),
        ) => (Category::Compare, name),
        ItemKind::Compare(CompareItem::IgnoringSide(_)) => {
            return Some(((Category::Compare, "side to move".to_owned()), None));
        }
        ItemKind::Compare(CompareItem::TurnsByPosition(_)) => {
            return Some(((Category::Compare, "turns by position".to_owned()), None));
        }
        ItemKind::Compare(CompareItem::Number(_))
        | ItemKind::About(..)
        | ItemKind::Ruling(..)
        | ItemKind::Says(..)
        | ItemKind::SaysResult(..)
        | ItemKind::Ask(..)
        | ItemKind::Write(..)
        | ItemKind::Allow(_)
        | ItemKind::Use(..)
        | ItemKind::Extend(..)
        | ItemKind::Test(_)
        | ItemKind::Remove(..)
        | ItemKind::If { .. } => return None,
    };
    Some(((category, name.text.clone()), Some(name.clone())))
}

fn single(category: Category) -> (Key, Option<Name>) {
    ((category, category.name().to_owned()), None)
}

//! The page about the library modules.

use std::collections::BTreeSet;
use std::fmt;
use std::fmt::Write as _;

use fairyring::syntax::ast::{File, ItemKind, Mode};

use crate::files::{Library, items, summary, used};

const HEAD: &str = "# Library modules

Written by `cargo run --release -p fairyring-tools --bin agreement -- --write`; change the files in `games/lib`, not this page.

A game includes a module with `use NAME`. It may replace what the module defines (`replace define NAME = …`) or remove
it (`remove event NAME`); `remove module NAME` undoes all of it. \"Needs from the game\" lists the pieces and sides that a
module refers to by name. [module-recipes.md](module-recipes.md) has an example for each module, and `fairyring help NAME`
prints its file, with comments.

";

/// The kinds of things that a module may define, as the page calls them, in its order.
const KINDS: [&str; 12] = [
    "Options",
    "Definitions",
    "Properties",
    "Pieces",
    "Marks and tokens",
    "Variables",
    "Turn",
    "Events",
    "Rules",
    "Endings",
    "Fields",
    "Extends",
];

/// Returns the whole page.
pub fn page(library: &Library) -> Result<String, fmt::Error> {
    let mut page = String::from(HEAD);
    writeln!(page, "| module | what it says | games |\n| --- | --- | --- |")?;
    for (name, file) in library.folder("lib/") {
        let games = having(library, name).len();
        writeln!(page, "| [{name}](#{name}) | {} | {games} |", summary(file))?;
    }
    for (name, file) in library.folder("lib/") {
        module(&mut page, library, name, file)?;
    }
    Ok(page)
}

fn module(page: &mut String, library: &Library, name: &str, file: &File) -> fmt::Result {
    writeln!(page, "\n## {name}\n\n{}\n", summary(file))?;
    writeln!(page, "- File: [games/lib/{name}.rules](../games/lib/{name}.rules)")?;
    let needs: Vec<&str> = used(file).collect();
    list(page, "Uses", &needs)?;
    let spoken_of = spoken_of(file);
    list(page, "Needs from the game", &spoken_of.iter().map(String::as_str).collect::<Vec<_>>())?;
    for kind in KINDS {
        list(page, kind, &defined(file, kind))?;
    }
    let users: Vec<&str> = library
        .0
        .iter()
        .filter(|(_, file)| used(file).any(|module| module == name))
        .map(|(path, _)| path.rsplit('/').next().unwrap_or(path))
        .collect();
    list(page, "Used by", &users)?;
    let heirs = having(library, name).len();
    writeln!(page, "- Games that have it, through their parents and other modules too: {heirs}")
}

fn list(page: &mut String, what: &str, names: &[&str]) -> fmt::Result {
    if names.is_empty() {
        return Ok(());
    }
    writeln!(page, "- {what}: `{}`", names.join("`, `"))
}

/// Returns what a module names and does not declare: pieces and sides, whose names have a capital, and items beside which
/// it puts its own; in order.
fn spoken_of(file: &File) -> BTreeSet<String> {
    let written = format!("{file:?}");
    let names = written.split("Name { text: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let capital = |name: &&str| name.starts_with(|c: char| c.is_ascii_uppercase());
    let declared: Vec<&str> = KINDS
        .iter()
        .filter(|kind| **kind != "Extends")
        .flat_map(|kind| defined(file, kind))
        .collect();
    let named = names.filter(capital).filter(|name| !declared.contains(name)).map(str::to_owned);
    named.chain(beside(file)).collect()
}

/// Returns the items of the game before which a module puts its own, as it would be written: `ending stalemate`.
fn beside(file: &File) -> Vec<String> {
    let named = items(file).filter_map(|item| {
        let (kind, of_kind, before) = match &item.kind {
            ItemKind::Event(item) => ("event", "Events", &item.before),
            ItemKind::Ending(item) => ("ending", "Endings", &item.before),
            ItemKind::Field(item) => ("field", "Fields", &item.before),
            _ => return None,
        };
        let name = before.as_ref()?.text.as_str();
        (!defined(file, of_kind).contains(&name)).then(|| format!("{kind} {name}"))
    });
    named.collect()
}

/// Returns the games in which a module ends up.
fn having<'a>(library: &'a Library, module: &str) -> Vec<&'a str> {
    let games = library.0.keys().filter(|path| !path.starts_with("lib/"));
    games.map(String::as_str).filter(|path| library.modules(path).contains(module)).collect()
}

/// Returns the names of the things of a kind that a module defines, each once.
fn defined<'a>(file: &'a File, kind: &str) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for item in items(file) {
        let Some((of_kind, name)) = definition(&item.kind) else { continue };
        let name = if of_kind == "Turn" && item.mode == Mode::Replace { "replaced" } else { name };
        if of_kind == kind && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn definition(item: &ItemKind) -> Option<(&'static str, &str)> {
    let (kind, name) = match item {
        ItemKind::Option(option) => ("Options", &option.name),
        ItemKind::Define(item) => ("Definitions", &item.name),
        ItemKind::Property(name, _) => ("Properties", name),
        ItemKind::Piece(piece) => ("Pieces", &piece.name),
        ItemKind::Mark(name, _) => ("Marks and tokens", name),
        ItemKind::Token(token) => ("Marks and tokens", &token.name),
        ItemKind::Variable(variable) => ("Variables", &variable.name),
        ItemKind::Turn(_) => return Some(("Turn", "defined")),
        ItemKind::Event(event) => ("Events", &event.name),
        ItemKind::Forbid(rule) => ("Rules", &rule.name),
        ItemKind::Prefer(rule) => ("Rules", &rule.name),
        ItemKind::Ending(ending) => ("Endings", &ending.name),
        ItemKind::Field(field) => ("Fields", &field.name),
        ItemKind::Extend(name, _) => ("Extends", name),
        _ => return None,
    };
    Some((kind, name.text.as_str()))
}

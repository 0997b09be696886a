//! Which kinds of nodes the IR has, and which games have them.
//!
//! The kinds are read from the source of the IR, those of a game from its debug text: what a change adds to the IR is in
//! the table without further ado.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::constructs::Library;
use super::table;

/// The files of the IR that tell what a game's rules are made of.
const FILES: [&str; 6] = ["effect", "expression", "game", "pattern", "preference", "statement"];

/// Kinds of node that are counted as another one, of which they are the other end: distances that change during a game.
const TOGETHER: [(&str, &str); 1] = [("AtLeast", "Exactly")];

/// Enums that only describe such nodes, or texts about them: no game is made of them.
const DESCRIPTIONS: [&str; 5] = ["Asked", "Composed", "Named", "ShownKind", "StatementPart"];

/// A kind of node, and the games that have it.
type Row = (String, Vec<String>);

/// Returns for every kind of node the games that have one and whose parent has none.
pub fn users(library: &Library) -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| rows(library))
}

fn rows(library: &Library) -> Vec<Row> {
    let kinds = kinds();
    let found: BTreeMap<&str, BTreeSet<String>> = library
        .games()
        .map(|path| (path, nodes(path).intersection(&kinds).cloned().collect()))
        .collect();
    let is_own = |path: &str, kind: &String| {
        let parent = library.parent(path);
        let inherited = parent.and_then(|parent| found.get(parent.as_str()));
        !inherited.is_some_and(|kinds| kinds.contains(kind))
    };
    let rows = kinds.iter().map(|kind| {
        let games = found.iter().filter(|(path, kinds)| kinds.contains(kind) && is_own(path, kind));
        (kind.clone(), games.map(|(path, _)| (*path).to_owned()).collect())
    });
    rows.collect()
}

/// Returns the names of all variants of all public enums of the IR.
fn kinds() -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    for file in FILES {
        let path = table::root().join("src/ir").join(format!("{file}.rs"));
        let text = std::fs::read_to_string(path).expect("a file of the IR");
        let mut inside = false;
        for line in text.lines() {
            inside = match line.strip_prefix("pub enum ") {
                Some(rest) => {
                    let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next();
                    name.is_none_or(|name| !DESCRIPTIONS.contains(&name))
                }
                None => inside && line != "}",
            };
            let name: String =
                line.trim_start().chars().take_while(char::is_ascii_alphanumeric).collect();
            let is_variant = line.starts_with("    ") && !line.starts_with("     ");
            let is_counted = TOGETHER.iter().all(|(same, _)| *same != name);
            if inside
                && is_variant
                && is_counted
                && name.starts_with(|c: char| c.is_ascii_uppercase())
            {
                kinds.insert(name);
            }
        }
    }
    kinds
}

/// Returns the words of a game's debug text, outside texts.
fn nodes(path: &str) -> BTreeSet<String> {
    let game = table::load(path, "").expect("a game without mistakes");
    let text = format!("{game:?}");
    let mut words = BTreeSet::new();
    for outside in text.split('"').step_by(2) {
        let is_word = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase());
        words.extend(
            outside.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_word).map(str::to_owned),
        );
    }
    words
}

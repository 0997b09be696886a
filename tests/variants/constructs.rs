//! The page that tells which games use which constructs: none is there for one game alone.
//!
//! `FAIRYRING_WRITE=1 cargo test constructs` writes `docs/constructs.md` again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{nodes, pages, table};

const PAGE: &str = "docs/constructs.md";

const HEAD: &str = "# Constructs and the games that use them

Written by `FAIRYRING_WRITE=1 cargo test constructs`.

Everything in the language, and in what the language is turned into, must be used by at least two games that do not
stem from each other. Of each construct the tables tell how many games use it, and up to four of them that do not stem
from each other.

## Keywords

A game uses a keyword if it stands in the game's own file, or in a module that the file names: as a word of its own,
outside comments, texts and the names of modules. Words that only make sense together are one row.

| keyword | games | some of them |
| --- | --- | --- |
";

const NODES_HEAD: &str = "
## Nodes of the IR

A game uses a kind of node (see `src/ir/`) if its IR has one and that of its parent has none. Kinds of one name in
several places of the IR are one row.

| node | games | some of them |
| --- | --- | --- |
";

/// Keywords that are counted otherwise: as a part of a phrase of two words, or together with others that mean the same.
const TOGETHER: &[(&[&str], &[&str])] = &[
    (&["a", "an", "the"], &["a", "an", "the"]),
    (&["can", "cannot"], &["can", "cannot"]),
    (&["each"], &["for each"]),
    (&["half", "way"], &["half way"]),
    (&["least"], &["at least"]),
    (&["moving"], &["without moving"]),
    (&["one"], &["one of"]),
    (&["per", "side"], &["per side"]),
    (&["so", "that"], &["so that"]),
    (&["used"], &["while used"]),
];

/// A rules file: the name of its parent, the modules it names, and its words and pairs of words.
struct Rules {
    parent: Option<String>,
    modules: Vec<String>,
    words: BTreeSet<String>,
}

/// All rules files, by their path below `games/` without the ending.
pub struct Library(BTreeMap<String, Rules>);

impl Library {
    pub fn read() -> Self {
        let mut all = BTreeMap::new();
        for folder in ["", "lib/", "variants/"] {
            for name in pages::files(folder) {
                let path = format!("{folder}{name}");
                let file = table::root().join("games").join(format!("{path}.rules"));
                let text = std::fs::read_to_string(file).expect("a rules file");
                let (parent, modules, words) = (parent(&text), modules(&text), words(&text));
                all.insert(path, Rules { parent, modules, words });
            }
        }
        Self(all)
    }

    /// Returns the paths of all games.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str).filter(|path| !path.starts_with("lib/"))
    }

    /// Returns the path of a game's parent.
    pub fn parent(&self, path: &str) -> Option<String> {
        let parent = self.0.get(path)?.parent.as_deref()?;
        let paths = [parent.to_owned(), format!("variants/{parent}")];
        paths.into_iter().find(|path| self.0.contains_key(path))
    }

    /// Returns a file's parent, the parent's parent and so on.
    fn ancestors(&self, path: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut next = self.parent(path);
        while let Some(parent) = next {
            next = self.parent(&parent);
            if !found.insert(parent) {
                break;
            }
        }
        found
    }

    /// Tells whether a file, or a module that it names, has the word or the pair of words.
    fn has(&self, path: &str, word: &str, depth: usize) -> bool {
        let Some(rules) = self.0.get(path) else { return false };
        let in_module = |module: &String| self.has(&format!("lib/{module}"), word, depth - 1);
        rules.words.contains(word) || depth > 0 && rules.modules.iter().any(in_module)
    }

    fn users(&self, words: &[&str]) -> Vec<&str> {
        self.games().filter(|path| words.iter().any(|word| self.has(path, word, 8))).collect()
    }

    /// Picks up to four files that do not stem from each other, as far as there are any.
    pub fn unrelated<'a>(&self, users: &[&'a str]) -> Vec<&'a str> {
        let related =
            |a: &str, b: &str| self.ancestors(a).contains(b) || self.ancestors(b).contains(a);
        let from = |first: usize| {
            let mut picked: Vec<&str> = Vec::new();
            for &user in users[first..].iter().chain(&users[..first]) {
                if picked.len() < 4 && picked.iter().all(|other| !related(user, other)) {
                    picked.push(user);
                }
            }
            picked
        };
        (0..users.len()).map(from).find(|picked| picked.len() > 1).unwrap_or_else(|| from(0))
    }

    /// Writes a row of a table: a construct, how many use it, and some of these.
    fn row(&self, page: &mut String, name: &str, users: &[&str]) {
        let picked: Vec<String> = self.unrelated(users).into_iter().map(link).collect();
        let (count, picked) = (users.len(), picked.join(", "));
        writeln!(page, "| {name} | {count} | {picked} |").expect("a text");
    }
}

/// Returns the words of a rules file, without comments, texts and the names of modules.
fn words(text: &str) -> BTreeSet<String> {
    text.lines().flat_map(words_of_line).collect()
}

fn words_of_line(line: &str) -> Vec<String> {
    let bare = without_texts(line);
    let word_like = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut words = Vec::new();
    for word in bare.split(|c| !word_like(c)).filter(|word| !word.is_empty()) {
        let before = words.last().filter(|before: &&String| !before.contains(' '));
        let pair = before.map(|before| format!("{before} {word}"));
        words.extend(pair);
        words.push(word.to_owned());
        if matches!(word, "use" | "module") {
            break;
        }
    }
    words
}

/// Leaves out what stands between double quotes, and everything from a `#` outside of them.
fn without_texts(line: &str) -> String {
    let outside = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    // A `#` in a comment may come before a quote: what follows it is no code either.
    outside.split('#').next().unwrap_or_default().to_owned()
}

/// Returns the names of the modules that a rules file uses.
fn modules(text: &str) -> Vec<String> {
    let uses = text.lines().filter_map(|line| line.trim_start().strip_prefix("use "));
    let names = uses.map(without_texts).map(|line| line.replace(',', " "));
    names.flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Returns the name of the game that a rules file builds on.
fn parent(text: &str) -> Option<String> {
    let header = text.lines().find(|line| line.starts_with("game "))?;
    let bare = without_texts(header);
    let mut words = bare.split_whitespace().skip_while(|&word| word != "from");
    words.nth(1).map(str::to_owned)
}

/// Returns the keywords of the grammar.
fn keywords() -> Vec<String> {
    let text = |file| std::fs::read_to_string(table::root().join(file)).expect("the grammar");
    let texts = [text("grammar/lexical.pest"), text("grammar/effect.pest")].concat();
    let rules = texts.lines().filter_map(|line| line.strip_prefix("kw_")?.split_once(" = "));
    let words = rules.map(|(_, rule)| rule.split('"').nth(1).expect("a keyword").to_owned());
    words.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Returns the rows of the table of keywords: what each is called, and the words of which one must be there.
fn constructs() -> Vec<(String, Vec<String>)> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for word in keywords() {
        let found = TOGETHER.iter().find(|(parts, _)| parts.contains(&word.as_str()));
        let words = found.map_or_else(
            || vec![word.clone()],
            |(_, words)| words.iter().map(|&word| word.to_owned()).collect(),
        );
        let name = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ");
        if rows.iter().all(|(known, _)| *known != name) {
            rows.push((name, words));
        }
    }
    rows
}

fn page(library: &Library) -> String {
    let mut page = String::from(HEAD);
    for (name, words) in constructs() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        library.row(&mut page, &name, &library.users(&words));
    }
    page.push_str(NODES_HEAD);
    for (name, users) in nodes::users(library) {
        let users: Vec<&str> = users.iter().map(String::as_str).collect();
        library.row(&mut page, &format!("`{name}`"), &users);
    }
    page
}

fn link(path: &str) -> String {
    format!("[{path}](../games/{path}.rules)")
}

#[test]
fn the_page_of_constructs_is_up_to_date() {
    let (file, page) = (table::root().join(PAGE), page(&Library::read()));
    if std::env::var_os("FAIRYRING_WRITE").is_some_and(|value| value == "1") {
        std::fs::write(&file, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(file).unwrap_or_default();
    assert!(there == page, "write it again: FAIRYRING_WRITE=1 cargo test constructs");
}

#[test]
fn constructs_are_used_by_unrelated_games() {
    let library = Library::read();
    let rows = constructs();
    assert!(rows.len() > 100, "only {} keywords were found", rows.len());
    let mut lonely = Vec::new();
    for (name, words) in rows {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if library.unrelated(&library.users(&words)).len() < 2 {
            lonely.push(name);
        }
    }
    for (name, users) in nodes::users(&library) {
        let users: Vec<&str> = users.iter().map(String::as_str).collect();
        if library.unrelated(&users).len() < 2 {
            lonely.push(format!("{name} (IR)"));
        }
    }
    assert!(lonely.is_empty(), "fewer than two unrelated games use {}", lonely.join(", "));
}

#[test]
fn words_are_told_from_comments_and_texts() {
    let text = "game \"a ride\" from chess # step\nuse drops\nmoves N; x = 8x8 # \"leap\"\n";
    let found: Vec<String> = words(text).into_iter().filter(|word| !word.contains(' ')).collect();
    assert_eq!(found, ["8x8", "N", "chess", "from", "game", "moves", "use", "x"]);
    assert!(words("compare x while used").contains("while used"));
    assert_eq!(parent(text).as_deref(), Some("chess"));
    assert_eq!(modules("use a, b c # d\n  use e"), ["a", "b", "c", "e"]);
}

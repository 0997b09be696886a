//! The page that tells which rules files use which keywords: none is there for one game alone.
//!
//! `FAIRYRING_WRITE=1 cargo test constructs` writes `docs/constructs.md` again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{pages, table};

const PAGE: &str = "docs/constructs.md";

const HEAD: &str = "# Keywords and the games that use them

Written by `FAIRYRING_WRITE=1 cargo test constructs`.

For every keyword of the language: how many of the rules files in `games/`, `games/variants/` and `games/lib/` use it,
and up to four of them, none of which is a parent of another where that can be. A keyword counts where it stands as a
word of its own, outside comments, texts and the names of modules. Each must be used by at least two files that do not
stem from each other.

| keyword | files | some of them |
| --- | --- | --- |
";

/// Keywords that no file uses yet, or only one, and why. Where the reason says so, the one is a module of many games.
const EXCUSED: &[(&str, &str)] = &[
    ("an", "the article `a` before a vowel, which means nothing; no file has needed it yet"),
    ("can", "one file asks `can move`; the others ask the contrary, `cannot move`"),
    ("cycle", "one file: what the levels of a power do when there are more of them than entries"),
    ("each", "`for each`: no file yet; sets are handled whole everywhere"),
    ("every", "one file: others ask the contrary, `no … except`"),
    ("half", "`half way`, for slides of at most half the free line: no file yet"),
    ("least", "`at least N`, for slides with a shortest length: one file"),
    ("level", "powers with levels: one file"),
    ("link", "boards that are no grid: no file yet, those there are give directions instead"),
    ("movers", "an option that is a list of ways of moving: one file"),
    ("moving", "`without moving`, for pieces that capture from afar: one file"),
    ("next", "says who has the next step of a turn: one file, as other turns alternate"),
    ("one", "`one of`, for variables with named values: one file"),
    ("outward", "legs that do not turn back: no file yet, `onward` was enough"),
    ("per", "`per side`: one module, which several games use for their counts of checks"),
    ("reads", "letters that are read but never written: one module, which most games use"),
    ("ride", "rides with a leap of their own: one file; others say it in Betza's notation"),
    ("safe", "`is safe on`: one module, which most games use for castling"),
    ("side", "`per side`: one module, which several games use for their counts of checks"),
    ("so", "`so that`, for what would hold after a turn: one module"),
    ("swap", "two pieces that change places as a statement: no file yet; `swaps` as a way is used"),
    ("take", "takes a piece out of a hand: one module, as drops do so by themselves"),
    ("that", "`so that`, for what would hold after a turn: one module"),
    ("the", "an article, which means nothing: no file has needed it yet"),
    ("unmark", "takes a mark away: one file; marks mostly go with their piece"),
    ("used", "`while used`, for what repetition compares: one module, which most games use"),
    ("via", "legs that tell their squares in a turn's text: no file yet"),
    ("way", "`half way`, for slides of at most half the free line: no file yet"),
    ("withdraw", "takes a token away from the board: no file yet"),
];

/// A rules file: the name of its parent, and its words.
struct Rules {
    parent: Option<String>,
    words: BTreeSet<String>,
}

/// All rules files, by their path below `games/` without the ending.
struct Library(BTreeMap<String, Rules>);

impl Library {
    fn read() -> Self {
        let mut all = BTreeMap::new();
        for folder in ["", "lib/", "variants/"] {
            for name in pages::files(folder) {
                let path = format!("{folder}{name}");
                let file = table::root().join("games").join(format!("{path}.rules"));
                let text = std::fs::read_to_string(file).expect("a rules file");
                all.insert(path, Rules { parent: parent(&text), words: words(&text) });
            }
        }
        Self(all)
    }

    /// Returns a file's parent, the parent's parent and so on.
    fn ancestors(&self, path: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut next = Some(path.to_owned());
        while let Some(parent) = next.take().and_then(|path| self.0.get(&path)?.parent.clone()) {
            let paths = [parent.clone(), format!("variants/{parent}")];
            next = paths.into_iter().find(|path| self.0.contains_key(path));
            if next.clone().is_none_or(|path| !found.insert(path)) {
                break;
            }
        }
        found
    }

    fn users(&self, word: &str) -> Vec<&str> {
        let users = self.0.iter().filter(|(_, rules)| rules.words.contains(word));
        users.map(|(path, _)| path.as_str()).collect()
    }

    /// Picks up to four files that do not stem from each other, as far as there are any.
    fn unrelated<'a>(&self, users: &[&'a str]) -> Vec<&'a str> {
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

/// Returns the name of the game that a rules file builds on.
fn parent(text: &str) -> Option<String> {
    let header = text.lines().find(|line| line.starts_with("game "))?;
    let bare = without_texts(header);
    let mut words = bare.split_whitespace().skip_while(|&word| word != "from");
    words.nth(1).map(str::to_owned)
}

/// Returns the keywords of the grammar.
fn keywords() -> Vec<String> {
    let path = table::root().join("grammar/lexical.pest");
    let text = std::fs::read_to_string(path).expect("the grammar");
    let rules = text.lines().filter_map(|line| line.strip_prefix("kw_")?.split_once(" = "));
    rules.map(|(_, rule)| rule.split('"').nth(1).expect("a keyword").to_owned()).collect()
}

fn page(library: &Library) -> String {
    let mut page = String::from(HEAD);
    for word in keywords() {
        let users = library.users(&word);
        let picked = library.unrelated(&users).into_iter().map(link).collect::<Vec<_>>();
        writeln!(page, "| `{word}` | {} | {} |", users.len(), picked.join(", ")).expect("a text");
    }
    if !EXCUSED.is_empty() {
        page.push_str("\nKeywords that two such files do not use:\n\n");
    }
    for (word, why) in EXCUSED {
        writeln!(page, "- `{word}`: {why}").expect("a text");
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
    let keywords = keywords();
    assert!(keywords.len() > 100, "only {} keywords were found", keywords.len());
    for (word, why) in EXCUSED {
        assert!(keywords.iter().any(|keyword| keyword == word), "`{word}` is no keyword");
        assert!(why.len() > 20, "say why: {word}");
    }
    for word in keywords {
        let enough = library.unrelated(&library.users(&word)).len() > 1;
        let excused = EXCUSED.iter().any(|&(other, _)| other == word);
        assert!(enough || excused, "`{word}`: fewer than two unrelated files use it");
        assert!(!(enough && excused), "`{word}` needs no excuse any more");
    }
}

#[test]
fn words_are_told_from_comments_and_texts() {
    let text = "game \"a ride\" from chess # step\nuse drops\nmoves N; x = 8x8 # \"leap\"\n";
    let found: Vec<String> = words(text).into_iter().collect();
    assert_eq!(found, ["8x8", "N", "chess", "from", "game", "moves", "use", "x"]);
    assert_eq!(parent(text).as_deref(), Some("chess"));
}

//! The interpreter knows no game: words of single games stay out of code, texts and grammar.

use super::code::Code;
use super::files::{self, SourceFile};

/// Words that belong to games. A plural in -s counts as well.
const WORDS: &[&str] = &[
    "ring",
    "baronet",
    "gentleman",
    "king",
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    // Not `executor`, though a piece is called so: it is what plays the rules, too.
    "warrior",
    "lancer",
    "castling",
    "sacrifice",
    "curse",
    "bestow",
    "destroy",
    "ruddigore",
    "fellowship",
];

/// Files that translate from other people's notations and so must know some of these words.
const EXEMPT: &[&str] = &["src/semantics/betza/letters.rs", "src/diag/habits.rs"];

#[test]
fn no_game_is_named_in_the_interpreter() {
    let mut findings = Vec::new();
    for file in files::rust_sources().iter().chain(&files::grammar_sources()) {
        if EXEMPT.contains(&file.path.as_str()) || file.is_tests() {
            continue;
        }
        findings.extend(findings_in(file));
    }
    super::assert_none(
        &findings,
        "Name things by what they do in any game (a royal piece, a rider, a token). What only one \
         game has belongs into its file under games/. Comments and tests may name games.",
    );
}

/// Words that the engine once had for things which have a name in chess programming, or plain ones.
const OLD: &[&str] = &[
    "deed",
    "quick",
    "gentle",
    "draft",
    "drafting",
    "asunder",
    "fan",
    "aims",
    "courses",
    "unsure",
    "touchy",
    "carefree",
    "lone",
    "perils",
    "abstracts",
    "safer",
    "effort",
    "fuel",
    "care",
    "want",
    "demand",
    "demanding",
];

/// Words that the search once had for things which have a name in chess programming, or that hide who does what.
const OLD_IN_SEARCH: &[&str] = &[
    "told", "tells", "telling", "unguided", "outlook", "drift", "hopeless", "settle", "quiesce",
    "doubt",
];

/// The folders of the engine.
const ENGINE: &[&str] = &["src/compile/", "src/play/"];

/// The folders of the search, and of what walks turns.
const SEARCH: &[&str] =
    &["src/search/", "src/play/search/", "src/play/plan/", "src/play/perft/", "src/play/playouts/"];

#[test]
fn the_engine_speaks_the_language_of_the_field() {
    let mut findings = Vec::new();
    for file in files::rust_sources() {
        for (folders, old) in [(ENGINE, OLD), (SEARCH, OLD_IN_SEARCH)] {
            if folders.iter().any(|folder| file.path.starts_with(folder)) {
                findings.extend(words_in(&file, &file.text, old));
            }
        }
    }
    super::assert_none(
        &findings,
        "Use the word of chess programming, or a plain one; the glossary of our own is in ARCHITECTURE.md.",
    );
}

#[test]
fn what_a_chess_programmer_looks_for_is_where_the_table_says() {
    let page = include_str!("../../ARCHITECTURE.md");
    let sources = files::rust_sources();
    let mut findings = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for row in page.lines().skip_while(|line| *line != "| looked for | where |").skip(2) {
        if !row.starts_with('|') {
            break;
        }
        // What stands between backquotes is a function, or the file of those before it.
        for quoted in row.split('`').skip(1).step_by(2) {
            if !quoted.starts_with("src/") {
                names.push(quoted);
                continue;
            }
            let text = sources.iter().find(|file| file.path == quoted).map(|file| &file.text);
            for name in names.drain(..) {
                let start = format!("fn {name}");
                if text.is_none_or(|text| !text.contains(&start)) {
                    findings.push(format!("ARCHITECTURE.md: `{name}` is not in {quoted}"));
                }
            }
        }
    }
    super::assert_none(&findings, "Name the function and the file in which it is now.");
}

fn findings_in(file: &SourceFile) -> Vec<String> {
    let code = Code::without_comments(&file.text).without_test_modules_of(&file.text);
    words_in(file, &code.lines().join("\n"), WORDS)
}

/// Returns where words of a list stand in a text of a file. A plural in -s counts as well.
fn words_in(file: &SourceFile, text: &str, words: &[&str]) -> Vec<String> {
    let mut findings = Vec::new();
    for (line, text) in text.lines().enumerate() {
        for part in parts(text) {
            let singular = part.strip_suffix('s').unwrap_or(&part);
            if words.contains(&part.as_str()) || words.contains(&singular) {
                findings.push(format!("{}:{}: `{part}`", file.path, line + 1));
            }
        }
    }
    findings
}

/// Splits a text into words, and words in snake, kebab and camel case into their parts.
fn parts(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    for (at, &char) in chars.iter().enumerate() {
        if !char.is_alphabetic() {
            continue;
        }
        let before = at.checked_sub(1).map(|at| chars[at]).filter(|char| char.is_alphabetic());
        let next_is_small = chars.get(at + 1).is_some_and(|next| next.is_lowercase());
        let starts = match before {
            None => true,
            Some(before) if before.is_lowercase() => char.is_uppercase(),
            Some(_) => char.is_uppercase() && next_is_small,
        };
        if starts {
            found.push(String::new());
        }
        if let Some(part) = found.last_mut() {
            part.extend(char.to_lowercase());
        }
    }
    found
}

#[test]
fn names_are_split_into_parts() {
    assert_eq!(parts("during string_ring"), ["during", "string", "ring"]);
    assert_eq!(parts("WhitePawn2Rook"), ["white", "pawn", "rook"]);
    assert_eq!(parts("UCIKing KING_SIDE"), ["uci", "king", "king", "side"]);
    assert_eq!(parts("half-ring, bring"), ["half", "ring", "bring"]);
}

#[test]
fn words_of_games_are_seen() {
    let check = |text: &str| {
        let file = SourceFile { path: "src/a.rs".to_owned(), text: text.to_owned() };
        findings_in(&file)
    };
    assert_eq!(check("let x = 1;\nlet ring_x = \"the\\nQueen\";").len(), 2);
    assert_eq!(check("fn f() {\n    pawns()\n}"), ["src/a.rs:2: `pawns`"]);
    assert_eq!(check("// king\n/// queen\nlet string = \"bring\"; /* rook */").len(), 0);
    assert_eq!(check("#[cfg(test)]\nmod tests {\n    f(\"a\nking\")\n}").len(), 0);
    assert_eq!(
        check("#[cfg(test)]\nmod tests {\n    const K: &str = \"King }\";\n    f(King)\n}\n").len(),
        0
    );
    assert_eq!(check("#[cfg(test)]\nmod tests { \"a\" }\nconst K: &str = \"King\";").len(), 1);
}

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

/// The folders of the engine.
const ENGINE: [&str; 2] = ["src/compile/", "src/play/"];

#[test]
fn the_engine_speaks_the_language_of_the_field() {
    let mut findings = Vec::new();
    for file in files::rust_sources() {
        if !ENGINE.iter().any(|folder| file.path.starts_with(folder)) {
            continue;
        }
        for (line, text) in file.text.lines().enumerate() {
            for part in parts(text) {
                let singular = part.strip_suffix('s').unwrap_or(&part);
                if OLD.contains(&part.as_str()) || OLD.contains(&singular) {
                    findings.push(format!("{}:{}: `{part}`", file.path, line + 1));
                }
            }
        }
    }
    super::assert_none(
        &findings,
        "Use the word of chess programming, or a plain one; the glossary of our own is in ARCHITECTURE.md.",
    );
}

fn findings_in(file: &SourceFile) -> Vec<String> {
    let code = Code::without_comments(&file.text).without_test_modules_of(&file.text);
    let mut findings = Vec::new();
    for (line, text) in code.lines().iter().enumerate() {
        for part in parts(text) {
            let singular = part.strip_suffix('s').unwrap_or(&part);
            if WORDS.contains(&part.as_str()) || WORDS.contains(&singular) {
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

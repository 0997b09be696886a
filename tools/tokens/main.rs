//! Counts the tokens of rules files: how much an author has to write, and a reader to read.
//!
//! Comments, the header, rulings, pictures and tests are left out. Without files it counts the five games and castling.
//!
//! ```sh
//! cargo run --release -p fairyring-tools --bin tokens -- games/chess.rules
//! ```

use std::{env, fs};

use anyhow::{Context, Result};

/// What is counted if no files are named.
const FILES: [&str; 6] = [
    "games/mono.rules",
    "games/ruddigore.rules",
    "games/fellowship.rules",
    "games/one-ring.rules",
    "games/magic-ring.rules",
    "games/lib/castling.rules",
];

fn main() -> Result<()> {
    let mut files: Vec<String> = env::args().skip(1).collect();
    if files.is_empty() {
        files = FILES.map(str::to_owned).to_vec();
    }
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| format!("{file} cannot be read"))?;
        println!("{:>6}  {file}", count(&tokens(&text)));
    }
    Ok(())
}

/// Splits a text into words, numbers, quoted texts and signs; comments are no tokens.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
            '0'..='9' => rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len()),
            _ if is_word(first) => name_len(rest),
            _ => sign_len(rest, first),
        };
        let (token, behind) = rest.split_at(len);
        if first != '#' && !first.is_whitespace() {
            tokens.push(token);
        }
        rest = behind;
    }
    tokens
}

/// The length of a name: parts that hyphens join, each of which begins with a letter.
fn name_len(text: &str) -> usize {
    let word = |from: usize| {
        let rest = &text[from..];
        from + rest.find(|char| !is_word(char)).unwrap_or(rest.len())
    };
    let mut end = word(0);
    while text[end..].strip_prefix('-').is_some_and(|rest| rest.starts_with(is_first)) {
        end = word(end + 1);
    }
    end
}

fn sign_len(text: &str, first: char) -> usize {
    let pair = ["..", "!=", "<=", ">="].iter().any(|sign| text.starts_with(sign));
    if pair { 2 } else { first.len_utf8() }
}

fn is_first(char: char) -> bool {
    char.is_ascii_alphabetic() || char == '_'
}

fn is_word(char: char) -> bool {
    is_first(char) || char.is_ascii_digit()
}

/// Counts the tokens of the rules themselves.
fn count(tokens: &[&str]) -> usize {
    let mut counted = 0;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let titled = tokens.get(at + 1).is_some_and(|next| next.starts_with('"'));
        let skipped = match *token {
            "rules" if at == 0 => 2,
            "game" | "module" if titled && tokens.get(at + 2) == Some(&"from") => 4,
            "game" | "module" | "summary" | "inventor" | "source" if titled => 2,
            "ruling" => 3,
            "picture" if titled => texts_len(&tokens[at..]),
            "test" if titled => block_len(&tokens[at..]),
            _ => 0,
        };
        counted += usize::from(skipped == 0);
        at += skipped.max(1);
    }
    counted
}

/// The number of a word and the quoted texts after it.
fn texts_len(tokens: &[&str]) -> usize {
    1 + tokens[1..].iter().take_while(|token| token.starts_with('"')).count()
}

/// The number of tokens up to the end of the next block.
fn block_len(tokens: &[&str]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" if depth <= 1 => return at + 1,
            "}" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

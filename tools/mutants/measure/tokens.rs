//! Cutting a rules file into its tokens, roughly: enough to change one of them.

use std::ops::Range;

/// What a token is, as far as it matters for changing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A word of at least four letters and no digits: a name or a word of the language.
    Name,
    /// A shorter word, a number, a square.
    Word,
    /// A way of moving in Betza's notation.
    Betza,
    /// A turn in a test.
    Turn,
    /// A text in quotes that the game reads.
    Text,
    /// A text in quotes that people read.
    Prose,
    /// A bracket, a comma, another sign.
    Sign,
}

/// A token.
#[derive(Clone, Debug)]
pub struct Token {
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: Kind,
    /// Its line, from 1.
    pub line: usize,
}

/// Words that begin lines whose texts are for people.
const PROSE: [&str; 6] = ["game", "inventor", "source", "summary", "ruling", "test"];

/// Words that begin the lines of turns in a test.
const TURNS: [&str; 3] = ["play", "legal", "illegal"];

/// Returns the tokens of a file, comments left out.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut cutter =
        Cutter { text, line: 1, depth: 0, in_test: false, first: "", found: Vec::new() };
    let mut at = 0;
    while let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) {
        at = cutter.step(at, char);
    }
    cutter.found
}

/// Returns the tokens of a file as text: what is left if nobody looks at the layout.
pub fn words(text: &str) -> Vec<&str> {
    tokens(text).into_iter().filter_map(|token| text.get(token.range)).collect()
}

struct Cutter<'t> {
    text: &'t str,
    line: usize,
    depth: usize,
    in_test: bool,
    /// The first word of the line.
    first: &'t str,
    found: Vec<Token>,
}

impl<'t> Cutter<'t> {
    /// Reads what begins at a place; returns where it ends.
    fn step(&mut self, at: usize, char: char) -> usize {
        let rest = self.text.get(at..).unwrap_or("");
        match char {
            '\n' => {
                self.line += 1;
                self.first = "";
                at + 1
            }
            '#' => at + rest.find('\n').unwrap_or(rest.len()),
            '"' => self.quoted(at, rest),
            _ if char.is_whitespace() => at + char.len_utf8(),
            _ if self.in_test && TURNS.contains(&self.first) => {
                let len = rest.find(|char: char| char.is_whitespace() || char == '}');
                self.add(at, len.filter(|len| *len > 0).unwrap_or(1), Kind::Turn)
            }
            _ if is_letter(char) => self.word(at, rest),
            _ => self.sign(at, char),
        }
    }

    fn quoted(&mut self, at: usize, rest: &str) -> usize {
        let len = rest.get(1..).and_then(|inner| inner.find(['"', '\n']));
        let kind = if PROSE.contains(&self.first) { Kind::Prose } else { Kind::Text };
        self.add(at, len.map_or(rest.len(), |len| len + 2), kind)
    }

    fn word(&mut self, at: usize, rest: &'t str) -> usize {
        let len = rest.find(|char| !is_letter(char)).unwrap_or(rest.len());
        let word = rest.get(..len).unwrap_or("");
        if self.first.is_empty() {
            self.first = word;
            self.in_test |= self.depth == 0 && word == "test";
        }
        let plain = !word.contains(|char: char| char.is_ascii_digit());
        let letters = word.chars().filter(char::is_ascii_alphabetic).count();
        let kind = match word.chars().last() {
            Some('A'..='Z' | '0'..='9')
                if word.contains(|char: char| char.is_ascii_uppercase()) =>
            {
                Kind::Betza
            }
            _ if plain && letters >= 4 => Kind::Name,
            _ => Kind::Word,
        };
        self.add(at, len, kind)
    }

    fn sign(&mut self, at: usize, char: char) -> usize {
        let end = self.add(at, char.len_utf8(), Kind::Sign);
        match char {
            '{' => self.depth += 1,
            '}' => {
                self.depth = self.depth.saturating_sub(1);
                self.in_test &= self.depth > 0;
            }
            _ => {}
        }
        end
    }

    fn add(&mut self, at: usize, len: usize, kind: Kind) -> usize {
        let end = (at + len).min(self.text.len());
        self.found.push(Token { range: at..end, kind, line: self.line });
        end
    }
}

fn is_letter(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '-'
}

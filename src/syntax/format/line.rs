//! The lines of a text, cut into words.

use super::{BEFORE_COMMENT, Landmarks};

/// A line, without the space around it.
#[derive(Debug)]
pub(super) struct Line<'t> {
    /// What comes before the comment.
    pub tokens: Vec<Token<'t>>,
    /// From `#` on.
    pub comment: Option<Comment<'t>>,
    /// How many characters are before its first word.
    pub indent: usize,
    /// Whether an item, a member or a statement begins with the line.
    pub is_start: bool,
}

/// A word, a text or a punctuation mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    /// The word.
    pub text: &'t str,
    /// How many characters are before it, counted from the first word of the line.
    pub column: usize,
    /// How many spaces are right before it.
    pub gap: usize,
    /// What kind of bracket it is, if any.
    pub bracket: Bracket,
    /// Whether it must stay as close to the word before as it is.
    pub is_verbatim: bool,
}

/// A comment at the end of a line or on a line of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment<'t> {
    /// From `#` to the last letter.
    pub text: &'t str,
    /// As of a token.
    pub gap: usize,
}

/// What a bracket is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// It is none.
    None,
    /// `(` and `)`.
    Round,
    /// Those of a set of squares.
    Set,
    /// Those of a block.
    Block,
}

/// How many words of a line can be lined up with others.
pub(super) const MAX_COLUMNS: usize = 64;

/// Cuts a text into its lines.
pub(super) fn lines<'t>(text: &'t str, landmarks: &Landmarks) -> Vec<Line<'t>> {
    let mut lines = Vec::new();
    let mut verbatim = landmarks.verbatim.iter().peekable();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mut cutter =
            Cutter { text: line, base: at, landmarks, tokens: Vec::new(), first: None };
        let mut inside = 0;
        let mut comment = None;
        while let Some(char) = line.get(inside..).and_then(|rest| rest.chars().next()) {
            while verbatim.next_if(|range| range.end <= at + inside).is_some() {}
            let one = verbatim.peek().filter(|range| range.contains(&(at + inside)));
            let end = match one {
                Some(range) => (range.end - at).min(line.trim_end().len().max(inside + 1)),
                None if char.is_whitespace() || char == '\u{feff}' => {
                    inside += char.len_utf8();
                    continue;
                }
                None if char == '#' => {
                    comment = Some(cutter.comment(inside));
                    break;
                }
                None => inside + word_length(&line[inside..]),
            };
            cutter.add(inside, end, one.is_some());
            inside = end;
        }
        let is_start = cutter.first.is_some_and(|first| landmarks.starts.contains(&(at + first)));
        let indent = line.chars().take_while(|char| char.is_whitespace()).count();
        let tokens = cutter.without_idle_semicolons();
        lines.push(Line { tokens, comment, indent, is_start });
        at += line.len();
    }
    lines
}

struct Cutter<'t, 'l> {
    text: &'t str,
    /// Where the line begins.
    base: usize,
    landmarks: &'l Landmarks,
    tokens: Vec<Token<'t>>,
    /// Where the first word begins.
    first: Option<usize>,
}

impl<'t> Cutter<'t, '_> {
    fn add(&mut self, start: usize, end: usize, is_verbatim: bool) {
        let text = self.text.get(start..end).unwrap_or("");
        let is_set = self.landmarks.set_brackets.contains(&(self.base + start));
        let bracket = match text {
            "(" | ")" => Bracket::Round,
            "{" | "}" if is_set => Bracket::Set,
            "{" | "}" => Bracket::Block,
            _ => Bracket::None,
        };
        let (column, gap) = self.place(start);
        self.first.get_or_insert(start);
        self.tokens.push(Token { text, column, gap, bracket, is_verbatim });
    }

    fn comment(&mut self, start: usize) -> Comment<'t> {
        let (_, gap) = self.place(start);
        Comment { text: self.text[start..].trim_end(), gap }
    }

    /// Returns the column of a place, and how many spaces are before it.
    fn place(&self, start: usize) -> (usize, usize) {
        let before = &self.text[self.first.unwrap_or(start)..start];
        let width = before.chars().count();
        (width, width - before.trim_end().chars().count())
    }

    /// Leaves out the semicolons that say no more than a line break or a closing bracket after them.
    fn without_idle_semicolons(self) -> Vec<Token<'t>> {
        let is_idle = |at: usize| {
            let next = self.tokens.get(at + 1).map(|next| next.text);
            self.tokens[at].text == ";" && next.is_none_or(|next| matches!(next, ";" | "}"))
        };
        (0..self.tokens.len()).filter(|&at| !is_idle(at)).map(|at| self.tokens[at]).collect()
    }
}

/// Returns the length of the word or mark at the beginning of a text.
fn word_length(text: &str) -> usize {
    let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '\'');
    let length = text.find(|char| !is_word(char)).unwrap_or(text.len());
    if length > 0 {
        return length;
    }
    let two = text.get(..2).filter(|two| matches!(*two, "!=" | "<=" | ">=" | ".."));
    two.map_or_else(|| text.chars().next().map_or(1, char::len_utf8), str::len)
}

impl Line<'_> {
    /// Tells whether nothing is in it.
    pub(super) fn is_blank(&self) -> bool {
        self.tokens.is_empty() && self.comment.is_none()
    }

    /// Returns its first word; empty if there is none.
    pub(super) fn first(&self) -> &str {
        self.tokens.first().map_or("", |token| token.text)
    }

    /// Returns its second word; empty if there is none.
    pub(super) fn second(&self) -> &str {
        self.tokens.get(1).map_or("", |token| token.text)
    }

    /// Returns the line with the right space between its words; `kept` tells before which words the
    /// space stays as it is, and at its end whether that before the comment does.
    pub(super) fn spaced(&self, kept: &[bool]) -> String {
        let mut out = String::new();
        let mut before: Option<&Token<'_>> = None;
        for (token, is_kept) in self.tokens.iter().zip(kept) {
            if let Some(before) = before {
                let gap = if *is_kept { token.gap } else { gap(before, token) };
                out.extend(std::iter::repeat_n(' ', gap));
            }
            out.push_str(token.text);
            before = Some(token);
        }
        if let Some(comment) = &self.comment {
            let is_kept = kept.last().copied().unwrap_or(false);
            if before.is_some() {
                let gap = if is_kept { comment.gap } else { BEFORE_COMMENT };
                out.extend(std::iter::repeat_n(' ', gap));
            }
            out.push_str(comment.text);
        }
        out
    }
}

/// Tells how many spaces belong between two words.
fn gap(before: &Token<'_>, token: &Token<'_>) -> usize {
    let as_written = token.gap.min(1);
    if matches!(token.text, "," | ";" | ":") {
        return if token.is_verbatim { as_written } else { 0 };
    }
    match (before.bracket, before.text) {
        (Bracket::Round, "(") | (Bracket::Set, "{") => return 0,
        (Bracket::Block, _) => return 1,
        (_, "," | ";" | ":") if !before.is_verbatim => return 1,
        _ => {}
    }
    match (token.bracket, token.text) {
        (Bracket::Round, ")") | (Bracket::Set, "}") => 0,
        (Bracket::Block, _) => 1,
        _ if is_comparison(before.text) || is_comparison(token.text) => 1,
        _ => as_written,
    }
}

fn is_comparison(text: &str) -> bool {
    matches!(text, "=" | "!=" | "<=" | ">=" | "<" | ">")
}

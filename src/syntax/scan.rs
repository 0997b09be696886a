//! A first look at a text, before the grammar sees it.
//!
//! It is one walk over the characters. It finds what would make the parser slow or its messages
//! strange (brackets that do not match or are nested too deeply, texts that are not closed, control
//! characters), and joins lines inside round brackets, so that the grammar need not think of them.

use super::brackets::{self, Blame};
use crate::diag::{Diagnostic, Sink, codes};
use crate::source::{MAX_SOURCE_BYTES, SourceId, Span, is_direction};

/// How deeply brackets may be nested.
const MAX_NESTING: usize = 64;

/// How many words that nest without brackets may come in one stretch of a statement.
const MAX_RUN: usize = 100;

/// The words that nest without brackets.
const NESTING_WORDS: [&str; 5] = ["of", "some", "every", "not", "repeated"];

/// Looks at a text; hands out the text for the grammar, in which everything has the same place.
pub(super) fn scan(source: SourceId, text: &str, sink: &mut Sink) -> Option<String> {
    if text.len() > MAX_SOURCE_BYTES {
        let message = format!("the file is larger than {MAX_SOURCE_BYTES} bytes");
        return codes::FILE_TOO_LARGE.at(Span::point(source, 0), message).fail(sink);
    }
    let mut scanner = Scanner::new(source, text);
    match scanner.run() {
        Ok(()) => Some(scanner.output),
        Err(found) => {
            let is_brace = [codes::UNCLOSED, codes::UNOPENED].contains(&found.code);
            let by_indents =
                brackets::blame(text).filter(|_| is_brace && is_about_brace(text, &found));
            by_indents.map_or_else(|| *found, |blame| scanner.by_indents(blame)).fail(sink)
        }
    }
}

type Found = Result<(), Box<Diagnostic>>;

/// An open bracket.
struct Open {
    bracket: char,
    at: usize,
}

struct Scanner<'t> {
    source: SourceId,
    text: &'t str,
    output: String,
    open: Vec<Open>,
    /// How many of the open brackets are round.
    round: usize,
    /// Words that nest, since the statement began.
    run: usize,
    /// The bracket that was open where a line looked like a new item.
    suspect: Option<usize>,
}

impl<'t> Scanner<'t> {
    fn new(source: SourceId, text: &'t str) -> Self {
        let output = String::with_capacity(text.len());
        Self { source, text, output, open: Vec::new(), round: 0, run: 0, suspect: None }
    }

    fn run(&mut self) -> Found {
        let mut at = 0;
        while let Some(char) = self.rest(at).chars().next() {
            at = match char {
                '"' => self.string(at)?,
                '#' => self.comment(at),
                '\n' => self.line_break(at),
                '(' | '{' => self.opening(at, char)?,
                ')' | '}' => self.closing(at, char)?,
                _ if char.is_ascii_alphabetic() => self.word(at)?,
                _ => self.other(at, char)?,
            };
        }
        self.all_closed()
    }

    fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or("")
    }

    /// Takes over the text from `at` to `end` as it is.
    fn keep(&mut self, at: usize, end: usize) -> usize {
        self.output.push_str(self.text.get(at..end).unwrap_or(""));
        end
    }

    fn error(&self, code: crate::diag::Code, at: usize, len: usize, message: &str) -> Diagnostic {
        let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
        code.at(Span::new(self.source, offset(at), offset(at + len)), message)
    }

    fn string(&mut self, at: usize) -> Result<usize, Box<Diagnostic>> {
        let inside = self.rest(at + 1);
        let Some(end) = inside.find(['"', '\n']).filter(|&end| !inside[end..].starts_with('\n'))
        else {
            let found = self
                .error(codes::UNCLOSED, at, 1, "the text in quotes is not closed on its line")
                .label("it begins here")
                .help("put a `\"` at its end");
            return Err(Box::new(found));
        };
        if let Some(bad) = inside[..end].find(is_bad) {
            return Err(self.not_text(at + 1 + bad));
        }
        Ok(self.keep(at, at + 1 + end + 1))
    }

    fn comment(&mut self, at: usize) -> usize {
        let rest = self.rest(at);
        let len = rest.find('\n').unwrap_or(rest.len());
        self.blank(len);
        at + len
    }

    fn blank(&mut self, len: usize) {
        self.output.extend(std::iter::repeat_n(' ', len));
    }

    fn line_break(&mut self, at: usize) -> usize {
        if self.round > 0 {
            self.blank(1);
            return at + 1;
        }
        self.run = 0;
        if self.suspect.is_none()
            && let Some(open) = self.open.last()
            && super::recover::begins_item(self.rest(at + 1))
        {
            self.suspect = Some(open.at);
        }
        self.keep(at, at + 1)
    }

    fn opening(&mut self, at: usize, bracket: char) -> Result<usize, Box<Diagnostic>> {
        if self.open.len() >= MAX_NESTING {
            let message = format!("brackets are nested more than {MAX_NESTING} deep");
            let found = self
                .error(codes::NESTING_TOO_DEEP, at, 1, &message)
                .help("give inner parts names with `define`");
            return Err(Box::new(found));
        }
        if bracket == '(' {
            self.round += 1;
        } else {
            self.run = 0;
        }
        self.open.push(Open { bracket, at });
        Ok(self.keep(at, at + 1))
    }

    fn closing(&mut self, at: usize, bracket: char) -> Result<usize, Box<Diagnostic>> {
        let Some(open) = self.open.pop() else {
            let message = format!("there is no open bracket that this `{bracket}` could close");
            let found = self.error(codes::UNOPENED, at, 1, &message);
            return Err(Box::new(
                found.help("take it out, or open a bracket where it should begin"),
            ));
        };
        let fits = if open.bracket == '(' { ')' } else { '}' };
        let on_this_line = !self.text.get(open.at..at).unwrap_or("").contains('\n');
        if fits != bracket && bracket == ')' && self.round == 0 && !on_this_line {
            let message = "there is no open bracket that this `)` could close";
            let found = self.error(codes::UNOPENED, at, 1, message);
            return Err(Box::new(
                found.help("take it out, or open a bracket where it should begin"),
            ));
        }
        if fits != bracket {
            let message = format!("the `{}` is not closed", open.bracket);
            let offset = u32::try_from(at).unwrap_or(u32::MAX);
            let here = Span::new(self.source, offset, offset + 1);
            let found = self
                .error(codes::UNCLOSED, open.at, 1, &message)
                .label("it opens here")
                .secondary(here, format!("expected `{fits}` before this"));
            return Err(Box::new(found));
        }
        if bracket == ')' {
            self.round -= 1;
        }
        Ok(self.keep(at, at + 1))
    }

    fn word(&mut self, at: usize) -> Result<usize, Box<Diagnostic>> {
        let rest = self.rest(at);
        let len = rest
            .find(|char: char| !(char.is_ascii_alphanumeric() || char == '_' || char == '-'))
            .unwrap_or(rest.len());
        if NESTING_WORDS.contains(&&rest[..len]) {
            self.run += 1;
            if self.run > MAX_RUN {
                let found = self
                    .error(codes::NESTING_TOO_DEEP, at, len, "this is built of too many parts")
                    .help("give the parts names with `define`");
                return Err(Box::new(found));
            }
        }
        Ok(self.keep(at, at + len))
    }

    fn other(&mut self, at: usize, char: char) -> Result<usize, Box<Diagnostic>> {
        if is_bad(char) {
            return Err(self.not_text(at));
        }
        if at == 0 && char == '\u{feff}' {
            self.blank(char.len_utf8());
            return Ok(char.len_utf8());
        }
        if char == ';' {
            self.run = 0;
        }
        Ok(self.keep(at, at + char.len_utf8()))
    }

    fn not_text(&self, at: usize) -> Box<Diagnostic> {
        let char = self.rest(at).chars().next().unwrap_or_default();
        let message =
            format!("found the control character U+{:04X}; a rules file is text", u32::from(char));
        Box::new(self.error(codes::NOT_TEXT, at, char.len_utf8(), &message))
    }

    /// Says what the indents tell about a brace.
    fn by_indents(&self, blame: Blame) -> Diagnostic {
        let place = |at: usize, len: usize| {
            let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
            Span::new(self.source, offset(at), offset(at + len))
        };
        match blame {
            Blame::Unclosed(open, end) => self
                .error(codes::UNCLOSED, end, 0, "the `{` is not closed")
                .label("a `}` is missing here, as the indents tell")
                .secondary(place(open, 1), "the block opens here"),
            Blame::Unopened(at) => self
                .error(codes::UNOPENED, at, 0, "a block begins here without a `{`")
                .suggest(place(at, 0), " {", "put `{` at the end of this line"),
            Blame::Doubled(at) => self
                .error(codes::UNCLOSED, at, 1, "the `{` is not closed")
                .label("the lines below close one block less than this line opens")
                .suggest(place(at, 1), "", "leave one of the braces out"),
            Blame::TooMuch(at) => self
                .error(codes::UNOPENED, at, 1, "there is no open bracket that this `}` could close")
                .help("take it out, or open a bracket where it should begin"),
        }
    }

    fn all_closed(&self) -> Found {
        let Some(last) = self.open.last() else { return Ok(()) };
        let at = self.suspect.unwrap_or(last.at);
        let bracket = self.rest(at).chars().next().unwrap_or(last.bracket);
        let message = format!("the `{bracket}` is not closed");
        let found = self.error(codes::UNCLOSED, at, 1, &message).label("it opens here");
        let close = if bracket == '(' { ')' } else { '}' };
        Err(Box::new(found.help(format!("put a `{close}` where it ends"))))
    }
}

fn place(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// Tells whether the bracket that is told is a brace: round brackets are told where they stand.
fn is_about_brace(text: &str, found: &Diagnostic) -> bool {
    if found
        .secondary
        .iter()
        .any(|label| text.get(place(label.span.start)..).is_some_and(|rest| rest.starts_with(')')))
    {
        // The bracket that does not fit is the better place.
        return false;
    }
    text.get(place(found.primary.span.start)..).is_some_and(|rest| rest.starts_with(['{', '}']))
}

/// Tells whether a character has no place in a text.
fn is_bad(char: char) -> bool {
    char.is_control() && !matches!(char, '\t' | '\r' | '\n') || is_direction(char)
}

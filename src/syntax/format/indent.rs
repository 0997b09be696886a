//! How far lines are indented.

use super::columns::Columns;
use super::line::{Bracket, Line, MAX_COLUMNS, Token};

/// How much further the inside of a bracket and a statement's further lines are.
const STEP: usize = 4;

/// The most lines of a statement that another one can be lined up with.
const MAX_LINES: usize = 100;

/// An open bracket.
#[derive(Debug)]
struct Open {
    bracket: Bracket,
    /// How far the line is indented that decides about the inside.
    indent: usize,
    /// Where the last statement in it begins.
    statement: usize,
    /// Where `and` and `or` end that go on with the line before, by rights.
    link: Option<usize>,
}

/// A word of the statement so far: from where to where it goes, as written and as laid out.
#[derive(Clone, Copy, Debug)]
struct Place {
    written: (usize, usize),
    start: usize,
    /// Whether `and` and `or` can be lined up with its end.
    links: bool,
}

/// Knows what is open at the current line.
#[derive(Debug)]
pub(super) struct Indenter {
    columns: Columns,
    open: Vec<Open>,
    /// The outermost level.
    ground: Open,
    /// The words of the current statement that lines can be lined up with.
    places: Vec<Place>,
    /// How many lines of it there are.
    lines: usize,
    /// The indent of the last line if it went on with a statement, and whether by `then` and a leg.
    last: Option<(usize, bool)>,
}

impl Indenter {
    pub(super) fn new(columns: Columns) -> Self {
        let ground = Open { bracket: Bracket::Block, indent: 0, statement: 0, link: None };
        Self { columns, open: Vec::new(), ground, places: Vec::new(), lines: 0, last: None }
    }

    /// Returns the indent of a line that has words, and goes on behind it.
    pub(super) fn of_line(&mut self, line: &Line<'_>) -> usize {
        let indent = self.indent(line);
        self.note(line, indent);
        let mut before = "";
        for token in &line.tokens {
            match token.text {
                "(" | "{" if token.bracket != Bracket::None => self.open(token, before, indent),
                ")" | "}" if token.bracket != Bracket::None => drop(self.open.pop()),
                _ => {}
            }
            before = token.text;
        }
        indent
    }

    /// Returns the indent of a line that is a comment: that of the next line with words.
    pub(super) fn of_comment(&self, next: Option<&Line<'_>>) -> usize {
        match next {
            Some(next) if !is_closing(next.tokens.first()) => self.indent(next),
            _ => self.inside(),
        }
    }

    fn open(&mut self, token: &Token<'_>, before: &str, line: usize) {
        // The block of an `if` whose condition goes over several lines belongs to the `if`.
        let is_statements = token.bracket == Bracket::Block && before != "then";
        let indent = if is_statements { self.level().statement.min(line) } else { line };
        let (bracket, statement) = (token.bracket, indent + STEP);
        self.open.push(Open { bracket, indent, statement, link: None });
    }

    fn level(&self) -> &Open {
        self.open.last().unwrap_or(&self.ground)
    }

    /// Where statements of this level begin.
    fn inside(&self) -> usize {
        self.open.last().map_or(0, |open| open.indent + STEP)
    }

    fn indent(&self, line: &Line<'_>) -> usize {
        let closed = line.tokens.iter().take_while(|token| is_closing(Some(token))).count();
        if closed > 0 {
            let level = self.open.len().checked_sub(closed).and_then(|at| self.open.get(at));
            return level.map_or(0, |open| open.indent);
        }
        let level = self.level();
        if line.is_start {
            return self.inside();
        }
        if is_branch(line) {
            return level.statement;
        }
        if let Some(column) = self.column(line) {
            return column;
        }
        match (level.link, self.last) {
            _ if level.bracket != Bracket::Block => self.inside(),
            (Some(end), _) if is_link(line.first()) => end.saturating_sub(line.first().len()),
            (_, Some((last, true))) if is_leg(line) => last,
            (_, Some((last, false))) if is_leg(line) => last + STEP / 2,
            _ => level.statement + STEP,
        }
    }

    /// Returns where a line is lined up with a word above, if it is: their beginnings, or the ends of
    /// words that link.
    fn column(&self, line: &Line<'_>) -> Option<usize> {
        let (start, word) = (line.indent, line.first());
        let end = start + word.chars().count();
        let links = is_link(word) || word == "else";
        let fits = |place: &&Place| {
            place.written.0 == start || links && place.links && place.written.1 == end
        };
        let place =
            self.places.iter().rev().find(fits).filter(|_| self.columns == Columns::Kept)?;
        (place.start + start).checked_sub(place.written.0)
    }

    /// Remembers what the lines after this one go on with.
    fn note(&mut self, line: &Line<'_>, indent: usize) {
        let is_further = !line.is_start && !is_closing(line.tokens.first()) && !is_branch(line);
        self.last = is_further.then(|| (indent, is_leg(line)));
        if line.is_start {
            self.places.clear();
            self.lines = 0;
        }
        if self.lines < MAX_LINES {
            self.lines += 1;
            // Where lines begin is no column that somebody has chosen.
            self.places.extend(line.tokens.iter().take(MAX_COLUMNS).skip(1).map(|token| {
                let start = line.indent + token.column;
                let written = (start, start + token.text.chars().count());
                let links = matches!(token.text, "when" | "while" | "if" | "only" | "and" | "or");
                Place { written, start: indent + token.column, links }
            }));
        }
        let level = self.open.last_mut().unwrap_or(&mut self.ground);
        if line.is_start {
            level.statement = indent;
        }
        let links = is_further && (line.first() == "when" || is_link(line.first()));
        level.link = links.then(|| indent + line.first().len());
    }
}

fn is_closing(token: Option<&Token<'_>>) -> bool {
    token.is_some_and(|token| matches!(token.text, "}" | ")") && token.bracket != Bracket::None)
}

fn is_link(word: &str) -> bool {
    matches!(word, "and" | "or")
}

/// Tells whether a line is a further leg of a walk: `then step …`.
fn is_leg(line: &Line<'_>) -> bool {
    line.first() == "then" && line.second() != "{"
}

/// Tells whether a line is another branch of its statement: `else …`, `otherwise …`, `or "…" {`, `or each … {`,
/// `or LABEL: {`.
fn is_branch(line: &Line<'_>) -> bool {
    let third = || line.tokens.get(2).map_or("", |token| token.text);
    match line.first() {
        "else" => line.second() == "{" || line.second() == "if",
        "otherwise" => true,
        "or" => {
            matches!(line.second(), "{" | "each")
                || line.second().starts_with('"') && third() == "{"
                || third() == ":"
        }
        _ => false,
    }
}

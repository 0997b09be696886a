//! Lays out a file without losing anything that somebody wrote.
//!
//! Where lines break is up to the author, and so are comments and single blank lines; the formatter
//! decides how far lines are indented and how much space is between the words of a line. Columns that
//! an author has lined up stay lined up. The result means the same: that is checked every time.
//!
//! ```
//! use fairyring::{diag::Sink, source::SourceId, syntax::format};
//!
//! let text = "rules 1\ngame  \"Tiny\"  # a game\nboard   3x3\n\n\n\nturn{move}";
//! let pretty = format::format(SourceId(0), text, &mut Sink::new());
//! let expected = "rules 1\ngame \"Tiny\"  # a game\nboard 3x3\n\nturn { move }\n";
//! assert_eq!(pretty.as_deref(), Some(expected));
//! ```

mod columns;
mod indent;
mod line;
#[cfg(test)]
mod tests;

use super::parser::{self, Landmarks, Rule};
use super::scan;
use crate::diag::Sink;
use crate::source::SourceId;
use columns::Columns;
use indent::Indenter;

/// How often a layout may be laid out again before columns are given up.
const MAX_ROUNDS: usize = 8;

/// What stands before a comment that ends a line.
const BEFORE_COMMENT: usize = 4;

/// Lays out a file; `None` if it has mistakes, which are then in the sink.
///
/// Formatting what this returns changes nothing any more.
pub fn format(source: SourceId, text: &str, sink: &mut Sink) -> Option<String> {
    let mut own = Sink::new();
    let parsed = super::parse(source, text, &mut own);
    let has_errors = own.has_errors();
    sink.append(own);
    parsed.filter(|_| !has_errors)?;
    let pretty = settled(text)?;
    // Better no layout than another meaning.
    let is_safe = parts(text) == parts(&pretty) && essence(text) == essence(&pretty);
    Some(if is_safe { pretty } else { text.to_owned() })
}

/// What a file says, wherever it stands.
fn parts(text: &str) -> Option<Vec<(Rule, usize, String)>> {
    parser::parts(&scan::scan(SourceId(0), text, &mut Sink::new())?)
}

/// What must not change: all but white space and the semicolons that a line break can stand for.
fn essence(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace() && *char != ';').collect()
}

/// Lays out a text until nothing changes any more.
fn settled(text: &str) -> Option<String> {
    let mut current = laid_out(text, Columns::Kept)?;
    for _ in 0..MAX_ROUNDS {
        let next = laid_out(&current, Columns::Kept)?;
        if next == current {
            return Some(current);
        }
        current = next;
    }
    laid_out(&current, Columns::Dropped)
}

fn laid_out(text: &str, columns: Columns) -> Option<String> {
    let scanned = scan::scan(SourceId(0), text, &mut Sink::new())?;
    let landmarks = parser::landmarks(&scanned)?;
    let (mark, break_of_line) = conventions(text);
    let lines = line::lines(text, &landmarks);
    let kept = columns::kept(&lines, columns);
    let mut out = vec![mark.to_owned()];
    let mut indenter = Indenter::new(columns);
    let mut written = Written::Nothing;
    let with_words: Vec<usize> =
        (0..lines.len()).filter(|&index| !lines[index].tokens.is_empty()).collect();
    for (index, line) in lines.iter().enumerate() {
        if line.is_blank() {
            written = if written == Written::Line { Written::BlankAsked } else { written };
            continue;
        }
        let is_closing = line.tokens.first().is_some_and(|token| matches!(token.text, "}" | ")"));
        if written == Written::BlankAsked && !is_closing {
            out.push(break_of_line.to_owned());
        }
        let indent = if line.tokens.is_empty() {
            let next = with_words.partition_point(|&other| other < index);
            indenter.of_comment(with_words.get(next).and_then(|&next| lines.get(next)))
        } else {
            indenter.of_line(line)
        };
        out.push(" ".repeat(indent));
        out.push(line.spaced(&kept[index]));
        out.push(break_of_line.to_owned());
        let opens = line.comment.is_none()
            && line.tokens.last().is_some_and(|token| matches!(token.text, "{" | "("));
        written = if opens { Written::Opening } else { Written::Line };
    }
    Some(out.concat())
}

/// What was written last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Nothing,
    /// A line that ends with an open bracket: no blank line comes right after it.
    Opening,
    Line,
    /// A line, and a blank one is due.
    BlankAsked,
}

/// Returns what marks the beginning of the file, if anything, and how it ends its lines.
fn conventions(text: &str) -> (&'static str, &'static str) {
    let mark = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let first = text.split_inclusive('\n').next().unwrap_or("");
    (mark, if first.ends_with("\r\n") { "\r\n" } else { "\n" })
}

#[cfg(test)]
mod conventions_tests {
    #[test]
    fn marks_and_line_ends_are_kept() {
        assert_eq!(super::conventions("\u{feff}a\r\nb\n"), ("\u{feff}", "\r\n"));
        assert_eq!(super::conventions("a\nb\r\n"), ("", "\n"));
        assert_eq!(super::conventions(""), ("", "\n"));
    }
}

//! Columns that an author has lined up. The space before a comment is the author's as well.

use super::line::{Line, MAX_COLUMNS};

/// What becomes of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// What stands right below or above something else stays there.
    Kept,
    /// There is one space between words, come what may.
    Dropped,
}

/// How far away lines of the same kind are looked for.
const REACH: usize = 20;

/// Tells for each line before which words, and at the end whether before its comment, the space
/// stays as it is.
pub(super) fn kept(lines: &[Line<'_>], columns: Columns) -> Vec<Vec<bool>> {
    (0..lines.len()).map(|at| kept_in(lines, at, columns)).collect()
}

fn kept_in(lines: &[Line<'_>], at: usize, columns: Columns) -> Vec<bool> {
    let line = &lines[at];
    let is_wide = line.tokens.iter().any(|token| token.gap > 1);
    let others =
        if is_wide && columns == Columns::Kept { neighbours(lines, at) } else { Vec::new() };
    let is_column = |column: usize| {
        others.iter().any(|other| {
            other
                .tokens
                .iter()
                .take(MAX_COLUMNS)
                .any(|token| token.column == column && token.gap > 0)
        })
    };
    let words = line.tokens.iter().enumerate();
    let mut kept: Vec<bool> = words
        .map(|(at, token)| at < MAX_COLUMNS && token.gap > 1 && is_column(token.column))
        .collect();
    kept.push(line.comment.is_some_and(|comment| comment.gap > 1));
    kept
}

/// The nearest lines of the same kind.
fn neighbours<'l, 't>(lines: &'l [Line<'t>], at: usize) -> Vec<&'l Line<'t>> {
    let kind = |line: &Line<'_>| match line.first() {
        "or" => "either".to_owned(),
        word => word.to_owned(),
    };
    let own = kind(&lines[at]);
    let is_like = |line: &&Line<'_>| (line.is_start || line.first() == "or") && kind(line) == own;
    let above = lines[at.saturating_sub(REACH)..at].iter().rev().find(is_like);
    let below = lines[at + 1..lines.len().min(at + 1 + REACH)].iter().find(is_like);
    above.into_iter().chain(below).collect()
}

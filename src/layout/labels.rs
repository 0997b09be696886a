//! What is written beside the rows and below the columns of a board.

use super::Rows;
use crate::ir::Board;

/// The names of the rows and columns of a layer, empty where its squares have none in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The rows, from the top.
    pub rows: Vec<String>,
    /// The columns, from the left.
    pub columns: Vec<String>,
}

impl Labels {
    /// Names the rows and columns of a layer.
    pub fn of(board: &Board, rows: &Rows<'_>) -> Self {
        let names: Vec<Vec<Option<&str>>> = rows
            .iter()
            .map(|row| row.iter().map(|at| at.map(|at| board.name(at))).collect())
            .collect();
        let longest = names.iter().map(Vec::len).max().unwrap_or(0);
        if let [only] = names.as_slice() {
            let columns = only.iter().map(|name| name.unwrap_or("").to_owned()).collect();
            return Self { rows: vec![String::new()], columns };
        }
        let rows = names.iter().map(|row| shared(row.iter().flatten().map(|name| halves(name).1)));
        let column = |index: usize| {
            let names = names.iter().filter_map(move |row| row.get(index).copied().flatten());
            shared(names.map(|name| halves(name).0))
        };
        Self { rows: rows.collect(), columns: (0..longest).map(column).collect() }
    }
}

/// Splits a square's name into its letters and the rest.
fn halves(name: &str) -> (&str, &str) {
    let end = name.find(|letter: char| !letter.is_alphabetic()).unwrap_or(name.len());
    name.split_at(end)
}

/// Returns the text that all have in common; nothing if they differ.
fn shared<'a>(mut texts: impl Iterator<Item = &'a str>) -> String {
    let Some(first) = texts.next() else { return String::new() };
    if texts.all(|text| text == first) { first.to_owned() } else { String::new() }
}

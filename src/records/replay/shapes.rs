//! What is known of how a game's turns are written, to find plain ones at once.

use std::collections::HashMap;

use crate::ir::{Game, SquareId, TypeSet};
use crate::notation;

/// The letters, squares and signs of a game.
#[derive(Debug)]
pub(super) struct Shapes {
    /// The types that a capital stands for; at 0 those that need none.
    letters: [TypeSet; 27],
    squares: HashMap<String, SquareId>,
    /// The names of ways of moving, with what stands for them.
    pub(super) signs: Vec<(String, String)>,
}

/// A turn that is written plainly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape<'t> {
    /// A sign that stands for a whole move.
    Sign(&'t str),
    /// A drop of one of these types.
    Drop(TypeSet, SquareId),
    /// A move.
    Move(Move<'t>),
}

/// A move that is written plainly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move<'t> {
    pub(super) kinds: TypeSet,
    /// Whether the piece goes without a letter.
    pub(super) is_bare: bool,
    /// The part of the square where it begins that the text gives.
    pub(super) origin: &'t str,
    pub(super) captures: bool,
    pub(super) to: SquareId,
    /// What it becomes.
    pub(super) becomes: Option<TypeSet>,
}

impl Shapes {
    pub(super) fn of(game: &Game) -> Self {
        let mut letters = [TypeSet::EMPTY; 27];
        for kind in game.types.ids() {
            let symbol = notation::type_symbol(game, kind);
            let letter = game.writing.piece(kind).unwrap_or(&symbol);
            if let Some(place) = place(letter) {
                letters[place].insert(kind);
            }
        }
        let squares = game.board.squares.ids();
        let squares = squares.map(|square| (game.board.name(square).to_owned(), square));
        Self { letters, squares: squares.collect(), signs: game.writing.moves.clone() }
    }

    /// Reads a turn that is written plainly; nothing if it is not.
    pub(super) fn read<'t>(&self, text: &'t str) -> Option<Shape<'t>> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        if self.signs.iter().any(|(_, sign)| sign == text) {
            return Some(Shape::Sign(text));
        }
        let (kinds, rest) = self.kinds(text);
        if let Some(square) = rest.strip_prefix('@') {
            let to = *self.squares.get(square)?;
            return (rest.len() < text.len()).then_some(Shape::Drop(kinds, to));
        }
        let (rest, becomes) = match rest.split_once('=') {
            Some((rest, letter)) => {
                let (kinds, left) = self.kinds(letter);
                (rest, Some(kinds).filter(|_| left.is_empty() && !letter.is_empty()))
            }
            None => (rest, None),
        };
        if text.contains('=') && becomes.is_none() {
            return None;
        }
        let digits = rest.len() - rest.trim_end_matches(|char: char| char.is_ascii_digit()).len();
        let begin = rest.len().checked_sub(digits + 1).filter(|_| digits > 0)?;
        let (before, square) = rest.split_at_checked(begin)?;
        let to = *self.squares.get(square)?;
        let origin = before.strip_suffix('x').unwrap_or(before);
        if !origin.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
            return None;
        }
        let is_bare = !text.starts_with(|char: char| char.is_ascii_uppercase());
        Some(Shape::Move(Move {
            kinds,
            is_bare,
            origin,
            captures: origin.len() < before.len(),
            to,
            becomes,
        }))
    }

    /// Returns the types that the capital at the beginning stands for, or those that need none, and what follows.
    fn kinds<'t>(&self, text: &'t str) -> (TypeSet, &'t str) {
        let first =
            text.get(..1).filter(|first| first.starts_with(|c: char| c.is_ascii_uppercase()));
        match first.and_then(place) {
            Some(place) => (self.letters[place], &text[1..]),
            None => (self.letters[0], text),
        }
    }
}

/// Returns the place of a letter: 0 for none.
fn place(letter: &str) -> Option<usize> {
    match letter.as_bytes() {
        [] => Some(0),
        [capital] if capital.is_ascii_uppercase() => Some(usize::from(capital - b'A') + 1),
        _ => None,
    }
}

impl Move<'_> {
    /// Tells whether a move that begins on a square is written so, as far as squares tell.
    pub(super) fn can_begin(&self, from: &str, to: &str) -> bool {
        let (file, rank) = split(from);
        match self.origin {
            // A capture without a letter tells its file; what stays on its file need not.
            "" => !self.is_bare || split(to).0 == file,
            origin => origin == file || origin == rank || origin == from,
        }
    }
}

/// Splits the name of a square into its file and its rank.
fn split(name: &str) -> (&str, &str) {
    let digits = name.find(|char: char| char.is_ascii_digit()).unwrap_or(name.len());
    name.split_at(digits)
}

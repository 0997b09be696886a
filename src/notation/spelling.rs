//! How the text of a turn has to be spelt, legal or not.

use super::find::fragment;
use super::symbols;
use super::turn::type_text;
use crate::ir::Game;

/// Returns how a text would have to be spelt to be that of a turn, if it is spelt otherwise: squares by their names, and side
/// by side unless their names are numbers, and a type behind them by its small letter if that tells it.
pub fn respelt(game: &Game, text: &str) -> Option<String> {
    let mut right = String::with_capacity(text.len());
    let (mut rest, mut ends_with_square) = (text, false);
    while !rest.is_empty() {
        if let Some(label) = game.labels.iter().find(|label| rest.starts_with(label.as_str())) {
            right.push_str(label);
            (rest, ends_with_square) = (&rest[label.len()..], false);
            continue;
        }
        let glued = rest.strip_prefix('-').filter(|_| ends_with_square);
        if let Some(after) = glued
            && square(game, after).is_some_and(|(_, name)| !begins_with_digit(name))
        {
            rest = after;
            continue;
        }
        if let Some((length, name)) = square(game, rest) {
            right.push_str(name);
            (rest, ends_with_square) = (&rest[length..], true);
            continue;
        }
        if let Some(kind) = promoted(game, rest).filter(|_| ends_with_square) {
            right.push_str(&kind);
            break;
        }
        let length = rest.chars().next().map_or(1, char::len_utf8);
        right.push_str(&rest[..length]);
        (rest, ends_with_square) = (&rest[length..], false);
    }
    (right != text).then_some(right)
}

/// Returns the square with which a text begins, whatever the case of its letters: how many bytes that is, and its name.
fn square<'g>(game: &'g Game, text: &str) -> Option<(usize, &'g str)> {
    let length = fragment(game, text)?;
    let name = text.get(..length)?;
    let found = game.board.squares.iter().find(|square| square.name.eq_ignore_ascii_case(name))?;
    Some((length, &found.name))
}

/// Returns the small letter of the type that a text is the symbol of, with or without a `=` before it.
fn promoted(game: &Game, text: &str) -> Option<String> {
    let symbol = text.strip_prefix('=').unwrap_or(text);
    let kind = game.types.ids().find(|&kind| symbols::plain(game, kind) == symbol)?;
    Some(type_text(game, kind)).filter(|text| !text.starts_with('='))
}

fn begins_with_digit(name: &str) -> bool {
    name.starts_with(|char: char| char.is_ascii_digit())
}

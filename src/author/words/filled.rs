//! Texts of authors with the names in braces filled in: `{promotes-to}` is what the define names in this game.

use super::{Words, listed};
use crate::ir::{BySide, Coordinates, Game, Named, SideId, SquareSet};

/// The most squares that are named one by one in a sentence; more are called by the name of their define.
const MOST_SQUARES: usize = 7;

/// Replaces the names in braces by the pieces or the squares that they stand for.
///
/// ```
/// use fairyring::author::words::filled;
///
/// let game = fairyring::Game::bundled("chess")?;
/// let text = filled(game.rules(), "A {promoter} becomes a {promotes-to} on {promotion-zone}.");
/// assert_eq!(text, "A pawn becomes a knight, bishop, rook or queen on rank 8 (rank 1 for Black).");
/// # Ok::<(), fairyring::LoadError>(())
/// ```
pub fn filled(game: &Game, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        let named = game.about.named.iter().find(|(known, _)| known == name);
        out.push_str(before);
        match named {
            Some((_, meant)) => {
                let meant = in_words(game, name, meant);
                let is_behind_article = out == "A " || out.ends_with(" a ") || out.ends_with(" A ");
                if is_behind_article && meant.starts_with(['a', 'e', 'i', 'o']) {
                    out.insert(out.len() - 1, 'n');
                }
                out.push_str(&meant);
            }
            None => out.extend(["{", name, "}"]),
        }
        rest = after;
    }
    out + rest
}

fn in_words(game: &Game, name: &str, named: &Named) -> String {
    match named {
        Named::Types(types) => {
            let names: Vec<String> = types
                .iter()
                .map(|kind| game.types[kind].name.replace(['-', '_'], " ").to_lowercase())
                .collect();
            listed(&names, "or")
        }
        Named::Squares(views) => {
            let areas = views.map(|view| area(game, view)).into_array();
            if areas.iter().any(|area| area.split(", ").count() > MOST_SQUARES) {
                return format!("the {}", name.replace(['-', '_'], " "));
            }
            let [first, second] = areas.map(|area| one_of(&area));
            if first == second {
                return first;
            }
            format!("{first} ({second} for {})", game.side_name(SideId::LAST))
        }
    }
}

/// Says which squares a region has: `d1 to f3; d8 to f10 for Black`.
pub(super) fn region(game: &Game, views: BySide<SquareSet>) -> String {
    let [first, second] = views.map(|view| area(game, view)).into_array();
    if first == second {
        return first;
    }
    format!("{first}; {second} for {}", game.side_name(SideId::LAST))
}

/// Names squares, a rectangle of them by two of its corners.
fn area(game: &Game, set: SquareSet) -> String {
    let named = Words::new(game, "the mover", "the opponent").places(set);
    if set.len() < 4 || named.starts_with("rank") || named.starts_with("file") {
        return named;
    }
    let at = |square| game.board.squares.get(square).map(|square| square.at);
    let (Some(first), Some(last)) = (set.iter().find_map(at), set.iter().filter_map(at).last())
    else {
        return named;
    };
    let is_inside = |place: Coordinates| {
        (first.x..=last.x).contains(&place.x)
            && (first.y..=last.y).contains(&place.y)
            && (first.z..=last.z).contains(&place.z)
    };
    let inside = game.board.squares.enumerate().filter(|(_, square)| is_inside(square.at));
    let inside: SquareSet = inside.map(|(square, _)| square).collect();
    let corner = |wanted: Coordinates| {
        game.board.squares.iter().find(|square| square.at == wanted).map(|square| &square.name)
    };
    match (corner(first), corner(last)) {
        (Some(low), Some(high)) if inside == set => format!("{low} to {high}"),
        _ => named,
    }
}

/// `a8, b8 or c8`: it is one of them that is meant.
fn one_of(places: &str) -> String {
    match places.rsplit_once(" and ") {
        Some((before, last)) => format!("{before} or {last}"),
        None => places.to_owned(),
    }
}

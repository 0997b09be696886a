//! Texts of authors with the names in braces filled in: `{promotes-to}` is what the define names in this game.

use super::{Words, listed};
use crate::ir::{Game, Named, SideId};

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
                let meant = in_words(game, meant);
                if ends_with_article(&out) && meant.starts_with(['a', 'e', 'i', 'o']) {
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

fn ends_with_article(text: &str) -> bool {
    text == "A " || text.ends_with(" a ") || text.ends_with(" A ")
}

pub(super) fn in_words(game: &Game, named: &Named) -> String {
    match named {
        Named::Types(types) => {
            let names: Vec<String> = types
                .iter()
                .map(|kind| game.types[kind].name.replace(['-', '_'], " ").to_lowercase())
                .collect();
            listed(&names, "or")
        }
        Named::Squares(views) => {
            let words = Words::new(game, "the mover", "the opponent");
            let [first, second] = views.map(|view| one_of(&words.places(view))).into_array();
            if first == second {
                return first;
            }
            format!("{first} ({second} for {})", words.side_name(SideId::LAST))
        }
    }
}

/// `a8, b8 or c8`: it is one of them that is meant.
fn one_of(places: &str) -> String {
    match places.rsplit_once(" and ") {
        Some((before, last)) => format!("{before} or {last}"),
        None => places.to_owned(),
    }
}

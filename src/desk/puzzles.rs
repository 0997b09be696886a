//! The puzzles that come with games.

use serde_json::{Value, json};

use super::question::GameAsked;
use crate::bundled;

/// Tells the puzzles of a bundled game with its usual options; there are none of any other.
pub(super) fn puzzles(asked: &GameAsked) -> Value {
    let is_usual = asked.text.is_none() && asked.options.is_empty();
    let name = asked.name.as_deref().filter(|_| is_usual).and_then(bundled::find_game);
    let text = name.and_then(|full| bundled::puzzles(bundled::own_name(full))).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    json!({ "puzzles": lines.filter_map(puzzle).collect::<Vec<_>>() })
}

/// Reads a line: a position, `bm` with the first turns that solve it, `dm` with the number of turns, `id`, and how hard it is and how
/// it ends as `c0` and `c1`.
fn puzzle(line: &str) -> Option<Value> {
    let (position, rest) = line.split_once(" bm ")?;
    let (solutions, rest) = rest.split_once(';')?;
    let told = |name: &str| {
        let found = rest.split(';').find_map(|part| part.trim().strip_prefix(name))?;
        Some(found.trim().trim_matches('"').to_owned())
    };
    let number = |name: &str| told(name)?.rsplit(' ').next()?.parse::<u32>().ok();
    Some(json!({
        "position": position,
        "solutions": solutions.split_whitespace().collect::<Vec<_>>(),
        "turns": number("dm ")?,
        "id": told("id "),
        "grade": number("c0 "),
        "end": told("c1 "),
    }))
}

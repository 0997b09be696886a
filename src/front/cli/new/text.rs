//! What stands in a new file.

use std::sync::Arc;

use crate::ir::{Game, PieceType};
use crate::notation;
use crate::session::Session;

/// A whole game, with places for its title and its number of turns.
const WHOLE: &str = include_str!("whole.rules");

/// The most turns that are written into a test.
const MAX_TURNS: usize = 4;

/// Makes a title of a file's name: `three-towers` is about Three Towers.
pub(super) fn title(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
        })
        .collect();
    words.join(" ")
}

/// Counts the turns the first side can begin with.
pub(super) fn turns(game: &Game) -> Option<usize> {
    let session = Session::new(Arc::new(game.clone())).ok()?;
    session.legal_turns().ok().map(|turns| turns.len())
}

/// Returns a game without a parent; a test is left out for which there is no number.
pub(super) fn whole(title: &str, turns: Option<usize>) -> String {
    let text = WHOLE.replace("TITLE", title);
    match turns {
        Some(turns) => text.replace("TURNS", &turns.to_string()),
        None => text.split("# `fairyring check` runs").next().unwrap_or_default().to_owned(),
    }
}

/// Returns a game like another one; what could be different is shown in comments.
pub(super) fn like(title: &str, parent: &str, game: &Game) -> String {
    let name = &game.about.title;
    let mut text = format!(
        "rules 2\ngame \"{title}\" from {parent}\n\
         summary \"A line about what is different.\"\n\n\
         # All that is not said here is as in {}.\n\
         # Below are examples of what can be said. Take the `#` away and change what follows.\n",
        parent_title(title, name, parent),
    );
    for (what, example) in examples(game) {
        text.push_str(&format_example(&what, &example));
    }
    text.push_str("\n# `fairyring check` runs the tests: say what you expect.\n");
    text.push_str(&test(game));
    text
}

/// The child has its own title by now, so that of the parent is asked for.
fn parent_title<'a>(title: &str, name: &'a str, parent: &'a str) -> &'a str {
    if name == title { parent } else { name }
}

fn format_example(what: &str, example: &str) -> String {
    let lines: Vec<String> = example.lines().map(|line| format!("# {line}\n")).collect();
    format!("\n# {what}\n{}", lines.concat())
}

/// What could be different, and how it would be said.
fn examples(game: &Game) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let kinds: Vec<&PieceType> =
        game.types.iter().filter(|kind| !kind.clauses.is_empty() && !kind.royal).collect();
    if let Some(kind) = kinds.last() {
        let what = format!(
            "The {} also goes two squares one way and one the other, over anything.",
            kind.name
        );
        examples.push((what, format!("extend {} {{ moves (1,2) }}", kind.name)));
        let mark = format!("event remembered: when a {} is captured {{\n", kind.name);
        let what = format!("What happens when a {} is captured.", kind.name);
        examples.push((
            what,
            format!("{mark}    set losses to losses + 1\n}}\nvariable losses: 0..99 = 0"),
        ));
        let what = format!("Another way to win: the other side has no {} left.", kind.name);
        let ending =
            format!("ending all-lost: a side loses \"no {0} is left\" when no own {0}", kind.name);
        examples.push((what, ending));
    }
    examples.push((
        "Another start position, as `fairyring apply` prints them.".to_owned(),
        format!("replace setup \"{}\"", game.start.text),
    ));
    examples
}

/// A test of what is so already.
fn test(game: &Game) -> String {
    let Ok(session) = Session::new(Arc::new(game.clone())) else { return String::new() };
    let Ok(turns) = session.legal_turns() else { return String::new() };
    if turns.is_empty() {
        return "test \"the beginning\" {\n    turns 0\n}\n".to_owned();
    }
    let texts: Vec<String> = turns
        .iter()
        .take(MAX_TURNS)
        .map(|turn| notation::turn_text(game, turn))
        .filter(|text| !text.contains([' ', ';', '#', '{', '}']))
        .collect();
    let legal =
        if texts.is_empty() { String::new() } else { format!("    legal {}\n", texts.join(" ")) };
    format!("test \"the beginning\" {{\n{legal}    turns {}\n}}\n", turns.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles() {
        assert_eq!(title("three-towers"), "Three Towers");
        assert_eq!(title("x_2"), "X 2");
        assert_eq!(title("-"), "");
    }
}

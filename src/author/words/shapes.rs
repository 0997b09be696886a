//! Sets and rounds that have plain words of their own, whatever they are made of.

use super::sets::is_place;
use super::{Words, listed};
use crate::ir::{DirectionId, Limit, Squares, Walk};

/// On how many lines at least what is `between` two squares is looked for: on all that the board has, six on one of hexagons.
const LEAST_LINES: usize = 6;
/// So many statements that differ only in their direction are put into one sentence, at the fewest.
const LEAST_ALIKE: usize = 3;
/// Stands in a sentence for its direction.
const WAY: &str = "\u{2}";
/// What a direction is called, the longer names before those that they hold.
const DIRECTIONS: [&str; 16] = [
    "diagonally forward to the right",
    "diagonally forward to the left",
    "diagonally backward to the right",
    "diagonally backward to the left",
    "straight forward",
    "straight backward",
    "to the right",
    "to the left",
    "northeast",
    "northwest",
    "southeast",
    "southwest",
    "north",
    "south",
    "east",
    "west",
];

impl Words<'_> {
    /// Names what a walk reaches that no piece would make: the squares of a colour, or a whole line.
    pub(super) fn shape(self, walk: &Walk) -> Option<String> {
        let Walk::Either(paths) = walk else { return None };
        if self.is_colour(paths) {
            return Some("the squares of the same colour as".to_owned());
        }
        let [there, back] = paths.as_slice() else { return None };
        let (there, back) = (whole_line(there, 0)?, whole_line(back, 0)?);
        let names = [there, back].map(|direction| self.step(direction));
        Some(format!("the squares of the line that runs {} through", listed(&names, "and")))
    }

    /// Tells whether paths lead to all squares of the colour of the one that they begin on.
    fn is_colour(self, paths: &[Walk]) -> bool {
        let squares = &self.game.board.squares;
        let is_odd = |id| {
            let at = squares.get(id).map(|square| square.at);
            at.is_some_and(|at| (at.x + at.y + at.z).rem_euclid(2) == 1)
        };
        (1..=2).contains(&paths.len())
            && paths.iter().all(|path| match path.in_order() {
                [Walk::Test(here), Walk::Jump(there)] if here == there => {
                    here.as_fixed().is_some_and(|set| {
                        [false, true].into_iter().any(|odd| {
                            set == squares.ids().filter(|id| is_odd(*id) == odd).collect()
                        })
                    })
                }
                _ => false,
            })
    }

    /// Names the squares that lie on any line from one set to another: `between A and B`.
    pub(super) fn between(self, from: &Squares, walk: &Walk) -> Option<String> {
        let Walk::Either(paths) = walk else { return None };
        let mut ends = paths.iter().map(|path| match path.in_order() {
            [line, Walk::Test(end)] => whole_line(line, 1).map(|_| end),
            _ => None,
        });
        let end = ends.next()??;
        if paths.len() < LEAST_LINES || !ends.all(|other| other == Some(end)) {
            return None;
        }
        let (from, to) = (self.one_of(from), self.one_of(end));
        Some(format!("the squares between {from} and {to}"))
    }

    /// Names a direction: `northeast`, `to the right`.
    fn step(self, direction: DirectionId) -> String {
        let told = self.way(&Walk::Step(direction));
        told.strip_prefix("steps one square ").unwrap_or(&told).to_owned()
    }

    /// Tells what is gone through one by one.
    pub(super) fn rounds_over(self, set: &Squares) -> String {
        let told = self.squares(set);
        if is_place(set) && told.starts_with("the squares ") {
            format!("each of {told}")
        } else {
            self.each(set)
        }
    }
}

/// Returns the direction of a walk to all squares of a line, at least so many steps away.
fn whole_line(walk: &Walk, least: u8) -> Option<DirectionId> {
    match walk {
        Walk::Repeat { body, min, max: Limit::Unlimited } if *min == least => body.as_step(),
        _ => None,
    }
}

/// Puts sentences together that follow each other and only differ in the direction of which they speak.
pub(super) fn by_direction(parts: &[String]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut rest = parts;
    while let Some((first, behind)) = rest.split_first() {
        let Some((pattern, name)) = without_direction(first) else {
            told.push(first.clone());
            rest = behind;
            continue;
        };
        let mut names = vec![name.to_owned()];
        names.extend(behind.iter().map_while(|next| {
            without_direction(next)
                .filter(|(other, _)| *other == pattern)
                .map(|(_, name)| name.to_owned())
        }));
        let count = names.len();
        if count >= LEAST_ALIKE {
            let names = listed(&names, "and");
            told.push(format!(
                "for each of the directions {names}: {}",
                pattern.replace(WAY, "that way")
            ));
        } else {
            told.extend_from_slice(&rest[..count]);
        }
        rest = &rest[count..];
    }
    told
}

/// Returns a sentence without the only direction of which it speaks, and what that is called.
fn without_direction(text: &str) -> Option<(String, &'static str)> {
    let mut pattern = text.to_owned();
    let mut found = None;
    for name in DIRECTIONS {
        let replaced = replace_words(&pattern, name);
        if replaced != pattern && found.replace(name).is_some() {
            return None;
        }
        pattern = replaced;
    }
    Some((pattern, found?))
}

/// Puts [`WAY`] in place of words that are not part of longer ones.
fn replace_words(text: &str, words: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(words) {
        let (before, behind) = (&rest[..at], &rest[at + words.len()..]);
        let joins = |char: char| char.is_alphanumeric() || char == '-';
        let is_whole = !before.ends_with(joins) && !behind.starts_with(joins);
        told.extend([before, if is_whole { WAY } else { words }]);
        rest = behind;
    }
    told + rest
}

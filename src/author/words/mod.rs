//! A game's rules in plain words, made from what the program understands of them.
//!
//! A page is a list of sections with entries, and each entry a list of sentences, so that two pages can
//! be compared: what one game says and its parent does not is what is different. Every rule gets a
//! sentence, and no sentence is endless.

mod conditions;
mod ending;
mod filled;
mod movement;
mod numbers;
mod page;
mod placement;
mod rules;
mod rules_page;
mod sets;
mod shapes;
#[cfg(test)]
mod tests;
mod turn;

use std::borrow::Borrow;

use crate::diag::suggest;
use crate::ir::{
    Called, Game, PieceTypeId, SquareSet, Statement, Truth, TypeSet, VariableRef, Walk,
};
pub use ending::{reason, result};
pub use filled::filled;
pub use page::{Entry, Page, Section};
pub use rules::{page, powers_at};
pub(in crate::author) use rules_page::capital;
pub use rules_page::{Part, RulesPage, plural, rules_page};

/// How deeply parts in parts are told.
const MAX_DEPTH: usize = 24;

/// The longest sentence, in characters.
const MAX_SENTENCE: usize = 1500;

/// What stands for what is left out.
const MORE: &str = "…";

/// Tells what a game's rules say and those of the other do not, and the other way round.
pub fn differences(game: &Game, parent: &Game) -> Page {
    page(game).without(&page(parent))
}

/// Tells all about one kind of piece, sentence by sentence.
pub fn piece(game: &Game, kind: PieceTypeId) -> Vec<String> {
    game.types.get(kind).map_or_else(Vec::new, |kind| rules::piece(game, kind).sentences)
}

/// Tells a step of a turn or an effect, with all that belongs to it.
pub fn statement(game: &Game, statement: &Statement) -> String {
    let words = Words::new(game, "the mover", "the opponent");
    sentence(&words.statements(std::slice::from_ref(statement)))
}

/// Tells a condition: `the start square is on rank 2`.
pub fn condition(game: &Game, truth: &Truth) -> String {
    let text = Words::new(game, "the mover", "the opponent").truth(truth);
    with_letters(&text).chars().take(MAX_SENTENCE).collect()
}

/// Names a set of squares: `rank 8`, `a1, b2 and c3`.
pub(in crate::author) fn places(game: &Game, set: SquareSet) -> String {
    Words::new(game, "the mover", "the opponent").places(set)
}

/// Tells where a walk of a single step leads: `the squares one step in any direction from`; nothing if it is more than that.
pub(in crate::author) fn near(game: &Game, walk: &Walk) -> Option<String> {
    Words::new(game, "the mover", "the opponent").reached(walk)
}

/// Puts parts of a rule into words.
#[derive(Clone, Copy)]
struct Words<'g> {
    game: &'g Game,
    /// Who `own` is.
    own: &'static str,
    /// Who `enemy` is.
    enemy: &'static str,
    /// How many more levels are told.
    depth: usize,
}

impl<'g> Words<'g> {
    fn new(game: &'g Game, own: &'static str, enemy: &'static str) -> Self {
        Self { game, own, enemy, depth: MAX_DEPTH }
    }

    /// Goes a level down; `None` if that is too deep.
    fn inside(self) -> Option<Self> {
        Some(Self { depth: self.depth.checked_sub(1)?, ..self })
    }

    /// The name of something that rules declare.
    fn name(self, of: impl Called) -> &'g str {
        of.name(self.game).unwrap_or(MORE)
    }

    fn variable(self, variable: VariableRef) -> String {
        let name = self.name(variable.id);
        match variable.side {
            Some(side) => format!("`{name}` of {}", self.side(side)),
            None => format!("`{name}`"),
        }
    }

    /// `Pawn`, `Pawn or Rook`, `piece`, `piece other than King`.
    fn types(self, set: TypeSet) -> String {
        let all = self.game.types.len();
        let names = |set: TypeSet| {
            let names: Vec<&str> = set.iter().map(|id| self.name(id)).collect();
            listed(&names, "or")
        };
        let others = TypeSet::first(all).except(set);
        if set.is_empty() {
            "piece of no kind".to_owned()
        } else if others.is_empty() {
            "piece".to_owned()
        } else if set.len() > 3 && others.len() <= 3 {
            format!("piece other than {}", names(others))
        } else {
            names(set)
        }
    }
}

/// Joins parts with commas, and the last one with a word; `nothing` if there are none.
pub(in crate::author) fn listed<T: Borrow<str>>(parts: &[T], word: &str) -> String {
    if parts.is_empty() { "nothing".to_owned() } else { suggest::joined(parts, word) }
}

/// Puts `a` or `an` before a noun.
pub(in crate::author) fn with_article(noun: &str) -> String {
    if ["the ", "any ", "choice ", "no "].iter().any(|start| noun.starts_with(start)) {
        return noun.to_owned();
    }
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O', 'U']);
    if is_vowel { format!("an {noun}") } else { format!("a {noun}") }
}

/// Stands before and after the number of a slot, until the sentence is made.
const SLOT: char = '\u{1}';

/// Calls what is named in a sentence A, B, C and so on, in the order in which it comes.
fn with_letters(text: &str) -> String {
    let mut known: Vec<&str> = Vec::new();
    let mut out = String::new();
    for (at, part) in text.split(SLOT).enumerate() {
        if at % 2 == 0 {
            out.push_str(part);
            continue;
        }
        let number = known.iter().position(|other| *other == part).unwrap_or_else(|| {
            known.push(part);
            known.len() - 1
        });
        out.push(u8::try_from(number % 26).map_or('A', |number| char::from(b'A' + number)));
        if number >= 26 {
            out.push_str(&(number / 26).to_string());
        }
    }
    out
}

/// Makes a sentence: a capital letter, a full stop, and an end in sight.
fn sentence(text: &str) -> String {
    let text = with_letters(text.trim());
    let capital = capital(&text);
    if capital.is_empty() {
        return capital;
    }
    let mut out: String = capital.chars().take(MAX_SENTENCE).collect();
    if out.len() < capital.len() {
        out.truncate(out.trim_end().rfind(' ').unwrap_or(out.len()));
        out.push(' ');
        out.push_str(MORE);
    }
    if !out.ends_with(['.', '…', '!', '?']) {
        out.push('.');
    }
    out
}

/// `once`, `twice`, `3 times`.
fn times(count: impl std::fmt::Display) -> String {
    match count.to_string().as_str() {
        "1" => "once".to_owned(),
        "2" => "twice".to_owned(),
        many => format!("{many} times"),
    }
}

/// `first`, `second`, `third`, `4th`.
fn ordinal(number: impl std::fmt::Display) -> String {
    match number.to_string().as_str() {
        "1" => "first".to_owned(),
        "2" => "second".to_owned(),
        "3" => "third".to_owned(),
        more => format!("{more}th"),
    }
}

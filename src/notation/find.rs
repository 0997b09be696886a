//! From a text to one of the legal turns.

use std::borrow::Borrow;
use std::collections::HashSet;

use super::error::{TurnError, shown};
use super::symbols::named_kind;
use super::turn::{NOTHING, turn_text};
use super::written::{Legal, Read, begun, read};
use super::{form, symbols};
use crate::ir::Game;
use crate::state::{Position, Turn};

/// The longest text that is looked at.
const MAX_TURN_TEXT: usize = 4096;
/// The most turns that an error tells about.
const MAX_LISTED: usize = 5;
/// The most turns that are compared letter by letter for an error.
const MAX_COMPARED: usize = 5000;

/// Finds the turn that a text means: the one with exactly this text, or else the only one that differs in
/// capitals, spaces or punctuation alone.
///
/// # Errors
///
/// Says whether the text cannot be read, is not among `turns`, or could be several of them.
pub fn find_turn<T: Borrow<Turn>>(
    game: &Game,
    text: &str,
    turns: &[T],
) -> Result<usize, TurnError> {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_TURN_TEXT {
        let reason = if text.is_empty() { "it is empty" } else { "it is too long" };
        let shown = text.chars().take(40).collect();
        return Err(TurnError::Unreadable { text: shown, reason: reason.to_owned() });
    }
    let texts: Vec<String> = turns.iter().map(|turn| turn_text(game, turn.borrow())).collect();
    if let Some(index) = texts.iter().position(|other| other == text) {
        return Ok(index);
    }
    let numbers = has_numbers_only(game);
    let wanted = loose(text, numbers);
    let mut matches: Vec<usize> = Vec::new();
    for (index, other) in texts.iter().enumerate() {
        let is_new = matches.iter().all(|&found| texts[found] != *other);
        if loose(other, numbers) == wanted && is_new {
            matches.push(index);
        }
    }
    match matches.as_slice() {
        [only] => Ok(*only),
        [] => Err(not_found(game, text, &texts)),
        several => Err(TurnError::Ambiguous {
            text: text.to_owned(),
            candidates: several.iter().take(MAX_LISTED).map(|&at| texts[at].clone()).collect(),
        }),
    }
}

/// Returns the texts that begin with `prefix`, in order and each once; if there are none, those
/// that do so but for capitals.
pub fn complete(game: &Game, prefix: &str, turns: &[Turn]) -> Vec<String> {
    let mut seen = HashSet::new();
    let texts: Vec<String> = turns
        .iter()
        .map(|turn| turn_text(game, turn))
        .filter(|text| seen.insert(text.clone()))
        .collect();
    let exact: Vec<String> =
        texts.iter().filter(|text| text.starts_with(prefix)).cloned().collect();
    if !exact.is_empty() {
        return exact;
    }
    let small = prefix.to_lowercase();
    texts.into_iter().filter(|text| text.to_lowercase().starts_with(&small)).collect()
}

/// Tells whether all squares have numbers for names, so that `-` between them matters.
fn has_numbers_only(game: &Game) -> bool {
    game.board.squares.iter().all(|square| square.name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns a text without what people write in different ways: capitals, spaces, `=`, and `-` where it
/// does not stand between two numbers.
pub fn loose_text(game: &Game, text: &str) -> String {
    loose(text, has_numbers_only(game))
}

/// Leaves out what people write in different ways.
fn loose(text: &str, numbers: bool) -> String {
    text.chars()
        .filter(|&char| !char.is_whitespace() && char != '=' && (numbers || char != '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Finds the turn that a text means as [`find_turn`] does, and looks whether it is written as other people and programs write one
/// of the legal turns of a position.
///
/// # Errors
///
/// As [`find_turn`]; what is written otherwise is [`TurnError::Foreign`], so that whoever asks decides whether that will do.
pub fn find_written(
    game: &Game,
    before: &Position,
    legal: &[Legal<'_>],
    text: &str,
) -> Result<usize, TurnError> {
    let turns: Vec<&Turn> = legal.iter().map(|legal| legal.turn).collect();
    let error = match find_turn(game, text, &turns) {
        Ok(found) => return Ok(found),
        Err(error @ TurnError::Ambiguous { .. }) => return Err(error),
        Err(error) => error,
    };
    // What is written as turns are here is taken at its word, legal or not; a capital is no square's.
    let is_own_form = matches!(error, TurnError::NotLegal { .. })
        && misformed(game, text).is_none()
        && named_kind(game, text).is_none();
    if is_own_form {
        return Err(error);
    }
    let found = match read(game, before, legal, text) {
        Read::One(only) => vec![only],
        Read::Several(found) => found,
        Read::Nothing => {
            let from_the_start: Vec<(Legal<'_>, usize)> =
                legal.iter().map(|legal| (*legal, 0)).collect();
            begun(game, before, &from_the_start, text)
        }
    };
    let mut meant: Vec<String> = Vec::new();
    for turn in found.into_iter().filter_map(|number| turns.get(number)) {
        let text = turn_text(game, turn);
        if meant.len() < MAX_LISTED && !meant.contains(&text) {
            meant.push(text);
        }
    }
    Err(if meant.is_empty() { error } else { TurnError::Foreign { text: text.to_owned(), meant } })
}

fn not_found(game: &Game, text: &str, texts: &[String]) -> TurnError {
    match unreadable(game, text) {
        Some((_, reason)) => TurnError::Unreadable { text: text.to_owned(), reason },
        None => TurnError::NotLegal { text: text.to_owned(), closest: closest(text, texts) },
    }
}

/// Returns the legal texts that are most like the text.
fn closest(text: &str, texts: &[String]) -> Vec<String> {
    let allowed = (text.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &String)> = texts
        .iter()
        .take(MAX_COMPARED)
        .map(|other| (strsim::osa_distance(text, other), other))
        .filter(|(distance, _)| *distance <= allowed)
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.dedup_by(|a, b| a.1 == b.1);
    near.into_iter().take(MAX_LISTED).map(|(_, other)| other.clone()).collect()
}

/// Says what in a text cannot belong to any turn of the game, if anything, and at which byte.
pub fn unreadable(game: &Game, text: &str) -> Option<(usize, String)> {
    if text.eq_ignore_ascii_case(NOTHING) {
        return None;
    }
    let mut begun = 0;
    text.split(',').find_map(|whole| {
        let part = whole.trim();
        let end = begun + whole.trim_end().len();
        begun += whole.len() + 1;
        let label = game.labels.iter().filter(|label| part.starts_with(label.as_str()));
        let after = label
            .max_by_key(|label| label.len())
            .map_or(part, |label| part[label.len()..].trim_start_matches(':'));
        let (left, reason) = unreadable_fragments(game, after)?;
        Some((end.saturating_sub(left), reason))
    })
}

/// Says why no turn of the game can begin as a text does, if that is so.
///
/// It is more than [`unreadable`] says: `e4` can be read, and is no turn where turns begin with a move.
pub fn misformed(game: &Game, text: &str) -> Option<String> {
    let text = text.trim();
    let begins_with = |word: &String| {
        text.strip_prefix(word.as_str())
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    if text.eq_ignore_ascii_case(NOTHING) || game.labels.iter().any(begins_with) {
        return None;
    }
    form::misformed(game, text)
}

/// Returns how many bytes are left where a part cannot be read, and what is wrong there.
fn unreadable_fragments(game: &Game, part: &str) -> Option<(usize, String)> {
    let mut rest = part;
    while !rest.is_empty() {
        if rest.starts_with('@') && !game.uses_hands {
            return Some((
                rest.len(),
                "`@` is for pieces in hand, and this game has none".to_owned(),
            ));
        }
        if let Some(name) = hole(game, rest) {
            return Some((rest.len(), format!("there is no square `{name}` on this board")));
        }
        let Some(length) = fragment(game, rest) else {
            if let Some(word) = word(part).filter(|word| part.len() - rest.len() < word.len()) {
                return Some((part.len(), format!("`{}` is no word of this game", shown(word))));
            }
            let start: String = rest.chars().take(20).collect();
            let reason = format!(
                "`{}` does not begin with a square, a piece or a word of this game",
                shown(&start)
            );
            return Some((rest.len(), reason));
        };
        rest = &rest[length..];
    }
    None
}

/// Returns the word that is a whole part or stands before a colon, if it does not merely begin with another text.
fn word(part: &str) -> Option<&str> {
    let word = part.split_once(':').map_or(part, |(word, _)| word);
    let begins_inside = word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
    begins_inside.then_some(word)
}

/// Returns the name that a text begins with, if it has a file and a rank of the board but is none of its squares.
fn hole<'t>(game: &Game, text: &'t str) -> Option<&'t str> {
    let letters = text.find(|char: char| !char.is_ascii_lowercase())?;
    let digits = text.get(letters..)?;
    let digits = digits.find(|char: char| !char.is_ascii_digit()).unwrap_or(digits.len());
    let (file, rank) = (text.get(..letters)?, text.get(letters..letters + digits)?);
    let name = text.get(..letters + digits)?;
    if file.is_empty() || rank.is_empty() || game.board.square_named(name).is_some() {
        return None;
    }
    let mut names = game.board.squares.iter().map(|square| square.name.as_str());
    let ends = |name: &str| name.trim_start_matches(|char: char| char.is_ascii_lowercase()) == rank;
    let begins = |name: &str| name.trim_end_matches(|char: char| char.is_ascii_digit()) == file;
    let has_rank = names.clone().any(ends);
    (has_rank && names.any(begins)).then_some(name)
}

/// Returns the length in bytes of the fragment a text begins with.
pub(super) fn fragment(game: &Game, text: &str) -> Option<usize> {
    let small = text.to_lowercase();
    let squares = game.board.squares.iter().map(|square| square.name.clone());
    let types = game.types.ids().map(|kind| symbols::plain(game, kind));
    let names = squares.chain(types).filter(|name| {
        !name.is_empty()
            && small.starts_with(&name.to_lowercase())
            && text.is_char_boundary(name.len())
    });
    let name = names.map(|name| name.len()).max();
    let first = text.chars().next()?;
    let glue = "@=-".contains(first) || first.is_ascii_digit() || first.is_whitespace();
    name.filter(|&length| length <= text.len()).or(glue.then_some(first.len_utf8()))
}

//! Position text: placement, hands, side to move, declared fields, and all the rest by name.

use std::collections::{HashSet, VecDeque};

use super::cursor::Cursor;
use super::error::{PositionError, shown};
use super::symbols::Symbols;
use super::{fields, named, placement};
use crate::ir::{Field, FieldKind, Game, SideId};
use crate::state::Position;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 64 * 1024;

const SIDE: &str = "side to move";

/// Writes a position; [`read_position`] gives the same position again.
pub fn write_position(game: &Game, position: &Position) -> String {
    let symbols = Symbols::of(game);
    let mut text = placement::write(game, &symbols, position);
    if game.uses_hands {
        text.push_str(&placement::write_hands(game, &symbols, position));
    }
    text.push(' ');
    text.push_str(&game.sides[position.to_move].letter);
    let mut told = Position {
        pieces: position.pieces.clone(),
        to_move: position.to_move,
        ..Position::empty(game)
    };
    for field in game.fields.iter().filter(|field| fields::is_written(field)) {
        let written = fields::write(game, position, &field.kind);
        tell(game, field, &written, &mut told);
        text.push(' ');
        text.push_str(&written);
    }
    for named in named::write(game, position, &told) {
        text.push(' ');
        text.push_str(&named);
    }
    text
}

/// Takes down in `told` what a written field tells its reader.
fn tell(game: &Game, field: &Field, written: &str, told: &mut Position) {
    let mut cursor = Cursor::new(written, 0, written.len());
    fields::read(game, field, &mut cursor, told).unwrap_or_default();
}

/// Reads a position. Fields missing at the end and all that is not told take their start values.
///
/// # Errors
///
/// Names the field and the place in the text, and says what was expected there.
pub fn read_position(game: &Game, text: &str) -> Result<Position, PositionError> {
    if text.len() > MAX_TEXT {
        let message = format!("the text is longer than {MAX_TEXT} bytes");
        return Err(PositionError::new("", "length", 0, message));
    }
    let mut tokens = Tokens::of(text);
    let mut position = Position::empty(game);
    let symbols = Symbols::of(game);
    let mut first = tokens.placement(text);
    placement::read(game, &symbols, &mut first, &mut position)?;
    placement::read_hands(game, &symbols, &mut first, &mut position)?;
    read_side(game, &mut tokens, &mut position)?;
    read_fields(game, &mut tokens, &mut position)?;
    read_named(game, &tokens, &mut position)?;
    Ok(position)
}

/// Returns the `name:value` pairs of a position text, whatever they mean.
///
/// A front end finds the game's options among them and makes the game with those before it reads the
/// position.
pub fn options_in(text: &str) -> Vec<(String, String)> {
    if text.len() > MAX_TEXT {
        return Vec::new();
    }
    let tokens = Tokens::of(text);
    let pairs = tokens.named.iter().filter_map(|token| token.text.split_once(':'));
    pairs
        .filter(|(name, _)| *name != named::OVER)
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// A stretch of text without spaces.
#[derive(Clone, Copy)]
struct Token<'a> {
    whole: &'a str,
    text: &'a str,
    start: usize,
}

impl<'a> Token<'a> {
    /// Makes a cursor that begins `skipped` bytes into the token.
    fn cursor(self, skipped: usize) -> Cursor<'a> {
        Cursor::new(self.whole, self.start + skipped, self.start + self.text.len())
    }
}

/// The tokens of a position text.
struct Tokens<'a> {
    placement: Option<Token<'a>>,
    positional: VecDeque<Token<'a>>,
    named: Vec<Token<'a>>,
}

impl<'a> Tokens<'a> {
    fn of(whole: &'a str) -> Self {
        let mut all = whole.split_whitespace().map(|text| Token {
            whole,
            text,
            start: text.as_ptr().addr() - whole.as_ptr().addr(),
        });
        let placement = all.next();
        let (named, positional) = all.partition::<Vec<_>, _>(|token| token.text.contains(':'));
        Self { placement, positional: positional.into(), named }
    }

    fn placement(&self, whole: &'a str) -> Cursor<'a> {
        self.placement.map_or(Cursor::new(whole, whole.len(), whole.len()), |token| token.cursor(0))
    }

    /// Finds the token for each field, if the text has it.
    fn assign(&mut self, fields: &[&Field]) -> Vec<Option<Token<'a>>> {
        // What has found no token once finds none later, as there are only fewer.
        let mut without = HashSet::from([String::new()]);
        let mut take = |field: &Field| {
            let shape = fields::shape(field);
            let found = (!without.contains(&shape)).then(|| self.take_formed(field)).flatten();
            if found.is_none() {
                without.insert(shape);
            }
            found
        };
        let formed: Vec<_> = fields.iter().map(|field| take(field)).collect();
        let mut left = formed.iter().filter(|found| found.is_none()).count();
        let mut assigned = Vec::new();
        for (field, found) in fields.iter().zip(formed) {
            if found.is_none() {
                assigned.push(self.take_next(field, left));
                left -= 1;
            } else {
                assigned.push(found);
            }
        }
        assigned
    }

    /// Takes the token for a field that is known by its form, wherever it stands.
    fn take_formed(&mut self, field: &Field) -> Option<Token<'a>> {
        let index = self.positional.iter().position(|token| fields::has_form(field, token.text))?;
        self.positional.remove(index)
    }

    /// Takes the next token for a field; `left` fields are still without one, this included.
    ///
    /// With too few tokens, a field that shows by its form that it is missing gets none.
    fn take_next(&mut self, field: &Field, left: usize) -> Option<Token<'a>> {
        let next = self.positional.front()?.text;
        let fits = match &field.kind {
            FieldKind::Fixed(text) => text == next,
            FieldKind::Template(_) => false,
            FieldKind::Letters(_) | FieldKind::Squares(_) => !is_number(next),
            FieldKind::Number(_) | FieldKind::TurnNumber => true,
        };
        if fits || self.positional.len() >= left { self.positional.pop_front() } else { None }
    }
}

/// Tells whether a token can only belong to a field of numbers.
fn is_number(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_side(
    game: &Game,
    tokens: &mut Tokens<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let Some(token) = tokens.positional.pop_front() else { return Ok(()) };
    let sides = SideId::ALL;
    let info = |side: SideId| &game.sides[side];
    let side = sides
        .into_iter()
        .find(|&side| info(side).letter == token.text || info(side).name == token.text)
        .or_else(|| {
            sides.into_iter().find(|&side| info(side).letter.eq_ignore_ascii_case(token.text))
        });
    let [first, second] = sides.map(|side| info(side).letter.as_str());
    position.to_move = side.ok_or_else(|| {
        let found = shown(token.text);
        token.cursor(0).error(SIDE, format!("`{found}`: expected `{first}` or `{second}`"))
    })?;
    Ok(())
}

fn read_fields(
    game: &Game,
    tokens: &mut Tokens<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let fields: Vec<&Field> =
        game.fields.iter().filter(|field| fields::is_written(field)).collect();
    for (field, token) in fields.iter().zip(tokens.assign(&fields)) {
        if let Some(token) = token {
            fields::read(game, field, &mut token.cursor(0), position)?;
        }
    }
    let Some(extra) = tokens.positional.front() else { return Ok(()) };
    let rest: Vec<&str> = tokens.positional.iter().take(8).map(|token| token.text).collect();
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let after = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let rest = shown(&rest.join(" "));
    let message = format!("`{rest}` is too much; the fields after the side are: {after}");
    Err(extra.cursor(0).error("what follows the last field", message))
}

fn read_named(
    game: &Game,
    tokens: &Tokens<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let mut seen: Vec<&str> = Vec::new();
    for token in &tokens.named {
        let name = token.text.split_once(':').map_or(token.text, |(name, _)| name);
        if seen.contains(&name) {
            return Err(token.cursor(0).error(name, "it is told twice"));
        }
        named::read(game, name, &mut token.cursor(name.len() + 1), position)?;
        seen.push(name);
    }
    Ok(())
}

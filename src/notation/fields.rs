//! The fields that a game declares, and the values of variables in them.

use super::cursor::Cursor;
use super::error::PositionError;
use super::resolve::{first_square, variable_side};
use super::turn::join;
use crate::ir::{
    BySide, Field, FieldKind, Game, Id, Letter, SquareSet, TemplatePart, VariableKind, VariableRef,
    VariableValue,
};
use crate::state::Position;

/// What stands for nothing in a field.
const NONE: &str = "-";

/// The most letters that are passed over in a field that has none.
const MOST_LETTERS: usize = 26;

/// Tells whether a text consists of letters and is as short as the letters of rights are.
fn are_letters(text: &str) -> bool {
    (1..=MOST_LETTERS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Tells whether a field is written at all.
pub(super) fn is_written(field: &Field) -> bool {
    !matches!(&field.kind, FieldKind::Fixed(text) if text.is_empty())
}

/// Writes a field.
pub(super) fn write(game: &Game, position: &Position, kind: &FieldKind) -> String {
    match kind {
        FieldKind::Letters(letters) => write_letters(game, position, letters),
        FieldKind::Squares(variable) => squares_text(game, squares_in(position, *variable)),
        FieldKind::Number(variable) => number_in(position, *variable).to_string(),
        FieldKind::TurnNumber => position.turn_number.to_string(),
        FieldKind::Template(forms) => forms.first().map_or_else(
            || "-".to_owned(),
            |form| form.iter().map(|part| write_part(position, part)).collect(),
        ),
        FieldKind::Fixed(text) => text.clone(),
    }
}

/// Writes squares one after the other, `-` if there are none.
pub(super) fn squares_text(game: &Game, squares: SquareSet) -> String {
    let mut text = String::new();
    for square in squares.iter().filter(|square| square.index() < game.board.squares.len()) {
        join(&mut text, game.board.name(square));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn write_letters(game: &Game, position: &Position, letters: &[Letter]) -> String {
    let mut text = String::new();
    let told = |letter: &Letter| {
        let square = first_square(game, position, &letter.square)?;
        squares_in(position, letter.variable).contains(square).then_some((square, letter.variable))
    };
    let all: Vec<_> = letters.iter().map(told).collect();
    for (index, letter) in letters.iter().enumerate() {
        // Of several letters for one square the last is written.
        if all[index].is_some() && !all[index + 1..].contains(&all[index]) {
            text.push_str(&letter.text);
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn write_part(position: &Position, part: &TemplatePart) -> String {
    match part {
        TemplatePart::Text(text) => text.clone(),
        TemplatePart::Number { variable, minus } => {
            let value = number_in(position, *variable);
            minus.map_or(value, |from| from.saturating_sub(value)).to_string()
        }
    }
}

/// Reads a field.
pub(super) fn read(
    game: &Game,
    field: &Field,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    // To tell a place takes as long as the text before it is, so that it is told of errors only.
    let start = *cursor;
    let fail = |message: String| start.error(&field.name, message);
    let none = cursor.rest() == "-";
    match &field.kind {
        FieldKind::Letters(letters) => return read_letters(game, field, letters, cursor, position),
        FieldKind::Squares(variable) => {
            let squares = read_squares(game, cursor, &field.name)?;
            store(game, position, *variable, VariableValue::Squares(squares)).map_err(fail)?;
        }
        FieldKind::Number(_) | FieldKind::TurnNumber if none => cursor.skip(1),
        FieldKind::Number(variable) => {
            let number = cursor.integer().ok_or_else(|| fail("expected a number".to_owned()))?;
            store(game, position, *variable, VariableValue::Number(number)).map_err(fail)?;
        }
        FieldKind::TurnNumber => {
            let number = turn_number(cursor);
            position.turn_number = number.map_err(|message| fail(message.to_owned()))?;
        }
        FieldKind::Template(forms) => read_template(game, forms, cursor, position).map_err(fail)?,
        // Other programs write rights to castle where nobody castles, and squares for captures en passant where there are
        // none: they mean nothing here.
        FieldKind::Fixed(text)
            if text == NONE
                && (are_letters(cursor.rest())
                    || game.board.square_named(cursor.rest()).is_some()) =>
        {
            return Ok(());
        }
        FieldKind::Fixed(text) => {
            if !cursor.eat(text) {
                return Err(fail(format!("expected `{text}`")));
            }
        }
    }
    if cursor.is_done() {
        Ok(())
    } else {
        Err(cursor.error(&field.name, "expected the end of this field here"))
    }
}

/// Reads the number of a turn.
pub(super) fn turn_number(cursor: &mut Cursor<'_>) -> Result<u32, &'static str> {
    let number = cursor.digits().ok_or("expected a number")?;
    let number = u32::try_from(number).map_err(|_| "no turn has so large a number")?;
    Ok(number.max(1))
}

fn read_letters(
    game: &Game,
    field: &Field,
    letters: &[Letter],
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    for letter in letters {
        write_squares(game, position, letter.variable, SquareSet::EMPTY);
    }
    if cursor.eat("-") && cursor.is_done() {
        return Ok(());
    }
    while !cursor.is_done() {
        let fits = letters.iter().filter(|letter| {
            !letter.text.is_empty() && cursor.rest().starts_with(letter.text.as_str())
        });
        let Some(letter) = fits.max_by_key(|letter| letter.text.len()) else {
            let known: Vec<&str> = letters.iter().map(|letter| letter.text.as_str()).collect();
            let message = format!("expected `-` or letters among {}", known.join(" "));
            return Err(cursor.error(&field.name, message));
        };
        cursor.skip(letter.text.len());
        if let Some(square) = first_square(game, position, &letter.square) {
            let mut squares = squares_in(position, letter.variable);
            squares.insert(square);
            write_squares(game, position, letter.variable, squares);
        }
    }
    Ok(())
}

/// Reads `-` or names of squares up to the end of the token, or to a comma.
pub(super) fn read_squares(
    game: &Game,
    cursor: &mut Cursor<'_>,
    field: &str,
) -> Result<SquareSet, PositionError> {
    let mut squares = SquareSet::EMPTY;
    cursor.eat("-");
    while !cursor.is_done() && cursor.peek() != Some(',') {
        let fits = game.board.squares.enumerate().filter(|(_, square)| {
            !square.name.is_empty() && cursor.rest().starts_with(square.name.as_str())
        });
        let Some((square, info)) = fits.max_by_key(|(_, square)| square.name.len()) else {
            let shown: String = cursor.rest().chars().take(10).collect();
            let message = format!("`{shown}` is no square of the board; expected squares or `-`");
            return Err(cursor.error(field, message));
        };
        squares.insert(square);
        cursor.skip(info.name.len());
        cursor.eat("-");
    }
    Ok(squares)
}

/// Tells whether a token has one of the forms of a field that can be told by its form alone.
pub(super) fn has_form(field: &Field, token: &str) -> bool {
    forms_of(field).any(|form| numbers(form, &mut Cursor::new(token, 0, token.len())).is_some())
}

/// Returns the forms by which a field is known wherever it stands.
fn forms_of(field: &Field) -> impl Iterator<Item = &Vec<TemplatePart>> {
    let forms = if let FieldKind::Template(forms) = &field.kind { forms.as_slice() } else { &[] };
    let has_text =
        |part: &TemplatePart| matches!(part, TemplatePart::Text(text) if !text.is_empty());
    forms.iter().filter(move |form| form.iter().any(has_text))
}

/// Returns the forms by which a field is known as a text: two fields of one text are known by the same tokens.
pub(super) fn shape(field: &Field) -> String {
    forms_of(field).map(|form| form_text(form)).collect()
}

/// Reads the numbers of one form; `None` if the token has another form.
fn numbers(form: &[TemplatePart], cursor: &mut Cursor<'_>) -> Option<Vec<(VariableRef, i32)>> {
    let mut found = Vec::new();
    for part in form {
        match part {
            TemplatePart::Text(text) => cursor.eat(text).then_some(())?,
            TemplatePart::Number { variable, minus } => {
                let value = cursor.integer()?;
                found.push((*variable, minus.map_or(value, |from| from.saturating_sub(value))));
            }
        }
    }
    cursor.is_done().then_some(found)
}

fn read_template(
    game: &Game,
    forms: &[Vec<TemplatePart>],
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), String> {
    let token = cursor.rest();
    let read = |form: &Vec<TemplatePart>| numbers(form, &mut Cursor::new(token, 0, token.len()));
    let found = forms.iter().find_map(read);
    if found.is_none() && token != "-" {
        let shown: Vec<String> = forms.iter().map(|form| form_text(form)).collect();
        return Err(format!("expected numbers in the form {}", shown.join(" or ")));
    }
    for (variable, value) in found.unwrap_or_default() {
        store(game, position, variable, VariableValue::Number(value))?;
    }
    cursor.skip(token.len());
    Ok(())
}

fn form_text(form: &[TemplatePart]) -> String {
    let parts: String = form
        .iter()
        .map(|part| match part {
            TemplatePart::Text(text) => text.as_str(),
            TemplatePart::Number { .. } => "N",
        })
        .collect();
    format!("`{parts}`")
}

fn squares_in(position: &Position, variable: VariableRef) -> SquareSet {
    position.squares(variable.id, variable_side(position, variable))
}

fn number_in(position: &Position, variable: VariableRef) -> i32 {
    position.number(variable.id, variable_side(position, variable))
}

/// Puts squares into a variable if it holds squares.
fn write_squares(game: &Game, position: &mut Position, variable: VariableRef, squares: SquareSet) {
    store(game, position, variable, VariableValue::Squares(squares)).unwrap_or_default();
}

/// Puts a value into a variable, or says why it cannot hold it.
pub(super) fn store(
    game: &Game,
    position: &mut Position,
    variable: VariableRef,
    value: VariableValue,
) -> Result<(), String> {
    let info = &game.variables[variable.id];
    match (&info.kind, value) {
        (VariableKind::Squares, VariableValue::Squares(_)) => {}
        (VariableKind::Squares, VariableValue::Number(_)) => {
            return Err("expected squares".to_owned());
        }
        (_, VariableValue::Squares(_)) => return Err("expected a number".to_owned()),
        (kind, VariableValue::Number(number)) => {
            let (min, max) = range(kind);
            if !(min..=max).contains(&number) {
                return Err(format!("{number} is out of range; expected {min} to {max}"));
            }
        }
    }
    if info.per_side {
        let side = variable_side(position, variable);
        position.variables[variable.id][side] = value;
    } else {
        position.variables[variable.id] = BySide::same(value);
    }
    Ok(())
}

/// Returns the least and the greatest number of a variable.
fn range(kind: &VariableKind) -> (i32, i32) {
    match kind {
        VariableKind::Number { min, max } => (*min, *max),
        VariableKind::Switch => (0, 1),
        VariableKind::Words(words) => (0, i32::try_from(words.len()).unwrap_or(i32::MAX) - 1),
        VariableKind::Squares => (0, 0),
    }
}

//! Advice about positions that no text expresses.
//!
//! Whatever a position can hold is put into the start position, one thing after the other, written and
//! read again.

use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::{
    BySide, FieldKind, Game, Id, SideId, SquareId, SquareSet, TokenId, VariableId, VariableKind,
    VariableValue,
};
use crate::notation;
use crate::source::Span;
use crate::state::{GameResult, Piece, Position, TokenState};

/// Looks at what positions can hold.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    if !comes_back(game, &looked.start) {
        let message =
            "the start position cannot be written so that it is read as the same".to_owned();
        tell(looked.setup(), message, &looked.start, looked, advice);
        return;
    }
    for (id, variable) in game.variables.enumerate() {
        let lost = values(game, id).into_iter().find_map(|value| {
            lost_with(looked, |position| position.variables[id] = BySide::same(value))
        });
        if let Some(position) = lost {
            let message =
                format!("not all that `{}` can hold is told by a position", variable.name);
            let own = variable.span.source == looked.file;
            // What a file inherits can be lost because of what it adds.
            let span = if own { variable.span } else { looked.header };
            tell(span, message, &position, looked, advice);
        }
    }
    for (id, token) in game.tokens.enumerate() {
        if let Some(position) = lost_token(looked, id) {
            let message =
                format!("not all that can become of `{}` is told by a position", token.name);
            tell(token.span, message, &position, looked, advice);
        }
    }
    pieces(looked, advice);
    result(looked, advice);
}

fn tell(
    span: Span,
    message: String,
    position: &Position,
    looked: &Looked<'_>,
    advice: &mut Advice,
) {
    let text = notation::write_position(looked.game, position);
    let what = match notation::read_position(looked.game, &text) {
        Ok(_) => "means another position when it is read",
        Err(_) => "cannot be read",
    };
    let found = codes::STATE_NOT_TOLD.at(span, message);
    advice.add(found.note(format!("`{text}` {what}")), Judged::Texts);
}

/// Tells whether a position is the same after it has been written and read.
fn comes_back(game: &Game, position: &Position) -> bool {
    let text = notation::write_position(game, position);
    notation::read_position(game, &text).is_ok_and(|read| read == *position)
}

/// Values of a variable that are worth trying: the least, the greatest, one between, or squares.
fn values(game: &Game, id: VariableId) -> Vec<VariableValue> {
    let Some(variable) = game.variables.get(id) else { return Vec::new() };
    let numbers = |numbers: &[i32]| numbers.iter().copied().map(VariableValue::Number).collect();
    match &variable.kind {
        VariableKind::Number { min, max } => {
            let small = [0, 1, 10].into_iter().filter(|number| (*min..=*max).contains(number));
            let all: Vec<i32> = small.chain([*min, *max]).collect();
            numbers(&all)
        }
        VariableKind::Switch => numbers(&[0, 1]),
        VariableKind::Words(words) => {
            let some = (0..words.len().min(8)).chain(words.len().checked_sub(1));
            numbers(&some.filter_map(|word| i32::try_from(word).ok()).collect::<Vec<_>>())
        }
        VariableKind::Squares => {
            let told = game.fields.iter().any(|field| squares_of(&field.kind, id));
            let most = if told { game.board.squares.len() } else { 1 };
            let one = game.board.squares.ids().take(most).map(SquareSet::one);
            let sets = one.chain([SquareSet::EMPTY, game.board.all()]);
            sets.map(VariableValue::Squares).collect()
        }
    }
}

/// Tells whether a field is about squares of a variable.
fn squares_of(field: &FieldKind, id: VariableId) -> bool {
    match field {
        FieldKind::Squares(variable) => variable.id == id,
        FieldKind::Letters(letters) => letters.iter().any(|letter| letter.variable.id == id),
        _ => false,
    }
}

/// Returns the start position with something else in it, if that is lost when it is written and read.
fn lost_with(looked: &Looked<'_>, change: impl FnOnce(&mut Position)) -> Option<Position> {
    let mut position = looked.start.clone();
    change(&mut position);
    (!comes_back(looked.game, &position)).then_some(position)
}

fn lost_token(looked: &Looked<'_>, id: TokenId) -> Option<Position> {
    let places = [None, Some(SquareId::from_index(0))];
    let mut states =
        places.into_iter().flat_map(|at| [0, 1, 12].map(|level| TokenState { at, level }));
    states.find_map(|state| lost_with(looked, |position| position.tokens[id] = state))
}

/// Advises about pieces of which there can be some that are not told apart, with their marks.
fn pieces(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    let all = u16::try_from((1_u32 << game.marks.len().min(16)) - 1).unwrap_or(u16::MAX);
    let single = (0..game.marks.len().min(16)).map(|mark| 1_u16 << mark);
    let marks: Vec<u16> = [0, all].into_iter().chain(single).collect();
    for (kind, owner, _) in looked.places.stands.kinds() {
        let lost = marks.iter().find_map(|marks| {
            let piece = Piece { marks: *marks, ..Piece::new(kind, owner) };
            lost_with(looked, |position| position.pieces[SquareId::from_index(0)] = Some(piece))
        });
        if let (Some(position), Some(info)) = (lost, game.types.get(kind)) {
            let message = format!("not every {} is told by a position", info.name);
            tell(info.span, message, &position, looked, advice);
            return;
        }
    }
}

/// Advises if a game that an effect has ended is not told.
fn result(looked: &Looked<'_>, advice: &mut Advice) {
    let lost = lost_with(looked, |position| {
        position.over = Some(GameResult::of(Some(SideId::LAST), "the end".to_owned()));
        position.turn_number = 7;
    });
    if let Some(position) = lost {
        let message = "a game that an effect has ended is not told by its position".to_owned();
        tell(looked.header, message, &position, looked, advice);
    }
}

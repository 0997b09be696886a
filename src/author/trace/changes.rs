//! What is different between two positions, in words.

use super::super::why::Words;
use crate::ir::{SideId, SquareSet, Variable, VariableKind, VariableValue};
use crate::state::{Piece, Position, TokenState};

/// Lists what is different in the second position.
pub(super) fn changes(words: Words<'_>, before: &Position, after: &Position) -> Vec<String> {
    let mut told = Vec::new();
    pieces(words, before, after, &mut told);
    hands(words, before, after, &mut told);
    tokens(words, before, after, &mut told);
    variables(words, before, after, &mut told);
    if before.to_move != after.to_move {
        told.push(format!("to move: {}", words.side(after.to_move)));
    }
    if before.turn_number != after.turn_number {
        told.push(format!("turn number: {} → {}", before.turn_number, after.turn_number));
    }
    if let (None, Some(result)) = (&before.over, &after.over) {
        let winner = result
            .winner()
            .map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", words.side(side)));
        told.push(format!("the game is over: {winner}, {}", result.reason));
    }
    told
}

fn pieces(words: Words<'_>, before: &Position, after: &Position, told: &mut Vec<String>) {
    for (square, now) in after.pieces.enumerate() {
        let was = before.pieces[square];
        if was != *now {
            let is_number = |(was, now): (Piece, Piece)| was.number != now.number;
            let with_number = was.zip(*now).is_some_and(is_number);
            let [was, now] = [was, *now].map(|one| piece(words, one, with_number));
            told.push(format!("{}: {was} → {now}", words.square(square)));
        }
    }
}

/// Names a piece with its marks, and with its number if that is asked for.
fn piece(words: Words<'_>, piece: Option<Piece>, with_number: bool) -> String {
    let Some(piece) = piece else { return "empty".to_owned() };
    let marks = words.game.marks.enumerate().filter(|(mark, _)| piece.has_mark(*mark));
    let marks: Vec<&str> = marks.map(|(_, mark)| mark.name.as_str()).collect();
    let mut name = words.piece(piece);
    if let Some(tally) = words.game.piece_tally().filter(|_| with_number) {
        name = format!("{name} with {} {}", tally.name, tally.of_piece(piece.number));
    }
    if marks.is_empty() { name } else { format!("{name} marked {}", marks.join(", ")) }
}

fn hands(words: Words<'_>, before: &Position, after: &Position, told: &mut Vec<String>) {
    for side in SideId::ALL {
        for (kind, now) in after.hands[side].enumerate() {
            let was = before.hands[side][kind];
            if was != *now {
                let (side, kind) = (words.side(side), words.kind(kind));
                told.push(format!("{kind} in hand of {side}: {was} → {now}"));
            }
        }
    }
}

fn tokens(words: Words<'_>, before: &Position, after: &Position, told: &mut Vec<String>) {
    for (token, info) in words.game.tokens.enumerate() {
        let (was, now) = (before.tokens[token], after.tokens[token]);
        if was.at != now.at {
            told.push(format!("{}: {} → {}", info.name, place(words, was), place(words, now)));
        }
        if was.level != now.level {
            told.push(format!("level of {}: {} → {}", info.name, was.level, now.level));
        }
    }
}

fn place(words: Words<'_>, token: TokenState) -> &str {
    token.at.map_or("nowhere", |square| words.game.board.name(square))
}

fn variables(words: Words<'_>, before: &Position, after: &Position, told: &mut Vec<String>) {
    for (id, info) in words.game.variables.enumerate() {
        for side in SideId::ALL {
            let was = before.variables[id][side];
            let now = after.variables[id][side];
            if was == now || (side != SideId::FIRST && !info.per_side) {
                continue;
            }
            let whose =
                if info.per_side { format!(" of {}", words.side(side)) } else { String::new() };
            let (was, now) = (value(words, info, was), value(words, info, now));
            told.push(format!("{}{whose}: {was} → {now}", info.name));
        }
    }
}

fn value(words: Words<'_>, info: &Variable, value: VariableValue) -> String {
    match (value, &info.kind) {
        (VariableValue::Squares(squares), _) => names(words, squares),
        (VariableValue::Number(0), VariableKind::Switch) => "off".to_owned(),
        (VariableValue::Number(_), VariableKind::Switch) => "on".to_owned(),
        (VariableValue::Number(number), VariableKind::Words(known)) => {
            let word = usize::try_from(number).ok().and_then(|number| known.get(number));
            word.cloned().unwrap_or_else(|| number.to_string())
        }
        (VariableValue::Number(number), _) => number.to_string(),
    }
}

fn names(words: Words<'_>, squares: SquareSet) -> String {
    if squares.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<&str> = squares.iter().map(|square| words.square(square)).collect();
    names.join(" ")
}

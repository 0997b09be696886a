//! Effects as text.

use super::expression::{name, owner_text, side_text, text_of, variable_text};
use crate::ir::{Effect, Game, Operand};

/// Writes an effect: its parts, with spaces between them.
pub fn effect_text(game: &Game, effect: &Effect) -> String {
    let mut text = String::new();
    effect.each_operand(&mut |part| {
        let part = part_text(game, part);
        if !text.is_empty() && !part.is_empty() && part != "," {
            text.push(' ');
        }
        text.push_str(&part);
    });
    text
}

fn part_text(game: &Game, part: Operand<'_, crate::ir::Resolved>) -> String {
    if let Some(set) = part.squares() {
        return text_of(game, set);
    }
    match part {
        Operand::Word(word) => word.to_owned(),
        Operand::Mark(mark) => name(game, mark).to_owned(),
        Operand::Token(token) | Operand::LevelOf(token) => name(game, token).to_owned(),
        Operand::HandOf(side) => side_text(game, *side),
        Operand::AssignedSquares(variable)
        | Operand::AssignedSwitch(variable)
        | Operand::AssignedNumber(variable) => variable_text(game, *variable),
        Operand::TallyOfSquares(tally) | Operand::TallyOfPieces(tally) => {
            name(game, tally).to_owned()
        }
        Operand::Kind(kind) => text_of(game, kind),
        Operand::NewOwner(owner) => owner_text(game, *owner),
        Operand::Amount(number) => text_of(game, number),
        Operand::Whether(truth) => text_of(game, truth),
        // The set beside a held piece is its slot.
        _ => String::new(),
    }
}

//! Effects as text.

use super::expression::{
    mark_name, number_text, owner_text, side_text, squares_text, token_name, truth_text, type_text,
    variable_text,
};
use crate::ir::{Effect, Game, MarkId, Squares};

/// Writes an effect.
pub fn effect_text(game: &Game, effect: &Effect) -> String {
    let squares = |set: &Squares| squares_text(game, set);
    match effect {
        Effect::Capture(on) => format!("capture {}", squares(on)),
        Effect::Remove(on) => format!("remove {}", squares(on)),
        Effect::Place { kind, owner, on } => {
            let (kind, owner) = (type_text(game, kind), owner_text(game, *owner));
            format!("place {kind} for {owner} on {}", squares(on))
        }
        Effect::Relocate { from, to } => format!("relocate {} to {}", squares(from), squares(to)),
        Effect::Swap(left, right) => format!("swap {} with {}", squares(left), squares(right)),
        Effect::Become { on, kind } => {
            format!("change {} into {}", squares(on), type_text(game, kind))
        }
        Effect::ChangeOwner { on, to } => {
            format!("change owner of {} to {}", squares(on), owner_text(game, *to))
        }
        Effect::Mark { on, mark, set } => mark_text(game, on, *mark, *set),
        Effect::Give { token, to } => {
            format!("give {} to {}", token_name(game, *token), squares(to))
        }
        Effect::TakeAway(token) => format!("take away {}", token_name(game, *token)),
        Effect::SetLevel { token, level } => {
            format!("set level of {} to {}", token_name(game, *token), number_text(game, level))
        }
        Effect::Hand { side, kind, change } => {
            let (kind, side) = (type_text(game, kind), side_text(game, *side));
            format!("add {kind} to hand of {side}, {} times", number_text(game, change))
        }
        Effect::SetNumber(variable, value) => {
            format!("set {} to {}", variable_text(game, *variable), number_text(game, value))
        }
        Effect::SetSquares(variable, value) => {
            format!("set {} to {}", variable_text(game, *variable), squares(value))
        }
        Effect::SetTruth(variable, value) => {
            format!("set {} to {}", variable_text(game, *variable), truth_text(game, value))
        }
    }
}

fn mark_text(game: &Game, on: &Squares, mark: MarkId, set: bool) -> String {
    let verb = if set { "mark" } else { "unmark" };
    format!("{verb} {} {}", squares_text(game, on), mark_name(game, mark))
}

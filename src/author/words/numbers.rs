//! Numbers in words.

use super::sets::slot_name;
use super::{MORE, Words};
use crate::ir::{Arithmetic, Number, VariableKind, VariableRef};

impl Words<'_> {
    pub(super) fn number(self, number: &Number) -> String {
        let Some(inside) = self.inside() else { return MORE.to_owned() };
        match number {
            Number::Fixed(value) => value.to_string(),
            Number::Variable(variable) => self.variable(*variable),
            Number::Slot(slot) => slot_name(*slot),
            Number::Count(squares) => {
                format!("the number of {}", inside.several_of(squares))
            }
            Number::InHand { side, types } => {
                format!("the number of {} in the hand of {}", self.types(*types), self.side(*side))
            }
            Number::Level(token) => format!("the level of the {}", self.name(*token)),
            Number::TurnNumber => "the number of the turn".to_owned(),
            Number::CapturesThisTurn => "the number of captures in this turn".to_owned(),
            Number::Property(property, kind) => {
                format!("the `{}` of {}", self.name(*property), inside.kind(kind))
            }
            Number::Tally { of, on, total: false } => {
                format!("the `{}` of {}", self.name(*of), inside.one_of(on))
            }
            Number::Tally { of, on, total: true } => {
                format!("the sum of `{}` over every {}", self.name(*of), inside.squares(on))
            }
            Number::Sum(property, squares) => {
                let squares = inside.squares(squares);
                format!("the sum of `{}` over every {squares}", self.name(*property))
            }
            Number::Coordinate { axis, of, .. } => {
                format!("the {} of {}", axis.word(), inside.one_of(of))
            }
            Number::Distance(left, right) => {
                format!("the distance from {} to {}", inside.one_of(left), inside.one_of(right))
            }
            Number::Either { condition, then, otherwise } => format!(
                "{} (or {} unless {})",
                inside.number(then),
                inside.number(otherwise),
                inside.truth(condition)
            ),
            Number::Arithmetic { operator, left, right } => {
                let (left, right) = (inside.number(left), inside.number(right));
                match operator {
                    Arithmetic::Add => format!("{left} plus {right}"),
                    Arithmetic::Subtract => format!("{left} minus {right}"),
                    Arithmetic::Multiply => format!("{left} times {right}"),
                    Arithmetic::Divide => format!("{left} divided by {right}"),
                    Arithmetic::Remainder => format!("the remainder of {left} divided by {right}"),
                }
            }
        }
    }

    /// A value of a variable: a word or a switch has a name for its number.
    pub(super) fn value(self, variable: VariableRef, value: &Number) -> String {
        let kind = self.game.variables.get(variable.id).map(|info| &info.kind);
        match (kind, value) {
            (Some(VariableKind::Words(words)), Number::Fixed(value)) => usize::try_from(*value)
                .ok()
                .and_then(|value| words.get(value))
                .map_or_else(|| value.to_string(), Clone::clone),
            (Some(VariableKind::Switch), Number::Fixed(0)) => "off".to_owned(),
            (Some(VariableKind::Switch), Number::Fixed(1)) => "on".to_owned(),
            (Some(VariableKind::Words(_)), Number::Either { condition, then, otherwise }) => {
                let Some(inside) = self.inside() else { return MORE.to_owned() };
                format!(
                    "{} if {}, else {}",
                    inside.value(variable, then),
                    inside.truth(condition),
                    inside.value(variable, otherwise)
                )
            }
            _ => self.number(value),
        }
    }
}

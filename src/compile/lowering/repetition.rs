//! Lowers the repetition key: what is compared when positions are compared for repetition.

use crate::compile::lowering::expressions::Lower;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::{RepetitionKey, Start};
use crate::ir::{self, Game, Id, Translate, VariableId, VariableValue};

impl<B: Bitboard> Start<B> {
    fn of(game: &Game, layout: &Layout, variable: VariableId) -> Self {
        let place = layout.variable(variable);
        let mut start = Self::default();
        for (side, value) in game.variables[variable].start.enumerate() {
            match value {
                VariableValue::Squares(squares) => {
                    start.boards.push((place.of(side), B::from_set(*squares)));
                }
                VariableValue::Number(number) => start.numbers.push((place.of(side), *number)),
            }
        }
        start
    }
}

impl<B: Bitboard> RepetitionKey<B> {
    /// Lowers what is compared.
    pub(crate) fn of(lower: &mut Lower<'_, B>) -> Self {
        let (game, layout) = (lower.game, lower.layout);
        let mut repetition_key = Self {
            boards: (layout.marks..layout.boards).collect(),
            numbers: (0..layout.numbers).collect(),
            ..Self::default()
        };
        for rule in &game.comparison {
            match rule {
                ir::Compared::Ignore(id) => repetition_key.leave_out(&Start::of(game, layout, *id)),
                ir::Compared::IgnoreSide => repetition_key.ignores_side = true,
                ir::Compared::WhileUsed(id) => {
                    let start = Start::of(game, layout, *id);
                    repetition_key.leave_out(&start);
                    repetition_key.while_used.push(start);
                }
                ir::Compared::Number(number) => {
                    repetition_key.worked_out.push(lower.number(number));
                }
                ir::Compared::Level(token, number) => {
                    let level = layout.token(token.index()) + 1;
                    repetition_key.numbers.retain(|index| *index != level);
                    repetition_key.worked_out.push(lower.number(number));
                }
            }
        }
        repetition_key
    }

    fn leave_out(&mut self, start: &Start<B>) {
        self.boards.retain(|board| start.boards.iter().all(|(index, _)| index != board));
        self.numbers.retain(|number| start.numbers.iter().all(|(index, _)| index != number));
    }
}

//! What is compared when positions are compared for repetition.

use crate::compile::lowering::expressions::Lower;
use crate::compile::program::Num;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::ir::{self, Game, Id, VariableId, VariableValue};

/// What is compared, besides the pieces, the hands and the side to move. The number of the turn is not.
#[derive(Clone, Debug)]
pub struct RepetitionKey<B> {
    /// Boards that are compared as they are, by index, of those that the pieces do not tell.
    pub boards: Vec<usize>,
    /// Numbers that are compared as they are, by index.
    pub numbers: Vec<usize>,
    /// Numbers that are worked out.
    pub worked_out: Vec<Num<B>>,
    /// Variables that matter only while the legal turns differ from what they are with the start value.
    pub while_used: Vec<Start<B>>,
}

impl<B> Default for RepetitionKey<B> {
    fn default() -> Self {
        let (boards, numbers) = (Vec::new(), Vec::new());
        Self { boards, numbers, worked_out: Vec::new(), while_used: Vec::new() }
    }
}

/// What a variable holds at the start.
#[derive(Clone, Debug, Default)]
pub struct Start<B> {
    /// Boards, by their index.
    pub boards: Vec<(usize, B)>,
    /// Numbers, by their index.
    pub numbers: Vec<(usize, i32)>,
}

impl<B: Bitboard> Start<B> {
    fn of(game: &Game, layout: &Layout, variable: VariableId) -> Self {
        let place = layout.variable(variable);
        let mut start = Self::default();
        for (side, value) in game.variables[variable].start.enumerate() {
            match value {
                VariableValue::Squares(squares) => {
                    start.boards.push((place.of(side.0), B::from_set(*squares)));
                }
                VariableValue::Number(number) => start.numbers.push((place.of(side.0), *number)),
            }
        }
        start
    }
}

impl<B: Bitboard> RepetitionKey<B> {
    /// Lowers what is compared.
    pub fn of(lower: &mut Lower<'_, B>) -> Self {
        let (game, layout) = (lower.game, lower.layout);
        let mut repetition_key = Self {
            boards: (layout.marks..layout.boards).collect(),
            numbers: (0..layout.numbers).collect(),
            ..Self::default()
        };
        for rule in &game.comparison {
            match rule {
                ir::Compared::Ignore(id) => repetition_key.leave_out(&Start::of(game, layout, *id)),
                ir::Compared::WhileUsed(id) => {
                    let start = Start::of(game, layout, *id);
                    repetition_key.leave_out(&start);
                    repetition_key.while_used.push(start);
                }
                ir::Compared::Number(number) => {
                    repetition_key.worked_out.push(lower.number(number))
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

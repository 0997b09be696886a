//! What is compared when positions are compared for repetition.

use super::bits::Bits;
use super::layout::Layout;
use super::lower::Lower;
use super::program::Num;
use crate::ir::{self, Game, Id, VariableId, VariableValue};

/// A rule of what is compared, besides all that is in a state but the number of the turn.
#[derive(Clone, Debug)]
pub enum Compared<B> {
    /// The variable does not matter.
    Ignore(Start<B>),
    /// The variable matters only while the legal turns differ from what they are with its start value.
    WhileUsed(Start<B>),
    /// The number matters besides.
    Number(Num<B>),
    /// The number stands for the one at that index of the state.
    Level(usize, Num<B>),
}

/// What a variable holds at the start.
#[derive(Clone, Debug, Default)]
pub struct Start<B> {
    /// Boards, by their index.
    pub boards: Vec<(usize, B)>,
    /// Numbers, by their index.
    pub numbers: Vec<(usize, i32)>,
}

impl<B: Bits> Start<B> {
    fn of(game: &Game, layout: &Layout, variable: VariableId) -> Self {
        let place = layout.variable(variable);
        let mut start = Self::default();
        for (side, value) in [0, 1].into_iter().zip(&game.variables[variable].start) {
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

/// Lowers what is compared.
pub fn compared<B: Bits>(lower: &mut Lower<'_, B>) -> Vec<Compared<B>> {
    let (game, layout) = (lower.game, lower.layout);
    let rules = game.comparison.iter().map(|rule| match rule {
        ir::Compared::Ignore(id) => Compared::Ignore(Start::of(game, layout, *id)),
        ir::Compared::WhileUsed(id) => Compared::WhileUsed(Start::of(game, layout, *id)),
        ir::Compared::Number(number) => Compared::Number(lower.number(number)),
        ir::Compared::Level(token, number) => {
            Compared::Level(layout.token(token.index()) + 1, lower.number(number))
        }
    });
    rules.collect()
}

/// What is compared as it is, by index: boards, besides those that the pieces tell, and numbers.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    /// Boards.
    pub boards: Vec<usize>,
    /// Numbers.
    pub numbers: Vec<usize>,
}

impl Plain {
    /// Returns what is left when all is left out that some rules are about.
    pub fn beside<B>(layout: &Layout, rules: &[Compared<B>]) -> Self {
        let (mut boards, mut numbers) = (vec![true; layout.boards], vec![true; layout.numbers]);
        for rule in rules {
            match rule {
                Compared::Ignore(start) | Compared::WhileUsed(start) => {
                    start.boards.iter().for_each(|(index, _)| boards[*index] = false);
                    start.numbers.iter().for_each(|(index, _)| numbers[*index] = false);
                }
                Compared::Level(index, _) => numbers[*index] = false,
                Compared::Number(_) => {}
            }
        }
        Self {
            boards: (layout.marks..layout.boards).filter(|&index| boards[index]).collect(),
            numbers: (0..layout.numbers).filter(|&index| numbers[index]).collect(),
        }
    }
}

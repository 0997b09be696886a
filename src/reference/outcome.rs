//! Whether a game is over, and what makes two positions the same.

use std::collections::HashSet;

use super::legal::legal_turns;
use super::run::Run;
use crate::ir::{Compared, Game, VariableId};
use crate::state::{GameResult, Position};

/// What is compared when positions are compared for repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComparisonKey {
    position: Position,
    numbers: Vec<i32>,
}

/// Returns the result of a game that has come to this position, if it is over.
///
/// `occurrences` is how often the position has occurred in it, this time included.
pub fn outcome(game: &Game, position: &Position, occurrences: u32) -> Option<GameResult> {
    judged(game, position, Some(occurrences))
}

/// Returns the result if the position is decided whatever the record of the game is: perft stops there.
pub fn decided(game: &Game, position: &Position) -> Option<GameResult> {
    judged(game, position, None)
}

fn judged(game: &Game, position: &Position, occurrences: Option<u32>) -> Option<GameResult> {
    if let Some(result) = &position.over {
        return Some(result.clone());
    }
    let mut run = Run::still(game, position.clone(), position.to_move);
    run.occurrences = occurrences.unwrap_or(1);
    for ending in &game.endings {
        if (ending.by_record && occurrences.is_none()) || !run.truth(&ending.condition) {
            continue;
        }
        if let Some(result) = run.result(ending.outcome, &ending.reason) {
            return Some(result);
        }
    }
    None
}

/// Returns what a position is compared by.
pub fn comparison_key(game: &Game, position: &Position) -> ComparisonKey {
    let mut key = ComparisonKey { position: position.clone(), numbers: Vec::new() };
    key.position.turn_number = 0;
    let mut run = Run::still(game, position.clone(), position.to_move);
    for compared in &game.comparison {
        match compared {
            Compared::Ignore(variable) => forget(game, &mut key.position, *variable),
            Compared::WhileUsed(variable) => {
                if !matters(game, position, *variable) {
                    forget(game, &mut key.position, *variable);
                }
            }
            Compared::Number(number) => key.numbers.push(run.number(number)),
            Compared::Level(token, number) => {
                key.position.tokens[*token].level = run.number(number);
            }
        }
    }
    key
}

fn forget(game: &Game, position: &mut Position, variable: VariableId) {
    position.variables[variable] = game.variables[variable].start;
}

/// Tells whether the legal turns would be others if the variable were as at the start.
fn matters(game: &Game, position: &Position, variable: VariableId) -> bool {
    let start = game.variables[variable].start;
    if position.variables[variable] == start {
        return false;
    }
    let mut without = position.clone();
    without.variables[variable] = start;
    // In which order the rules give the turns does not matter.
    let turns = |position| -> HashSet<_> {
        legal_turns(game, position).into_iter().map(|turn| turn.turn).collect()
    };
    turns(position) != turns(&without)
}

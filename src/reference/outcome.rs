//! Whether a game is over, and what makes two positions the same.

use std::collections::HashSet;

use super::legal::{self, Sought};
use super::run::Run;
use crate::ir::{Compared, Game, SideId, VariableId};
use crate::state::{Allowance, GameResult, Position, Recurrence, TooMuch};

/// What is compared when positions are compared for repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComparisonKey {
    position: Position,
    numbers: Vec<i32>,
}

/// Returns the result of a game that has come to this position, if it is over.
///
/// `recurrence` tells how the position has come back in it.
///
/// # Errors
/// If finding that out takes more than may be spent.
pub fn outcome(
    game: &Game,
    position: &Position,
    recurrence: &Recurrence<Position>,
    allowance: &Allowance,
) -> Result<Option<GameResult>, TooMuch> {
    judged(game, position, Some(recurrence), allowance)
}

/// Returns the result if the position is decided whatever the record of the game is: perft stops there.
///
/// # Errors
/// If finding that out takes more than may be spent.
pub fn decided(
    game: &Game,
    position: &Position,
    allowance: &Allowance,
) -> Result<Option<GameResult>, TooMuch> {
    judged(game, position, None, allowance)
}

fn judged(
    game: &Game,
    position: &Position,
    recurrence: Option<&Recurrence<Position>>,
    allowance: &Allowance,
) -> Result<Option<GameResult>, TooMuch> {
    if let Some(result) = &position.over {
        return Ok(Some(result.clone()));
    }
    let mut run = Run::asking(game, position.clone(), allowance);
    if let Some(recurrence) = recurrence {
        run.recurrence = recurrence.clone();
    }
    for ending in &game.endings {
        if ending.by_record && recurrence.is_none() {
            continue;
        }
        let holds = run.truth(&ending.condition);
        run.budget.blame(ending.span);
        if !run.budget.answer(holds)? {
            continue;
        }
        if let Some(result) = run.result(ending.outcome, &ending.reason) {
            return Ok(Some(result));
        }
    }
    Ok(None)
}

/// Returns what a position is compared by.
///
/// Of a variable that is compared only while it is used, it is taken for used where that is more than can be worked out.
pub fn comparison_key(game: &Game, position: &Position, allowance: &Allowance) -> ComparisonKey {
    let mut key = ComparisonKey { position: position.clone(), numbers: Vec::new() };
    key.position.turn_number = 0;
    let mut run = Run::asking(game, position.clone(), allowance);
    run.forgets = true;
    for compared in &game.comparison {
        match compared {
            Compared::Ignore(variable) => forget(game, &mut key.position, *variable),
            Compared::IgnoreSide => key.position.to_move = SideId::FIRST,
            Compared::WhileUsed(variable) => {
                if !matters(game, position, *variable, allowance).unwrap_or(true) {
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
fn matters(
    game: &Game,
    position: &Position,
    variable: VariableId,
    allowance: &Allowance,
) -> Result<bool, TooMuch> {
    let start = game.variables[variable].start;
    if position.variables[variable] == start {
        return Ok(false);
    }
    let mut without = position.clone();
    without.variables[variable] = start;
    // In which order the rules give the turns does not matter, nor what was before.
    let turns = |position| -> Result<HashSet<_>, TooMuch> {
        let mut asked = Run::asking(game, position, allowance);
        asked.forgets = true;
        Ok(legal::answer(asked, Sought::All)?.into_iter().map(|turn| turn.turn).collect())
    };
    Ok(turns(position.clone())? != turns(without)?)
}

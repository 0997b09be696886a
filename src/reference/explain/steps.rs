//! Which steps of a turn find something to choose, and which do not.

use super::super::run::{Ahead, Progress, Run};
use crate::ir::{Game, Statement};
use crate::state::{Allowance, Choice, Position};

/// A way of playing that has come to a choice, and what is still to be tried there.
struct Pending<'g> {
    run: Run<'g>,
    statement: &'g Statement,
    choices: std::vec::IntoIter<Choice>,
}

/// Plays the ways of the side's turn, allowed or not, and tells of each choice that is come to whether
/// there was anything to choose. After so many steps of work it stops; returns how many are left: none if there was more
/// to be spent than may be.
pub fn steps<'g>(
    game: &'g Game,
    position: &Position,
    mut work: usize,
    allowance: &Allowance,
    tell: &mut dyn FnMut(&'g Statement, bool),
) -> usize {
    if position.over.is_some() {
        return work;
    }
    let budget = allowance.budget();
    let mut run = Run::begin(game, position.clone());
    run.budget = budget.clone();
    let mut pending: Vec<Pending<'g>> = Vec::new();
    let mut next = Some(run);
    while let Some(run) = next {
        let Some(stopped) = advance(run, &mut work, tell) else { return 0 };
        pending.extend(stopped);
        next = next_way(&mut pending);
        if budget.is_spent() {
            return 0;
        }
    }
    work
}

/// Goes on until there is something to choose; returns that, if it is come to. `None` if there is no work left.
#[expect(clippy::option_option, reason = "no answer, no step, and a step are three things")]
fn advance<'g>(
    mut run: Run<'g>,
    work: &mut usize,
    tell: &mut dyn FnMut(&'g Statement, bool),
) -> Option<Option<Pending<'g>>> {
    loop {
        *work = work.checked_sub(1)?;
        let ahead = run.ahead();
        match run.step() {
            None => {}
            Some(Progress::Done) => return Some(None),
            Some(Progress::Dead) => {
                if let Some(Ahead::Statement(statement)) = ahead
                    && !run.budget.is_spent()
                {
                    tell(statement, false);
                }
                return Some(None);
            }
            Some(Progress::Choice(statement, choices)) => {
                tell(statement, true);
                let choices = choices.into_iter();
                return Some(Some(Pending { run, statement, choices }));
            }
        }
    }
}

/// Takes the next choice that is still to be tried, of those that have come last.
///
/// Only what is tried is copied: a turn may have many choices, and a copy for each would fill the memory.
fn next_way<'g>(pending: &mut Vec<Pending<'g>>) -> Option<Run<'g>> {
    loop {
        let last = pending.last_mut()?;
        if let Some(choice) = last.choices.next() {
            let mut next = last.run.branch()?;
            next.take(last.statement, choice);
            return Some(next);
        }
        pending.pop();
    }
}

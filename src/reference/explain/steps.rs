//! Which steps of a turn find something to choose, and which do not.

use super::super::run::{Ahead, Progress, Run};
use crate::ir::{Game, Statement};
use crate::state::Position;

/// Plays the ways of the side's turn, allowed or not, and tells of each choice that is come to whether
/// there was anything to choose. After so many steps of work it stops; returns how many are left.
pub fn steps<'g>(
    game: &'g Game,
    position: &Position,
    mut work: usize,
    tell: &mut dyn FnMut(&'g Statement, bool),
) -> usize {
    let mut pending = Vec::new();
    if position.over.is_none() {
        pending.push(Run::begin(game, position.clone()));
    }
    while let Some(mut run) = pending.pop() {
        loop {
            let Some(left) = work.checked_sub(1) else { return 0 };
            work = left;
            let ahead = run.ahead();
            match run.step() {
                None => {}
                Some(Progress::Done) => break,
                Some(Progress::Dead) => {
                    if let Some(Ahead::Statement(statement)) = ahead {
                        tell(statement, false);
                    }
                    break;
                }
                Some(Progress::Choice(statement, choices)) => {
                    tell(statement, true);
                    for choice in choices.into_iter().rev() {
                        let mut next = run.clone();
                        next.take(statement, choice);
                        pending.push(next);
                    }
                    break;
                }
            }
        }
    }
    work
}

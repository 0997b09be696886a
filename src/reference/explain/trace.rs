//! What happens in a turn, step by step.

use super::super::legal::finish;
use super::super::run::{Ahead, Progress, Run};
use super::finding::Finding;
use super::line::Stuck;
use crate::ir::{Forbid, Game, SquareId, Statement, Trigger};
use crate::reference::Subject;
use crate::state::{Allowance, Position, Step, TooMuch, Turn};

/// The most happenings that are told.
const MAX_TOLD: usize = 2000;

/// Something that happens in a turn.
#[derive(Clone, Debug)]
pub enum Happening<'g> {
    /// The player chooses where a statement asks.
    Chosen(&'g Statement, Step),
    /// A statement is done: an effect, the end of the game, who is next.
    Done(&'g Statement),
    /// A statement finds its condition: `if`, or a round of `repeat`.
    Decided(&'g Statement, Finding<'g>),
    /// An event finds its trigger; it fires if the condition holds.
    Event(&'g Trigger, Finding<'g>),
    /// The capture of a piece is told to the triggers.
    Captured(Subject),
    /// A round of `for each` begins, for that square.
    Round(SquareId),
    /// The way ends here.
    Stuck(Stuck<'g>),
    /// A rule is asked whether it forbids the turn.
    Forbid(&'g Forbid, Finding<'g>),
    /// The turn is over and the next side is to move.
    Over,
}

/// Something that happened, with the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Traced<'t, 'g> {
    /// What happened.
    pub happening: &'t Happening<'g>,
    /// The position before.
    pub before: &'t Position,
    /// The position after.
    pub after: &'t Position,
}

/// Plays a turn and tells everything that happens.
///
/// The turn is one of the ways of playing, allowed or not. It returns whether it could be played to
/// its end and nothing forbids it.
///
/// # Errors
/// If that takes more than may be spent.
pub fn trace<'g>(
    game: &'g Game,
    position: &Position,
    turn: &Turn,
    allowance: &Allowance,
    tell: &mut dyn FnMut(Traced<'_, 'g>),
) -> Result<bool, TooMuch> {
    let mut run = Run::begin(game, position.clone());
    run.budget = allowance.budget();
    let budget = run.budget.clone();
    let allowed = follow(run, turn, tell);
    budget.answer(allowed)
}

fn follow<'g>(mut run: Run<'g>, turn: &Turn, tell: &mut dyn FnMut(Traced<'_, 'g>)) -> bool {
    let mut steps = turn.steps.iter();
    let mut left = MAX_TOLD;
    let mut say = |happening: &Happening<'g>, before: &Position, after: &Position| {
        if left > 0 {
            left -= 1;
            tell(Traced { happening, before, after });
        }
    };
    loop {
        let ahead = run.ahead();
        let before = run.position.clone();
        let told = ahead.and_then(|ahead| happening(&run, ahead));
        match run.step() {
            None => {
                if let Some(told) = told.or_else(|| ahead.and_then(nothing_chosen)) {
                    say(&told, &before, &run.position);
                }
            }
            Some(Progress::Done) => break,
            Some(Progress::Choice(statement, choices)) => {
                let Some(step) = steps.next().filter(|step| choices.contains(&step.choice)) else {
                    say(&Happening::Stuck(Stuck::At(statement)), &before, &run.position);
                    return false;
                };
                run.take(statement, step.choice.clone());
                say(&Happening::Chosen(statement, step.clone()), &before, &run.position);
            }
            Some(Progress::Dead) => {
                say(&Happening::Stuck(Stuck::before(ahead)), &before, &run.position);
                return false;
            }
        }
    }
    let mut allowed = true;
    for rule in &run.game.forbids {
        let finding = run.find(&rule.condition);
        allowed &= !finding.holds;
        say(&Happening::Forbid(rule, finding), &run.position.clone(), &run.position);
    }
    say(&Happening::Over, &run.position, &finish(&run).position);
    allowed
}

/// Returns what is told where a statement found nothing to choose and the turn goes on.
fn nothing_chosen(ahead: Ahead<'_>) -> Option<Happening<'_>> {
    match ahead {
        Ahead::Statement(statement) if statement.kind.as_choose().is_some() => {
            Some(Happening::Done(statement))
        }
        _ => None,
    }
}

/// Returns what is told about a step of the run before it is made.
fn happening<'g>(run: &Run<'g>, ahead: Ahead<'g>) -> Option<Happening<'g>> {
    // What is asked must leave no mark on the run.
    let find = |truth| run.clone().find(truth);
    Some(match ahead {
        Ahead::Statement(statement) => {
            let kind = &statement.kind;
            match kind.condition() {
                // Each round of a repetition asks by itself.
                Some(_) if kind.is_repeated() => return None,
                Some(condition) => Happening::Decided(statement, find(condition)),
                None if kind.asks().is_some() || kind.leads_back() => return None,
                None => Happening::Done(statement),
            }
        }
        Ahead::Trigger(trigger) => Happening::Event(trigger, find(&trigger.condition)),
        Ahead::Captured(subject) => Happening::Captured(subject),
        Ahead::Round(square) => Happening::Round(square),
        Ahead::Again(statement) => Happening::Decided(statement, find(statement.kind.condition()?)),
    })
}

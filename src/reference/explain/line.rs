//! One way of playing a turn, driven from outside.

use super::super::legal::{finish, forbidden_by};
use super::super::run::{Ahead, Progress, Run};
use super::finding::Finding;
use crate::ir::{Forbid, Game, SquareSet, Squares, Statement, Trigger, Truth};
use crate::state::{Choice, Position, Step, Turn};

/// One way of playing a turn, as far as it has got; it goes on choice by choice.
#[derive(Clone, Debug)]
pub struct Line<'g> {
    pub(super) run: Run<'g>,
}

/// Where a line stops.
#[derive(Debug)]
pub enum Stage<'g> {
    /// All steps of the turn have been played; nothing has been judged yet.
    Over,
    /// The statement asks for a choice among these.
    Choice(&'g Statement, Vec<Choice>),
    /// The turn cannot be played this way.
    Stuck(Stuck<'g>),
}

/// Why a turn cannot be played that way.
#[derive(Clone, Copy, Debug)]
pub enum Stuck<'g> {
    /// The statement refuses, or there is nothing to choose where it asks.
    At(&'g Statement),
    /// The trigger fires more often than events may.
    Cascade(&'g Trigger),
    /// It takes more work than a turn may.
    Endless,
}

impl<'g> Stuck<'g> {
    /// Tells why a run cannot go on that was about to do something.
    pub(super) fn before(ahead: Option<Ahead<'g>>) -> Self {
        match ahead {
            Some(Ahead::Statement(statement)) => Self::At(statement),
            Some(Ahead::Trigger(trigger)) => Self::Cascade(trigger),
            Some(Ahead::Captured(_) | Ahead::Round(_) | Ahead::Again(_)) | None => Self::Endless,
        }
    }
}

impl<'g> Line<'g> {
    /// Begins the turn of the side to move.
    pub fn begin(game: &'g Game, position: &Position) -> Self {
        Self { run: Run::begin(game, position.clone()) }
    }

    /// Returns what has been chosen so far.
    pub fn turn(&self) -> Turn {
        Turn { steps: self.run.steps.clone() }
    }

    /// Returns the position as it is now, in the middle of the turn.
    pub fn position(&self) -> &Position {
        &self.run.position
    }

    /// Returns the position after the turn, with the next side to move.
    pub fn finished(&self) -> Position {
        finish(&self.run).position
    }

    /// Goes on until the turn is over or something is to be chosen.
    pub fn advance(&mut self) -> Stage<'g> {
        loop {
            let ahead = self.run.ahead();
            match self.run.step() {
                None => {}
                Some(Progress::Done) => return Stage::Over,
                Some(Progress::Choice(statement, choices)) => {
                    return Stage::Choice(statement, choices);
                }
                Some(Progress::Dead) => {
                    return Stage::Stuck(Stuck::before(ahead));
                }
            }
        }
    }

    /// Goes on with a choice.
    pub fn take(&mut self, statement: &'g Statement, choice: Choice) {
        self.run.take(statement, choice);
    }

    /// Returns the step that a choice would be, with the label that the statement gives it.
    pub fn step_of(&self, statement: &'g Statement, choice: Choice) -> Step {
        let label = super::super::choices::label_of(statement, &choice);
        Step { by: self.run.chooser(statement), label, choice }
    }

    /// Judges a truth as things stand in the middle of the turn.
    pub fn judged(&mut self, truth: &'g Truth) -> Finding<'g> {
        self.run.find(truth)
    }

    /// Returns the squares of a set as things stand in the middle of the turn.
    pub fn squares(&mut self, set: &'g Squares) -> SquareSet {
        self.run.squares(set)
    }

    /// Returns the rule that forbids the turn that is over, and what it found.
    pub fn forbidden(&mut self) -> Option<(&'g Forbid, Finding<'g>)> {
        let rule = forbidden_by(&mut self.run)?;
        Some((rule, self.run.find(&rule.condition)))
    }
}

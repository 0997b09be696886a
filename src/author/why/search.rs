//! Follows a text through the choices of a turn, as far as it leads.

use super::meant::Reader;
use crate::ir::Statement;
use crate::reference::explain::{Line, Stage, Stuck};
use crate::state::Choice;

/// The most points of choice that are looked at.
const MAX_POINTS: usize = 3000;

/// A point at which a text stops to lead anywhere.
#[derive(Debug)]
pub(crate) struct Point<'g> {
    /// The way of playing up to there.
    pub line: Line<'g>,
    /// How much of the text has been followed, in bytes of the loose text.
    pub followed: usize,
    /// What there is.
    pub stop: Stop<'g>,
}

/// Why a text leads no further.
#[derive(Debug)]
pub(crate) enum Stop<'g> {
    /// The turn is over, and so is the text.
    Complete,
    /// The turn is over, and the text goes on.
    Early,
    /// None of the choices at the statement is what the text says.
    NoChoice(&'g Statement, Vec<Choice>),
    /// The turn cannot be played this way.
    Stuck(Stuck<'g>),
}

/// A search in progress.
pub(crate) struct Search<'t, 'g> {
    reader: Reader<'g>,
    wanted: &'t str,
    points: Vec<Point<'g>>,
    left: usize,
}

impl<'t, 'g> Search<'t, 'g> {
    /// Follows a loose text from the beginning of a turn; returns the points where it stops to lead on.
    pub(crate) fn follow(reader: Reader<'g>, line: Line<'g>, wanted: &'t str) -> Vec<Point<'g>> {
        let mut search = Self { reader, wanted, points: Vec::new(), left: MAX_POINTS };
        search.go(line);
        search.points
    }

    /// Goes on with one way of playing; it makes no more choices than a turn may have.
    fn go(&mut self, mut line: Line<'g>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let shown = self.reader.shown(&line.turn());
        match line.advance() {
            Stage::Over if shown == self.wanted => self.stop(line, shown.len(), Stop::Complete),
            Stage::Over => self.stop(line, shown.len(), Stop::Early),
            Stage::Stuck(stuck) => self.stop(line, shown.len(), Stop::Stuck(stuck)),
            Stage::Choice(statement, choices) => self.choose(line, &shown, statement, choices),
        }
    }

    fn choose(
        &mut self,
        line: Line<'g>,
        shown: &str,
        statement: &'g Statement,
        choices: Vec<Choice>,
    ) {
        let mut leads_on = false;
        let mut turn = line.turn();
        for choice in &choices {
            turn.steps.push(line.step_of(statement, choice.clone()));
            let text = self.reader.shown(&turn);
            turn.steps.pop();
            let silent = text == shown;
            if !silent && !self.goes_on(&text) {
                continue;
            }
            leads_on = true;
            let mut next = line.clone();
            next.take(statement, choice.clone());
            self.go(next);
        }
        if !leads_on {
            self.stop(line, shown.len(), Stop::NoChoice(statement, choices));
        }
    }

    /// Returns whether the text wanted goes on behind this one. The name of a square is read to its end: `a1_2` and
    /// `a12` do not begin with `a1`.
    fn goes_on(&self, text: &str) -> bool {
        let ends_with_digit = text.ends_with(|char: char| char.is_ascii_digit());
        self.wanted.strip_prefix(text).is_some_and(|rest| {
            !ends_with_digit || !rest.starts_with(|char: char| char == '_' || char.is_ascii_digit())
        })
    }

    fn stop(&mut self, line: Line<'g>, followed: usize, stop: Stop<'g>) {
        let best = self.points.iter().map(|point| point.followed).max().unwrap_or(0);
        if followed >= best {
            self.points.push(Point { line, followed, stop });
        }
    }
}

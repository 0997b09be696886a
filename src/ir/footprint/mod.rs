//! What a part of the rules can look at and what it can change.
//!
//! Footprints are sound: whatever is not in them is neither read nor written, whatever the position. They
//! may hold more than that. What a statement brings about includes the events it fires. That a piece
//! which goes elsewhere takes its marks and tokens along is a change of those, and no reading.

mod collect;
mod facets;
mod looked;
#[cfg(test)]
mod tests;

pub use facets::Facets;
pub use looked::{reach_table, squares_looked_at, squares_reached};

use super::{Clause, Game, Goal, Number, Squares, Statement, Trigger, Truth, Walk};
use collect::Collector;

/// What is read and what is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// What the outcome can depend on.
    pub reads: Facets,
    /// What can be different afterwards.
    pub writes: Facets,
}

impl Footprint {
    /// Tells whether doing this first can make a difference to `later`.
    pub fn can_affect(&self, later: &Self) -> bool {
        self.writes.meets(&later.reads) || self.writes.meets(&later.writes)
    }

    /// Returns what either of them reads and writes.
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        self.reads.add_all(&other.reads);
        self.writes.add_all(&other.writes);
        self
    }
}

fn collected(game: &Game, collect: impl FnOnce(&mut Collector<'_>)) -> Footprint {
    let mut collector = Collector::new(game);
    collect(&mut collector);
    collector.found
}

/// Gathers what some rules say in so many words, without what events and imagined turns do.
#[derive(Debug)]
pub struct Said<'a> {
    collector: Collector<'a>,
}

impl<'a> Said<'a> {
    /// Begins with nothing.
    pub fn new(game: &'a Game) -> Self {
        Self { collector: Collector::direct(game) }
    }

    /// Adds a truth.
    pub fn truth(&mut self, truth: &Truth) {
        self.collector.truth(truth);
    }

    /// Adds a number.
    pub fn number(&mut self, number: &Number) {
        self.collector.number(number);
    }

    /// Adds what is judged after turns, of which some go before others.
    pub fn goal(&mut self, goal: &Goal) {
        self.collector.goal(goal);
    }

    /// Adds a set of squares.
    pub fn squares(&mut self, squares: &Squares) {
        self.collector.squares(squares);
    }

    /// Adds a way of moving, and what it does besides.
    pub fn clause(&mut self, clause: &Clause) {
        self.collector.clause(clause);
    }

    /// Adds a statement, with those inside it.
    pub fn statement(&mut self, statement: &Statement) {
        self.collector.statement(&statement.kind);
    }

    /// Adds a statement, but not what is done inside it.
    pub fn statement_alone(&mut self, statement: &Statement) {
        self.collector.statement_alone(&statement.kind);
    }

    /// Returns what has been gathered.
    pub fn footprint(&self) -> Footprint {
        self.collector.found
    }
}

/// Returns what a truth depends on.
pub fn of_truth(game: &Game, truth: &Truth) -> Footprint {
    collected(game, |collector| collector.truth(truth))
}

/// Returns what a number depends on.
pub fn of_number(game: &Game, number: &Number) -> Footprint {
    collected(game, |collector| collector.number(number))
}

/// Returns what a set of squares depends on.
pub fn of_squares(game: &Game, squares: &Squares) -> Footprint {
    collected(game, |collector| collector.squares(squares))
}

/// Returns what a walk depends on.
pub fn of_walk(game: &Game, walk: &Walk) -> Footprint {
    collected(game, |collector| collector.walk(walk))
}

/// Returns what a way of moving depends on, and what such a move changes.
pub fn of_clause(game: &Game, clause: &Clause) -> Footprint {
    collected(game, |collector| collector.clause(clause))
}

/// Returns what it depends on where a way of moving leads, and what it captures there.
pub fn of_possibility(game: &Game, clause: &Clause) -> Footprint {
    collected(game, |collector| collector.possibility(clause))
}

/// Returns what a statement depends on and changes, whatever is chosen in it.
pub fn of_statement(game: &Game, statement: &Statement) -> Footprint {
    collected(game, |collector| collector.statement(&statement.kind))
}

/// Returns what a trigger depends on and changes.
pub fn of_trigger(game: &Game, trigger: &Trigger) -> Footprint {
    collected(game, |collector| collector.trigger(trigger))
}

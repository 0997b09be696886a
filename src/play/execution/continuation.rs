//! What is still to be done in a turn, and where playing it stops.

use crate::compile::program::Stmt;
use crate::play::execution::slots::{Bound, Subject};

/// Something still to be done in a turn.
#[derive(Clone, Debug)]
pub enum Work<'p, B> {
    /// The statements from that number on.
    Block(&'p [Stmt<B>], usize),
    /// The triggers of an event, by its number, from that number on.
    Fire(usize, usize),
    /// A capture is told to the triggers: the victim, and the captor's square.
    Captured(Subject, Bound),
    /// A slot gets back what it held.
    Restore(u16, Bound),
    /// The body for each square that is left.
    ForEach(u16, B, &'p [Stmt<B>]),
    /// The statement, a `repeat`, at most that many times more.
    Repeat(&'p Stmt<B>, i32),
}

/// Where a run stops.
#[derive(Debug)]
pub enum Progress<'p, B> {
    /// The turn is over.
    Done,
    /// The statement asks for a choice.
    Choice(&'p Stmt<B>),
    /// The turn cannot be played this way.
    Dead,
}

/// What performing a statement led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Performed {
    /// It was done.
    Yes,
    /// It asks for a choice.
    Asks,
    /// The turn cannot be played this way.
    Dead,
}

/// The number of the event of a capture.
pub const CAPTURED: usize = 0;

/// The number of the event of a move.
pub const MOVED: usize = 1;

/// The number of the event of a drop.
pub const DROPPED: usize = 2;

/// The number of the event of a turn's begin.
pub const TURN_BEGINS: usize = 3;

/// The number of the event of a turn's end.
pub const TURN_ENDS: usize = 4;

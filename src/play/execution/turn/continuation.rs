//! The continuation of a turn: what is still to be executed, and where execution stops.

use crate::compile::program::Stmt;
use crate::ir::{Event, SlotId};
use crate::play::execution::slots::{Binding, Occupant};

/// One entry of the continuation.
#[derive(Clone, Debug)]
pub(crate) enum Task<'p, B> {
    /// The statements of a block, from this index on.
    Block(&'p [Stmt<B>], usize),
    /// The triggers of an event, from this index on.
    Fire(Event, usize),
    /// The event of a capture: the victim, and the square of the captor.
    Captured(Occupant, Binding),
    /// A slot gets its former value back.
    Restore(SlotId, Binding),
    /// The body of a loop, for each of the remaining squares.
    ForEach(SlotId, B, &'p [Stmt<B>]),
    /// A `repeat` statement, with the most times it may still be repeated.
    Repeat(&'p Stmt<B>, i32),
}

/// Why execution stopped.
#[derive(Debug)]
pub(crate) enum Progress<'p, B> {
    /// The turn is over.
    Done,
    /// The statement needs a choice.
    Choice(&'p Stmt<B>),
    /// The turn cannot be played this way.
    Dead,
}

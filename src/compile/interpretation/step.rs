//! The step of a turn (a move, a drop or a choice) that an abstract run starts from.

use crate::compile::program::bitboard::Bitboard;
use crate::ir::{SideId, SquareIndex};
use std::cell::RefCell;
use std::rc::Rc;

/// How a step was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// Not at all: the run starts before a step, or with a choice.
    Nothing,
    /// As a move, by the number of the way.
    Move(usize),
    /// As a drop.
    Drop,
}

/// The queries about a step's squares on which a result depends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queries<B> {
    /// Whether the destination is in a set, with the answer.
    pub(crate) to: Vec<(B, bool)>,
    /// Whether the origin is in a set.
    pub(crate) from: Vec<B>,
}

/// A step whose squares are known only by queries, which are recorded.
///
/// The result of a run is shared by all squares that give the same answers.
#[derive(Clone, Debug)]
pub(crate) struct Step<B> {
    /// How it was made.
    pub(crate) made: Made,
    /// The mover.
    pub(crate) own: SideId,
    from: Option<SquareIndex>,
    to: Option<SquareIndex>,
    queries: Rc<RefCell<Queries<B>>>,
}

impl<B: Bitboard> Step<B> {
    /// Returns the point before any step of a side.
    pub(crate) fn nothing(own: SideId) -> Self {
        Self { made: Made::Nothing, own, from: None, to: None, queries: Rc::default() }
    }

    /// Returns a step to a square; `from` is its origin, or a square that stands for a class of origins.
    pub(crate) fn to(made: Made, own: SideId, from: Option<SquareIndex>, to: SquareIndex) -> Self {
        Self { made, own, from, to: Some(to), queries: Rc::default() }
    }

    /// Tells whether the destination is in a set; `None` if there is no destination.
    pub(crate) fn ends_in(&self, set: B) -> Option<bool> {
        let is = set.has(self.to?);
        self.queries.borrow_mut().to.push((set, is));
        Some(is)
    }

    /// Tells whether the origin is in a set; `None` if it is unknown.
    pub(crate) fn starts_in(&self, set: B) -> Option<bool> {
        let is = set.has(self.from?);
        self.queries.borrow_mut().from.push(set);
        Some(is)
    }

    /// Returns all queries so far.
    pub(crate) fn queries(&self) -> Queries<B> {
        self.queries.borrow().clone()
    }
}

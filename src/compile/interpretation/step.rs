//! The step of a turn that an abstract run follows.

use std::cell::RefCell;
use std::rc::Rc;

use crate::compile::program::bitboard::Bitboard;
/// How a step was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// Nothing has been moved or dropped: the run begins before a step, or with a choice.
    Nothing,
    /// By the way with that number.
    Move(usize),
    /// From a hand.
    Drop,
}

/// The questions about a step's squares that were answered on the way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked<B> {
    /// Whether the square where it ends is in a set, with the answer.
    pub(crate) to: Vec<(B, bool)>,
    /// Of which sets it was asked whether the square where it starts is in them.
    pub(crate) from: Vec<B>,
}

/// A step, whose squares can be had only by asking, so that every answer on which a result depends is noted.
///
/// What follows from a step is shared by all squares that give the same answers.
#[derive(Clone, Debug)]
pub(crate) struct Step<B> {
    /// How it was made.
    pub(crate) made: Made,
    /// Whose step it is.
    pub(crate) own: u8,
    from: Option<u8>,
    to: Option<u8>,
    asked: Rc<RefCell<Asked<B>>>,
}

impl<B: Bitboard> Step<B> {
    /// Begins before any step of a side.
    pub(crate) fn nothing(own: u8) -> Self {
        Self { made: Made::Nothing, own, from: None, to: None, asked: Rc::default() }
    }

    /// A step that ends on a square; `from` is where it starts, or a square that stands for its class.
    pub(crate) fn to(made: Made, own: u8, from: Option<u8>, to: u8) -> Self {
        Self { made, own, from, to: Some(to), asked: Rc::default() }
    }

    /// Tells whether the square where it ends is in a set, if there is such a square.
    pub(crate) fn ends_in(&self, set: B) -> Option<bool> {
        let is = set.has(self.to?);
        self.asked.borrow_mut().to.push((set, is));
        Some(is)
    }

    /// Tells whether the square where it starts is in a set, if that is known.
    pub(crate) fn starts_in(&self, set: B) -> Option<bool> {
        let is = set.has(self.from?);
        self.asked.borrow_mut().from.push(set);
        Some(is)
    }

    /// Returns all questions asked so far.
    pub(crate) fn asked(&self) -> Asked<B> {
        self.asked.borrow().clone()
    }
}

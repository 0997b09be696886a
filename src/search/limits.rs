//! How far a search may go, and who stops it.

use super::levels::Level;
use super::report::Thought;
use crate::state::Turn;

/// How far a search may go. Whatever is not limited goes on until [`Control`] stops it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The greatest depth in whole turns of both sides, from 1.
    pub depth: Option<u32>,
    /// The most nodes, in all.
    pub nodes: Option<u64>,
    /// How many of the best turns get a line of their own; 0 means 1.
    pub lines: usize,
    /// Only these of the legal turns are considered; all of them if it is empty.
    pub only: Vec<Turn>,
    /// How many threads search at once; 0 means 1. With more than one, the same question may get another answer. A player of
    /// a level below the highest thinks in one.
    pub threads: usize,
    /// How strong the play is meant to be; as strong as the other limits allow if it is not given.
    pub level: Option<Level>,
}

impl Limits {
    /// The most threads that search at once.
    pub const MOST_THREADS: usize = 256;
}

/// The clock and the stop of whoever asks: a search itself never asks for the time.
pub trait Control {
    /// Returns whether the search must stop now. It is asked again and again, every few hundred nodes.
    fn stops(&self, nodes: u64) -> bool;

    /// Returns whether it is worth while to begin another depth after what was found so far.
    fn goes_on(&self, _thought: &Thought) -> bool {
        true
    }
}

/// Never stops a search: [`Limits`] must.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoControl;

impl Control for NoControl {
    fn stops(&self, _nodes: u64) -> bool {
        false
    }
}

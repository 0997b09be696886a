//! Counting turns (perft).

pub(crate) mod counter;
pub(crate) mod listed;
pub(crate) mod preferences;
pub(crate) mod steps;
pub(crate) mod transposition;
pub(crate) mod turns;

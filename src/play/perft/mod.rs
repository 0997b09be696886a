//! Counting turns.

pub mod counter;
pub mod preferences;
pub mod transposition;
pub mod turn_steps;

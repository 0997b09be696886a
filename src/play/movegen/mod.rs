//! Move generation.

pub mod choice;
pub mod choices;
pub mod moves;

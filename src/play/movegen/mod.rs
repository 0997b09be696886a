//! Move generation.

pub mod choices;
pub mod moves;
pub mod replay;

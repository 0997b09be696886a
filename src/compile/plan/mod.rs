//! What is known of a game in advance, which of it is used, and how moves are generated from it.

pub mod analysis;
pub mod facts;
pub mod generators;
pub mod memory;

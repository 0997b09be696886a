//! What is known of a game in advance and which facts are used: split turns, move generators, explanations, memory.

pub(crate) mod explain;
pub(crate) mod generators;
pub(crate) mod memory;
pub(crate) mod search_key;
pub(crate) mod turn_steps;
pub(crate) mod witness;

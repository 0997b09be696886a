//! What is known of a game in advance, which of it is used, and how moves are generated from it.

pub(crate) mod analysis;
pub(crate) mod explain;
pub(crate) mod generators;
pub(crate) mod memory;
pub(crate) mod search_key;
pub(crate) mod turn_steps;
pub(crate) mod witness;

// Until `play` names the folder of the data.
pub(crate) use crate::compile::program::facts;

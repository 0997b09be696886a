//! What a part of the rules can look at and what it can change.
//!
//! Footprints are sound for what is said in so many words: whatever is not in them is neither read nor written there,
//! whatever the position. They may hold more than that. That a piece which goes elsewhere takes its marks and tokens
//! along is a change of those, and no reading.

mod collect;
mod facets;
mod reached;
#[cfg(test)]
mod tests;

pub use collect::Said;
pub use facets::Facets;
pub use reached::{reach_table, squares_reached};

/// What is read and what is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// What the outcome can depend on.
    pub reads: Facets,
    /// What can be different afterwards.
    pub writes: Facets,
}

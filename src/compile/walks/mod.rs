//! Walks in advance: as tables of targets for each origin, and as fills of whole sets of squares.

pub(crate) mod fills;
pub(crate) mod tables;

//! Walks in advance: as tables of targets for each origin, and as fills of whole sets of squares.

pub mod fills;
pub mod tables;

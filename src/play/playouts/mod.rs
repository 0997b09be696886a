//! Random games, and the record of positions that they keep.

pub mod chosen;
pub mod player;
pub mod record;

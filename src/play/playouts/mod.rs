//! Random games, and the repetition table that they keep.

pub(crate) mod chosen;
pub(crate) mod identity;
pub(crate) mod player;
pub(crate) mod record;

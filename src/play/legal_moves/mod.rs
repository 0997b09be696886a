//! Generates the moves and drops that end a turn, from tables, and classifies them by legality.

pub(crate) mod bulk;
pub(crate) mod conditions;
pub(crate) mod list;
pub(crate) mod listing;
pub(crate) mod move_list;
pub(crate) mod reach;

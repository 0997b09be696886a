//! The moves and drops that end a turn, from tables and sorted by whether they are known to be legal.

pub mod bulk;
pub mod conditions;
pub mod drops;
pub mod list;
pub mod listing;
pub mod move_list;
pub mod reach;

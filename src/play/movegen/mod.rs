//! Move generation.

pub mod bulk;
pub mod list;
pub mod move_list;
pub mod moves;

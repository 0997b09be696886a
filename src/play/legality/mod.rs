//! Which turns are legal: by trying them, and from attack tables.

pub mod attacks;
pub mod check_info;
pub mod classify;
pub mod lookups;
pub mod outcome;
pub mod turns;

//! Which turns are legal: by playing them, and from attack tables.

pub(crate) mod attacks;
pub(crate) mod check_info;
pub(crate) mod classify;
pub(crate) mod lookups;
pub(crate) mod outcome;
pub(crate) mod past;
pub(crate) mod turns;

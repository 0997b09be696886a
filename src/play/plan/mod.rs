//! Walking the plan of a turn: its steps, one after the other, for whoever counts, plays or searches turns.

pub(crate) mod offers;
pub(crate) mod pool;
pub(crate) mod walk;

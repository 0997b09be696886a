//! Evaluation of expressions: sets, conditions, numbers, types and sides, and the walks in them. Nothing here changes the
//! turn.

pub(crate) mod evaluate;
mod fills;
pub(crate) mod walk;

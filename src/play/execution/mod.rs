//! The execution of one turn: statements, events, effects and expressions.

pub(crate) mod advance;
pub(crate) mod continuation;
pub(crate) mod effects;
pub(crate) mod evaluate;
pub(crate) mod fills;
pub(crate) mod move_effects;
pub(crate) mod moves;
pub(crate) mod past;
pub(crate) mod picks;
pub(crate) mod run;
pub(crate) mod slots;
pub(crate) mod walk;

//! One turn being played: its statements, choices, effects and conditions.

pub mod choices;
pub mod effects;
pub mod evaluate;
pub mod move_effects;
pub mod run;
pub mod walk;

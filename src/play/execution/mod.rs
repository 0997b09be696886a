//! One turn being played: its statements, choices, effects and conditions.

pub mod advance;
pub mod continuation;
pub mod effects;
pub mod evaluate;
pub mod move_effects;
pub mod moves;
pub mod picks;
pub mod run;
pub mod slots;
pub mod walk;

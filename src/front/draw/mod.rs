//! Drawings of positions and moves.

pub mod diagram;
pub mod text;

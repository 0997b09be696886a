//! Drawings of positions and moves.

pub mod board;
pub mod diagram;
mod figurines;
mod paint;
pub mod text;

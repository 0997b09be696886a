//! Drawings of positions and moves.

pub mod board;
pub mod diagram;
mod paint;
pub mod text;

//! Fast play: compiled games on compact states.
//!
//! What is played here means what [`reference`](crate::reference) says; tests compare both on every rules file.

mod engine;
mod execution;
mod legality;
mod movegen;
mod perft;
mod playouts;
mod report;
mod state;

pub use engine::{Engine, HashedCount};

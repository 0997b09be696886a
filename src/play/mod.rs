//! Fast play: compiled games on compact states.
//!
//! What is played here means what [`reference`](crate::reference) says; tests compare both on every rules file.

mod aims;
mod attack;
mod choices;
mod chosen;
mod convert;
mod deeds;
mod effects;
mod engine;
mod eval;
mod facts;
mod gathered;
mod key;
mod legal;
mod list;
mod moves;
mod perft;
mod playouts;
mod quicks;
mod record;
mod run;
mod safe;
mod state;
mod steps;
mod together;
mod walk;

pub use engine::{Engine, HashedCount};

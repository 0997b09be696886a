//! What people see: drawings and the command line.
//!
//! Only here does anything print, read a file or ask for the time.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod documents;
pub mod draw;
#[cfg(feature = "cli")]
pub mod serve;

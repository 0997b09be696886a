//! What people see: drawings and the command line.
//!
//! Only here does anything print, read a file or ask for the time. Reading games from files is for every program, the rest
//! for this one.

#[cfg(feature = "cli")]
pub mod cli;
mod disk;
#[cfg(feature = "cli")]
mod documents;
pub mod draw;
#[cfg(feature = "cli")]
pub mod serve;

pub use disk::DiskFiles;

//! All integration tests in one binary: it links once.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod author;
#[cfg(feature = "cli")]
mod cli;
mod docs;
#[cfg(feature = "cli")]
mod errors;
mod executors;
mod fuzzing;
mod games;
mod generator;
mod import;
mod mutants;
mod proofs;
#[cfg(feature = "cli")]
mod protocols;
mod tidy;
mod variants;

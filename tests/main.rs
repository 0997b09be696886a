//! All integration tests in one binary: it links once.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

#[cfg(feature = "cli")]
mod cli;
mod docs;
mod games;
mod tidy;
mod variants;

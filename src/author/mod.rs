//! What helps authors: the tests in their files, why something is legal or not, what happens in a
//! turn, which rules are ever used, and the rules in words.

pub mod account;
pub mod coverage;
#[cfg(feature = "json")]
pub mod json;
pub mod lint;
mod tests_in_file;
pub mod trace;
pub mod why;
pub mod words;

pub use tests_in_file::{
    Failure, Question, Reload, TestReport, run_some_tests, run_test, run_tests,
};

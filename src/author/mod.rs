//! What helps authors, by playing: the tests in their files, why something is legal or not, and
//! what happens in a turn.

mod tests_in_file;
pub mod trace;
pub mod why;

pub use tests_in_file::{Failure, Reload, TestReport, run_test, run_tests};

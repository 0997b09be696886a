//! What helps authors, by playing: the tests in their files.

mod tests_in_file;

pub use tests_in_file::{Failure, Reload, TestReport, run_test, run_tests};

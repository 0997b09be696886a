//! What helps authors: the tests in their files, why something is legal or not, what happens in a
//! turn, which rules are ever used, and the rules in words.

/// Declares an enum of which each value has a word for programs.
macro_rules! named {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $value,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

            /// Returns the word for it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }
        }
    };
}

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

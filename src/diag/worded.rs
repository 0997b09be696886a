//! Kinds of things that rules, messages and programs call by a word.

/// Kinds that are found by their word.
pub(crate) trait Worded: Sized {
    /// Returns the one that is called so.
    fn of_word(word: &str) -> Option<Self>;
}

/// Declares such kinds, each with its word.
macro_rules! worded {
    ($(#[$about:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $($(#[$doc])* $kind,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$kind),*];

            /// Returns the word for it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }
        }

        impl $crate::diag::Worded for $name {
            fn of_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|kind| kind.name() == word)
            }
        }
    };
}

pub(crate) use worded;

//! The parts of a position that rules can read and write.

use crate::ir::{Id, MarkId, TokenId, VariableId};

/// Declares the set, with what is in it or not, and the sets that are known by numbers.
macro_rules! facets {
    ($(#[$about:meta])* pub struct Facets {
        $($(#[$of:meta])* pub $flag:ident,)*
        $($bits:ident: $word:ident * $many:literal,)*
    }) => {
        $(#[$about])*
        pub struct Facets {
            $($(#[$of])* pub $flag: bool,)*
            $($bits: [$word; $many],)*
        }

        impl Facets {
            /// Nothing at all.
            pub const NONE: Self = Self { $($flag: false,)* $($bits: [0; $many],)* };
            /// Everything.
            pub const ALL: Self = Self { $($flag: true,)* $($bits: [$word::MAX; $many],)* };

            /// Tells whether both have something in common.
            pub fn meets(&self, other: &Self) -> bool {
                $(self.$flag && other.$flag ||)*
                $(self.$bits.iter().zip(other.$bits).any(|(own, other)| own & other != 0) ||)* false
            }

            /// Adds all that the other has.
            pub fn add_all(&mut self, other: &Self) {
                $(self.$flag |= other.$flag;)*
                $(self.$bits.iter_mut().zip(other.$bits).for_each(|(own, other)| *own |= other);)*
            }
        }
    };
}

facets! {
/// A set of parts of a position, and of what play knows besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facets {
    /// Which squares hold pieces, and of which types.
    pub pieces,
    /// Who owns the pieces.
    pub owners,
    /// What is in the hands.
    pub hands,
    /// Whose turn it is.
    pub mover,
    /// The number of the turn.
    pub turn_number,
    /// What the turn has done so far: its captures, and how its move was made.
    pub turn_so_far,
    /// The positions there were before.
    pub history,
    /// Which turns there are, and whether the game goes on.
    pub play,
    /// Whether there are legal turns of a certain kind, asked for in so many words.
    pub legal_turns,
    marks: u16 * 1,
    tokens: u64 * 1,
    levels: u64 * 1,
    variables: u64 * 4,
}
}

/// Returns the word with one bit for an index; all bits for an index that has none.
fn bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(u64::MAX)
}

impl Facets {
    /// All that is on the board: pieces, owners, marks and where tokens are.
    pub const BOARD: Self =
        Self { pieces: true, owners: true, marks: [u16::MAX], tokens: [u64::MAX], ..Self::NONE };

    /// Tells whether there is nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Adds which pieces carry the mark.
    pub fn add_mark(&mut self, mark: MarkId) {
        self.marks[0] |= u16::try_from(bit(mark.index())).unwrap_or(u16::MAX);
    }

    /// Tells whether it matters which pieces carry the mark.
    pub fn has_mark(&self, mark: MarkId) -> bool {
        u64::from(self.marks[0]) & bit(mark.index()) != 0
    }

    /// Adds where the token is.
    pub fn add_token(&mut self, token: TokenId) {
        self.tokens[0] |= bit(token.index());
    }

    /// Tells whether it matters where the token is.
    pub fn has_token(&self, token: TokenId) -> bool {
        self.tokens[0] & bit(token.index()) != 0
    }

    /// Adds the token's level.
    pub fn add_level(&mut self, token: TokenId) {
        self.levels[0] |= bit(token.index());
    }

    /// Tells whether the token's level matters.
    pub fn has_level(&self, token: TokenId) -> bool {
        self.levels[0] & bit(token.index()) != 0
    }

    /// Adds a variable.
    pub fn add_variable(&mut self, variable: VariableId) {
        match self.variables.get_mut(variable.index() / 64) {
            Some(word) => *word |= bit(variable.index() % 64),
            None => self.variables = [u64::MAX; 4],
        }
    }

    /// Returns the rest without a variable.
    #[must_use]
    pub fn without_variable(mut self, variable: VariableId) -> Self {
        if let Some(word) = self.variables.get_mut(variable.index() / 64) {
            *word &= !bit(variable.index() % 64);
        }
        self
    }

    /// Tells whether the variable is among them.
    pub fn has_variable(&self, variable: VariableId) -> bool {
        let word = self.variables.get(variable.index() / 64);
        word.is_none_or(|word| word & bit(variable.index() % 64) != 0)
    }
}

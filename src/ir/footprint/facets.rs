//! The parts of a position that rules can read and write.

use crate::ir::{Id, MarkId, TokenId, VariableId};

/// A set of parts of a position, and of what play knows besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a member of a set of its own kind")]
pub struct Facets {
    /// Which squares hold pieces, and of which types.
    pub pieces: bool,
    /// Who owns the pieces.
    pub owners: bool,
    /// What is in the hands.
    pub hands: bool,
    /// Whose turn it is.
    pub mover: bool,
    /// The number of the turn.
    pub turn_number: bool,
    /// What the turn has done so far: its captures, and how its move was made.
    pub turn_so_far: bool,
    /// The positions there were before.
    pub history: bool,
    /// Which turns there are, and whether the game goes on.
    pub play: bool,
    /// Whether there are legal turns of a certain kind, asked for in so many words.
    pub legal_turns: bool,
    marks: u16,
    tokens: u64,
    levels: u64,
    variables: [u64; 4],
}

/// Returns the word with one bit for an index; all bits for an index that has none.
fn bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(u64::MAX)
}

impl Facets {
    /// Nothing at all.
    pub const NONE: Self = Self {
        pieces: false,
        owners: false,
        hands: false,
        mover: false,
        turn_number: false,
        turn_so_far: false,
        history: false,
        play: false,
        legal_turns: false,
        marks: 0,
        tokens: 0,
        levels: 0,
        variables: [0; 4],
    };
    /// Everything.
    pub const ALL: Self = Self {
        pieces: true,
        owners: true,
        hands: true,
        mover: true,
        turn_number: true,
        turn_so_far: true,
        history: true,
        play: true,
        legal_turns: true,
        marks: u16::MAX,
        tokens: u64::MAX,
        levels: u64::MAX,
        variables: [u64::MAX; 4],
    };
    /// All that is on the board: pieces, owners, marks and where tokens are.
    pub const BOARD: Self =
        Self { pieces: true, owners: true, marks: u16::MAX, tokens: u64::MAX, ..Self::NONE };

    /// Tells whether there is nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Tells whether both have something in common.
    pub fn meets(&self, other: &Self) -> bool {
        let flags = self.flags().into_iter().zip(other.flags()).any(|(own, other)| own && other);
        let words = self.variables.iter().zip(other.variables).any(|(own, other)| own & other != 0);
        flags
            || words
            || self.marks & other.marks != 0
            || self.tokens & other.tokens != 0
            || self.levels & other.levels != 0
    }

    /// Adds all that the other has.
    pub fn add_all(&mut self, other: &Self) {
        self.pieces |= other.pieces;
        self.owners |= other.owners;
        self.hands |= other.hands;
        self.mover |= other.mover;
        self.turn_number |= other.turn_number;
        self.turn_so_far |= other.turn_so_far;
        self.history |= other.history;
        self.play |= other.play;
        self.legal_turns |= other.legal_turns;
        self.marks |= other.marks;
        self.tokens |= other.tokens;
        self.levels |= other.levels;
        for (own, other) in self.variables.iter_mut().zip(other.variables) {
            *own |= other;
        }
    }

    /// Tells whether something on the board is among them.
    pub fn touch_board(&self) -> bool {
        self.meets(&Self::BOARD)
    }

    /// Adds which pieces carry the mark.
    pub fn add_mark(&mut self, mark: MarkId) {
        self.marks |= u16::try_from(bit(mark.index())).unwrap_or(u16::MAX);
    }

    /// Tells whether it matters which pieces carry the mark.
    pub fn has_mark(&self, mark: MarkId) -> bool {
        u64::from(self.marks) & bit(mark.index()) != 0
    }

    /// Adds where the token is.
    pub fn add_token(&mut self, token: TokenId) {
        self.tokens |= bit(token.index());
    }

    /// Tells whether it matters where the token is.
    pub fn has_token(&self, token: TokenId) -> bool {
        self.tokens & bit(token.index()) != 0
    }

    /// Adds the token's level.
    pub fn add_level(&mut self, token: TokenId) {
        self.levels |= bit(token.index());
    }

    /// Tells whether the token's level matters.
    pub fn has_level(&self, token: TokenId) -> bool {
        self.levels & bit(token.index()) != 0
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

    fn flags(&self) -> [bool; 9] {
        [
            self.pieces,
            self.owners,
            self.hands,
            self.mover,
            self.turn_number,
            self.turn_so_far,
            self.history,
            self.play,
            self.legal_turns,
        ]
    }
}

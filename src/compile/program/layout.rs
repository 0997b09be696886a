//! The layout of the compact state: where each part of a position lies, and piece codes.

use crate::ir::{Game, Id, IdVec, SideId, TallyId, TypeSet, VariableId, VariableKind, limits};

/// Piece codes: 0 is an empty square, `1 + 3 * type + owner` a piece; owner 2 is nobody.
///
/// A state may keep them in fewer bits; see [`most_types`].
pub(crate) const EMPTY_CODE: u16 = 0;
/// The owner number of a piece of neither side.
pub(crate) const NOBODY: u8 = 2;

/// The most sets of types with a board of their own: each has a bit in a word.
pub(crate) const MAX_LAYERS: usize = 64;

/// The index of the first board after those of the owners.
const OWNERS: usize = 3;

/// What a board of the state holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardOf {
    /// The pieces of this owner, by number.
    Owner(usize),
    /// The pieces of the types of this layer, by number.
    Types(usize),
    /// The pieces with this mark, by number.
    Mark(usize),
    /// The squares of a variable.
    Variable,
}

/// The most boards a game can need, layers aside.
pub(crate) const MOST_BOARDS: usize = OWNERS + limits::MAX_MARKS + 2 * limits::MAX_VARIABLES;
/// The most numbers a game can need.
pub(crate) const MOST_NUMBERS: usize = 2 * limits::MAX_VARIABLES + 2 * limits::MAX_TOKENS;
/// The most hand counts a game can need.
pub(crate) const MOST_HANDS: usize = 2 * limits::MAX_TYPES;

/// Where each part of a position lies: boards (sets of squares), numbers and hands.
///
/// Boards: those of the first side, the second side and neutral pieces, then one for each set of types with a board of
/// its own, for each mark, and for each variable of squares (two if it is per side). Numbers: variables (two if per
/// side), then square and level of each token. Hands: one count for each type that can be in a hand, first side first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// The sets of types that have a board of their own.
    pub(crate) layers: Vec<TypeSet>,
    /// The layers of each type, one bit for each.
    pub(crate) layers_of: Vec<u64>,
    /// The index of the board of the first mark.
    pub(crate) marks: usize,
    /// How many marks there are.
    pub(crate) mark_count: usize,
    /// How many boards there are.
    pub(crate) boards: usize,
    /// How many numbers there are.
    pub(crate) numbers: usize,
    /// How many hand counts there are.
    pub(crate) hands: usize,
    /// The index of the number of the first token's square.
    pub(crate) tokens: usize,
    /// How many tokens there are.
    pub(crate) token_count: usize,
    /// The index of a type's count in the hand of the first side.
    pub(crate) hand_of: Vec<Option<usize>>,
    /// Where the numbers of squares and pieces are.
    pub(crate) tallies: IdVec<TallyId, TallyPlace>,
    variables: IdVec<VariableId, Place>,
}

/// Where the numbers are that each square or each piece has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TallyPlace {
    /// The index of the number of the first square; `None` where pieces have the number.
    pub(crate) first: Option<usize>,
    /// How many squares there are.
    pub(crate) squares: usize,
    /// The least and the greatest number.
    pub(crate) range: (i32, i32),
    /// The number at the start: with pieces, what differs from it is kept.
    pub(crate) start: i32,
}

impl TallyPlace {
    /// Returns the indices of the numbers of all squares; none where pieces have the number.
    pub(crate) fn indices(self) -> std::ops::Range<usize> {
        self.first.map_or(0..0, |first| first..first + self.squares)
    }
}

/// Where a variable is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Whether it is a board; a number otherwise.
    pub(crate) is_board: bool,
    /// Its index, or that of the first side.
    pub(crate) index: usize,
    /// Whether each side has its own; the second side's follows the first's.
    pub(crate) per_side: bool,
}

impl Layout {
    /// Lays out the state of a game, with boards for at most 64 sets of types.
    pub(crate) fn new(game: &Game, mut layers: Vec<TypeSet>) -> Self {
        layers.truncate(MAX_LAYERS);
        let mut layout = Self { layers, mark_count: game.marks.len(), ..Self::default() };
        layout.layers_of = game.types.ids().map(|kind| layout.layers_with(kind)).collect();
        layout.marks = OWNERS + layout.layers.len();
        layout.boards = layout.marks + layout.mark_count;
        layout.place_variables(game);
        layout.place_tallies(game);
        layout.tokens = layout.numbers;
        layout.token_count = game.tokens.len();
        layout.numbers += 2 * game.tokens.len();
        layout.hand_of = vec![None; game.types.len()];
        if game.uses_hands {
            layout.hand_of = (0..game.types.len()).map(Some).collect();
            layout.hands = 2 * game.types.len();
        }
        layout
    }

    fn layers_with(&self, kind: crate::ir::PieceTypeId) -> u64 {
        let with = self.layers.iter().enumerate().filter(|(_, set)| set.contains(kind));
        with.fold(0, |bits, (index, _)| bits | 1 << index)
    }

    fn place_tallies(&mut self, game: &Game) {
        for tally in &game.tallies {
            let first = tally.first.map(|first| self.variables[first].index);
            let (squares, range) = (game.board.squares.len(), (tally.min, tally.max));
            self.tallies.push(TallyPlace { first, squares, range, start: tally.start });
        }
    }

    fn place_variables(&mut self, game: &Game) {
        for variable in &game.variables {
            let size = if variable.per_side { 2 } else { 1 };
            let is_board = variable.kind == VariableKind::Squares;
            let next = if is_board { &mut self.boards } else { &mut self.numbers };
            self.variables.push(Place { is_board, index: *next, per_side: variable.per_side });
            *next += size;
        }
    }

    /// Returns the index of the board of a set of types, if it has one.
    pub(crate) fn layer(&self, types: TypeSet) -> Option<usize> {
        self.layers.iter().position(|layer| *layer == types).map(|index| OWNERS + index)
    }

    /// Tells whether a board holds the pieces of one owner.
    pub(crate) fn is_of_owner(board: usize) -> bool {
        board < OWNERS
    }

    /// Returns what a board holds.
    #[inline]
    pub(crate) fn board_of(&self, board: usize) -> BoardOf {
        if board < OWNERS {
            BoardOf::Owner(board)
        } else if board < self.marks {
            BoardOf::Types(board - OWNERS)
        } else if board < self.marks + self.mark_count {
            BoardOf::Mark(board - self.marks)
        } else {
            BoardOf::Variable
        }
    }

    /// Returns the index of the board of the layer with that number.
    pub(crate) fn layer_board(number: usize) -> usize {
        OWNERS + number
    }

    /// Returns where a variable is.
    pub(crate) fn variable(&self, id: VariableId) -> Place {
        self.variables[id]
    }

    /// Returns the index of the number with a token's square (-1 if it is off the board); its level follows.
    pub(crate) fn token(&self, token: usize) -> usize {
        self.tokens + 2 * token
    }

    /// Returns how many hand counts belong to one side.
    pub(crate) fn hand_size(&self) -> usize {
        self.hands / 2
    }

    /// Returns the code of a piece.
    pub(crate) fn code(kind: usize, owner: u8) -> u16 {
        u16::try_from(1 + 3 * kind + usize::from(owner.min(NOBODY))).unwrap_or(EMPTY_CODE)
    }
}

/// Returns the type behind a piece code that is not empty.
#[inline]
pub(crate) fn kind_of(code: u16) -> usize {
    usize::from((code - 1) / 3)
}

/// Returns the owner behind a piece code that is not empty; 2 for nobody.
#[inline]
pub(crate) fn owner_of(code: u16) -> u8 {
    u8::try_from((code - 1) % 3).unwrap_or(NOBODY)
}

/// Returns how many types there can be if no code is larger than this.
pub(crate) const fn most_types(largest_code: usize) -> usize {
    largest_code / 3
}

impl Place {
    /// Returns the index for a side.
    pub(crate) fn of(self, side: SideId) -> usize {
        if self.per_side { self.index + side.index() } else { self.index }
    }
}

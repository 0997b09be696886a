//! The layout of the compact state: where each part of a position lies, and piece codes.

use crate::ir::{Game, Id, IdVec, SideId, TallyId, TypeSet, VariableId, VariableKind, limits};

/// Piece codes: 0 is an empty square, `1 + OWNERS * type + owner` a piece; a piece of neither side has the last owner.
///
/// A state may keep them in fewer bits; see [`most_types`].
pub(crate) const EMPTY_CODE: u16 = 0;
/// The most sets of types with a board of their own: each has a bit in a word.
pub(crate) const MAX_LAYERS: usize = 64;

/// How many owners a piece can have: the sides, or nobody. Each has a board, and the first boards are theirs.
pub(crate) const OWNERS: usize = SideId::OWNERS.len();

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
pub(crate) const MOST_BOARDS: usize =
    OWNERS + limits::MAX_MARKS + SideId::COUNT * limits::MAX_VARIABLES;
/// The most numbers a game can need.
pub(crate) const MOST_NUMBERS: usize =
    SideId::COUNT * limits::MAX_VARIABLES + 2 * limits::MAX_TOKENS;
/// The most hand counts a game can need.
pub(crate) const MOST_HANDS: usize = SideId::COUNT * limits::MAX_TYPES;

/// Where each part of a position lies: boards (sets of squares), numbers and hands.
///
/// Boards: those of the sides and of pieces of neither side, then one for each set of types with a board of
/// its own, for each mark, and for each variable of squares (one for each side if it is per side). Numbers: variables (likewise), then square and level of each token. Hands: one count for each type that can be in a hand, first side first.
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
    /// Whether each side has its own; they follow the first's.
    pub(crate) per_side: bool,
}

impl Layout {
    /// Lays out the state of a game, with boards for at most 64 sets of types.
    pub(crate) fn new(game: &Game, mut layers: Vec<TypeSet>) -> Self {
        layers.truncate(MAX_LAYERS);
        let mut layout = Self { layers, mark_count: game.marks.len(), ..Self::default() };
        let with =
            |kind| layout.layers.iter().enumerate().filter(move |(_, set)| set.contains(kind));
        let bits = game.types.ids().map(|kind| with(kind).fold(0, |bits, (at, _)| bits | 1 << at));
        layout.layers_of = bits.collect();
        layout.marks = OWNERS + layout.layers.len();
        layout.boards = layout.marks + layout.mark_count;
        layout.place_variables(game);
        for tally in &game.tallies {
            let first = tally.first.map(|first| layout.variables[first].index);
            let (squares, range) = (game.board.squares.len(), (tally.min, tally.max));
            layout.tallies.push(TallyPlace { first, squares, range, start: tally.start });
        }
        layout.tokens = layout.numbers;
        layout.token_count = game.tokens.len();
        layout.numbers += 2 * game.tokens.len();
        layout.hand_of = vec![None; game.types.len()];
        if game.uses_hands {
            layout.hand_of = (0..game.types.len()).map(Some).collect();
            layout.hands = SideId::COUNT * game.types.len();
        }
        layout
    }

    fn place_variables(&mut self, game: &Game) {
        for variable in &game.variables {
            let size = if variable.per_side { SideId::COUNT } else { 1 };
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
        self.hands / SideId::COUNT
    }

    /// Returns the code of a piece of a side, or of nobody.
    #[inline]
    pub(crate) fn code(kind: usize, owner: impl Into<Option<SideId>>) -> u16 {
        u16::try_from(1 + OWNERS * kind + Self::owner_board(owner.into())).unwrap_or(EMPTY_CODE)
    }

    /// Returns how many piece codes there are, that of an empty square included.
    pub(crate) fn codes(&self) -> usize {
        1 + OWNERS * self.layers_of.len()
    }

    /// Iterates over the types and the sides that may own a piece of them.
    pub(crate) fn kinds_and_sides(&self) -> impl Iterator<Item = (usize, SideId)> + use<> {
        let kinds = 0..self.layers_of.len();
        kinds.flat_map(|kind| SideId::ALL.map(|side| (kind, side)))
    }

    /// Returns the index of the board of an owner's pieces.
    #[inline]
    pub(crate) fn owner_board(owner: Option<SideId>) -> usize {
        SideId::place_of(owner)
    }
}

/// Returns the type behind a piece code that is not empty.
#[inline]
pub(crate) fn kind_of(code: u16) -> usize {
    usize::from(code - 1) / OWNERS
}

/// Returns the owner behind a piece code that is not empty.
#[inline]
pub(crate) fn owner_of(code: u16) -> Option<SideId> {
    SideId::new(owner_board_of(code))
}

/// Returns the index of the board of the owner behind a piece code that is not empty.
#[inline]
pub(crate) fn owner_board_of(code: u16) -> usize {
    usize::from(code - 1) % OWNERS
}

/// Returns the code of a piece of the same type and the opponent; the code itself if nobody owns the piece.
pub(crate) fn opposite(code: u16) -> u16 {
    owner_of(code).map_or(code, |owner| Layout::code(kind_of(code), owner.opponent()))
}

/// Returns how many types there can be if no code is larger than this.
pub(crate) const fn most_types(largest_code: usize) -> usize {
    largest_code / OWNERS
}

/// Returns the number of a result: 0 is none.
pub(crate) fn over_code(reason: usize, winner: Option<SideId>) -> u32 {
    u32::try_from(1 + OWNERS * reason + Layout::owner_board(winner)).unwrap_or(0)
}

/// Returns the number of the reason of a result.
pub(crate) fn reason_of(over: u32) -> Option<usize> {
    over.checked_sub(1).map(|code| code as usize / OWNERS)
}

/// Returns the winner of a result, if there is a result and it has one.
#[inline]
pub(crate) fn winner_of(over: u32) -> Option<SideId> {
    over.checked_sub(1).and_then(|code| SideId::new(code as usize % OWNERS))
}

impl Place {
    /// Returns the index for a side.
    pub(crate) fn of(self, side: SideId) -> usize {
        if self.per_side { self.index + side.index() } else { self.index }
    }
}

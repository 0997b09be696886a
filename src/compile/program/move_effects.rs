//! Tables of what moves and drops do besides moving: short lists of operations.

use super::bitboard::Bitboard;
use super::expressions::{Cond, Set, Who};
use super::statements::{Eff, Verdict};

/// How many landings there are.
const LANDINGS: usize = 3;

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op<B> {
    /// Any effect.
    Do(Eff<B>),
    /// A board of the state becomes these squares.
    SetBoard(usize, B),
    /// A board of the state becomes the square where a step leads from the one a move entered, by the number of its table.
    SetStep(usize, usize),
    /// A board of the state loses the square a move left, the one it entered, and others.
    Clear {
        /// Which board.
        board: usize,
        /// Whether it loses the square the move left.
        left: bool,
        /// Whether it loses the square the move entered.
        entered: bool,
        /// What else it loses.
        others: B,
    },
    /// A board of the state keeps what is on another too.
    Keep(usize, usize),
    /// A number of the state gets a value.
    SetNumber(usize, i32),
    /// A number of the state grows, within its range.
    Add(usize, i32, (i32, i32)),
    /// What has moved becomes another type.
    Recode(u16),
    /// A slot holds a type.
    Bind(u16, u16),
    /// A slot holds nothing.
    Forget(u16),
    /// One or the other.
    If(Cond<B>, Vec<Op<B>>, Vec<Op<B>>),
    /// Once for each square.
    ForEach(u16, Set<B>, Vec<Op<B>>),
    /// The turn cannot be played so.
    Refuse,
    /// The game is over; the number of the reason.
    End(Verdict, usize),
    /// Who has the next turn.
    Next(Who),
    /// Pieces are captured, and for each of them this is done.
    Capture(Set<B>, Vec<Op<B>>),
}

/// What a move or drop does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveEffect<B> {
    /// The way, by its number; of no meaning for a drop.
    pub(crate) way: u16,
    /// What happens where the move ends: 0 settles, 1 captures, 2 swaps.
    pub(crate) landing: u8,
    /// Whether the piece just goes there, and captures at most what stands there.
    pub(crate) simple: bool,
    /// What each capture does.
    pub(crate) captured: Vec<Op<B>>,
    /// What else the move or drop does.
    pub(crate) after: Vec<Op<B>>,
    /// What the end of the turn does.
    pub(crate) ends: Vec<Op<B>>,
    /// Which preferences the turn then satisfies, one bit for each, if that is known.
    pub(crate) preferred: Option<u64>,
    /// Whether the turn goes on after it.
    pub(crate) partial: bool,
    /// Another piece that goes elsewhere: from where to where.
    pub(crate) along: Option<(u8, u8)>,
}

/// Which deeds the moves of one way with one landing, or the drops of one type, are.
#[derive(Clone, Debug)]
pub(crate) struct EffectTable<B> {
    /// The deed of most of them.
    pub(crate) main: u16,
    /// For each class of where they start, the destinations for which that is the one deed.
    pub(crate) alone: Vec<B>,
    /// For each class, the destinations for which it is known what is done.
    pub(crate) known: Vec<B>,
    /// For each class, those for which legality follows from the squares the move, and what goes along, leaves and enters.
    pub(crate) attack_preserving: Vec<B>,
    /// Another piece that goes elsewhere with these moves: from where to where.
    pub(crate) along: Option<(u8, u8)>,
    /// For each class and destination, the first of its deeds and how many there are.
    pub(crate) move_effects: Vec<(u16, u16)>,
    /// For each destination, the royal squares for which tables do not tell attacks afterwards; empty where there are none.
    pub(crate) undecided: Vec<B>,
}

impl<B: Bitboard> EffectTable<B> {
    /// Tells whether tables do not tell attacks on some royal squares after a move.
    #[inline]
    pub(crate) fn is_undecided(&self, to: u8, royals: B) -> bool {
        self.undecided.get(usize::from(to)).is_some_and(|squares| squares.meets(royals))
    }

    /// Returns the index of a class and destination among the deeds.
    #[inline]
    pub(crate) fn index(&self, class: usize, to: u8) -> usize {
        class * (self.move_effects.len() / self.alone.len()) + usize::from(to)
    }
}

/// All deeds of a side.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveEffects<B> {
    /// The deeds.
    pub(crate) list: Vec<MoveEffect<B>>,
    /// By way and landing.
    pub(crate) moves: Vec<Option<EffectTable<B>>>,
    /// By type.
    pub(crate) drops: Vec<Option<EffectTable<B>>>,
    /// The class of each square as one where a move starts.
    pub(crate) class_of: Vec<u8>,
    /// For a choice, what it does.
    pub(crate) chosen: Option<Chosen>,
    /// Which preferences the turns then satisfy, one bit for each, if all of them end the turn and satisfy the same.
    pub(crate) preferred: Option<u64>,
}

impl<B: Bitboard> MoveEffects<B> {
    /// Returns the deeds of a way's moves with a landing.
    #[inline]
    pub(crate) fn moves_of(&self, way: u16, landing: u8) -> Option<&EffectTable<B>> {
        self.moves[usize::from(way) * LANDINGS + usize::from(landing)].as_ref()
    }
}

/// What a choice does that ends the turn, or what its end does if nothing is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// One deed for each way in which what follows can be decided.
    pub(crate) move_effects: Vec<u16>,
    /// What it changes for attacks.
    pub(crate) change: Change,
    /// Tokens that are given or changed; while none is on a piece of the other side, that is nothing to attacks.
    pub(crate) tokens: Vec<usize>,
}

/// What a choice changes for attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Whatever it does, no rule forbids it.
    Free,
    /// The board stays as it is.
    Nothing,
    /// The chosen piece, one of the side's own, leaves the board.
    Leaves,
    /// That is not known.
    Unknown,
}

//! What moves and drops do besides moving, as short lists of operations, and the tables that say which list a move has.

use super::bitboard::Bitboard;
use super::expressions::{Cond, Set, Who};
use super::statements::{Eff, Verdict};
use crate::ir::{LandingKind, SlotId, SquareIndex};

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op<B> {
    /// Any effect.
    Do(Eff<B>),
    /// Sets a board of the state to these squares.
    SetBoard(usize, B),
    /// Sets a board of the state to the square one step from where the move ended; the step by the number of its table.
    SetStep(usize, usize),
    /// Removes from a board of the state the square a move left, the one it entered, or others.
    Clear {
        /// The board.
        board: usize,
        /// Whether it loses the square that the move left.
        left: bool,
        /// Whether it loses the square that the move entered.
        entered: bool,
        /// The other squares it loses.
        others: B,
    },
    /// Intersects a board of the state with another.
    Keep(usize, usize),
    /// Sets a number of the state.
    SetNumber(usize, i32),
    /// Adds to a number of the state, clamped to its range.
    Add(usize, i32, (i32, i32)),
    /// Changes the type of the piece that has moved.
    Recode(u16),
    /// Binds a slot to a type.
    Bind(SlotId, u16),
    /// Clears a slot.
    Forget(SlotId),
    /// The first list if the condition holds, else the second.
    If(Cond<B>, Vec<Op<B>>, Vec<Op<B>>),
    /// The list for each square of the set, with that square in a slot.
    ForEach(SlotId, Set<B>, Vec<Op<B>>),
    /// The turn is illegal.
    Refuse,
    /// The game is over, with the number of the reason.
    End(Verdict, usize),
    /// Sets who has the next turn.
    Next(Who),
    /// Captures pieces, with the list done for each of them.
    Capture(Set<B>, Vec<Op<B>>),
}

/// What a move, a drop or a choice does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveEffect<B> {
    /// The number of the way; without meaning for drops and choices.
    pub(crate) way: u16,
    /// What happens where it ends.
    pub(crate) landing: LandingKind,
    /// Whether the piece just goes to the destination, and captures at most what stands there.
    pub(crate) simple: bool,
    /// What is done for each capture.
    pub(crate) captured: Vec<Op<B>>,
    /// What is done after the move.
    pub(crate) after: Vec<Op<B>>,
    /// What is done at the end of the turn.
    pub(crate) ends: Vec<Op<B>>,
    /// How well the turn then does by the preferences, if known.
    pub(crate) preferred: Option<u64>,
    /// Whether the turn goes on afterwards.
    pub(crate) partial: bool,
    /// The other piece that goes along.
    pub(crate) companion: Option<Companion>,
    /// The type that the piece becomes, if it becomes anything.
    pub(crate) becomes: Option<u16>,
}

/// Another piece that a move takes along, as castling does a rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Companion {
    /// The square that it leaves.
    pub(crate) from: SquareIndex,
    /// The square that it enters.
    pub(crate) to: SquareIndex,
}

/// Which effects the moves of one way with one landing have, or the drops of one type.
#[derive(Clone, Debug)]
pub(crate) struct EffectTable<B> {
    /// The most frequent effect.
    pub(crate) main: u16,
    /// By class of origin, the destinations with that effect and no other.
    pub(crate) alone: Vec<B>,
    /// By class, the destinations whose effects are known.
    pub(crate) known: Vec<B>,
    /// By class, the destinations of attack-preserving moves: legality follows from the squares that the piece, and its
    /// companion, leave and enter.
    pub(crate) attack_preserving: Vec<B>,
    /// The companion of these moves.
    pub(crate) companion: Option<Companion>,
    /// By class and destination, the first of its effects and how many there are.
    pub(crate) move_effects: Vec<(u16, u16)>,
    /// By destination, the royal squares that may be attacked after the move in ways that are not in the attack tables;
    /// empty if there are none.
    pub(crate) undecided: Vec<B>,
}

impl<B: Bitboard> EffectTable<B> {
    /// Tells whether some of these royal squares may be attacked after a move in ways that are not in the tables.
    #[inline]
    pub(crate) fn is_undecided(&self, to: SquareIndex, royals: B) -> bool {
        self.undecided.get(usize::from(to)).is_some_and(|squares| squares.meets(royals))
    }

    /// Returns the index of a class and destination.
    #[inline]
    pub(crate) fn index(&self, class: usize, to: SquareIndex) -> usize {
        class * (self.move_effects.len() / self.alone.len()) + usize::from(to)
    }
}

/// All effects of a side.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveEffects<B> {
    /// The effects.
    pub(crate) list: Vec<MoveEffect<B>>,
    /// The tables of moves by way and landing.
    pub(crate) moves: Vec<Option<EffectTable<B>>>,
    /// The tables of drops by type.
    pub(crate) drops: Vec<Option<EffectTable<B>>>,
    /// The class of each square as an origin.
    pub(crate) class_of: Vec<SquareIndex>,
    /// What a choice does, if it is one.
    pub(crate) chosen: Option<Chosen>,
    /// How well the turns then do by the preferences, if all end the turn and do as well.
    pub(crate) preferred: Option<u64>,
    /// The destinations where the type of a piece may change, or where it is not known in advance what a move does.
    pub(crate) transforming: B,
}

impl<B: Bitboard> MoveEffects<B> {
    /// Returns the effects of a way's moves with a landing.
    #[inline]
    pub(crate) fn moves_of(&self, way: u16, landing: LandingKind) -> Option<&EffectTable<B>> {
        self.moves[usize::from(way) * LandingKind::ALL.len() + landing as usize].as_ref()
    }

    /// Returns those of some destinations of a way where a move with one of the landings may change the type of the piece, or
    /// may do what is not known in advance.
    pub(crate) fn transforming(
        &self,
        way: u16,
        landings: impl Iterator<Item = LandingKind>,
        destinations: B,
    ) -> B {
        let mut found = B::EMPTY;
        for landing in landings {
            let Some(table) = self.moves_of(way, landing) else { return destinations };
            for (class, &known) in table.known.iter().enumerate() {
                found |= destinations & !known;
                let changes = |to: &SquareIndex| {
                    let (first, count) = table.move_effects[table.index(class, *to)];
                    let effects = &self.list[usize::from(first)..][..usize::from(count)];
                    effects.iter().any(|effect| effect.becomes.is_some())
                };
                found |= B::of((destinations & known).members().filter(changes));
            }
        }
        found
    }
}

/// What a choice does that ends the turn, or what the end of the turn does if nothing is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// One effect for each way in which the choices that follow can be made.
    pub(crate) move_effects: Vec<u16>,
    /// How it affects attacks.
    pub(crate) change: Change,
    /// Tokens that are given or changed; attacks stay the same while none is on a piece of the other side.
    pub(crate) tokens: Vec<usize>,
}

/// How a choice affects attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It does not matter: no rule forbids turns.
    Free,
    /// The board stays the same.
    Nothing,
    /// The chosen piece, one of the mover's own, leaves the board.
    Leaves,
    /// Unknown.
    Unknown,
}

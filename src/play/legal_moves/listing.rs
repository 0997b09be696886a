//! The lists of moves that end a turn, and how moves are added to them.

use crate::compile::program::SideRules;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::Generators;
use crate::compile::program::move_effects::{EffectTable, MoveEffects};
use crate::ir::{LandingKind, SquareIndex};
use crate::play::execution::moves::{Move, Moves, PackedMove};
use crate::play::legal_moves::move_list::MoveList;
use crate::play::legality::check_info::{CheckInfo, Classified};
use crate::play::movegen::moves::MaskCache;
use crate::play::state::sizes::StateSize;

/// The moves that end a turn, by legality, or the drops: these have the piece type in place of the origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveLists {
    /// Legal moves.
    pub(crate) legal: MoveList,
    /// Moves that must be played to find out.
    pub(crate) unverified: MoveList,
    /// Moves with a path, and moves and drops whose effects are not known in advance.
    pub(crate) others: Moves,
}

impl MoveLists {
    /// Removes all moves.
    pub(crate) fn clear(&mut self) {
        self.legal.clear();
        self.unverified.clear();
        self.others.clear();
    }

    /// Returns whether all moves are known to be legal.
    pub(crate) fn all_are_legal(&self) -> bool {
        self.unverified.len() == 0 && self.others.list.is_empty()
    }
}

/// The generation of the moves of one state: what it reads, and the lists it fills.
#[derive(Debug)]
pub(crate) struct Generation<'l, 'p, S: StateSize> {
    pub(super) rules: &'p SideRules<S::Board>,
    pub(super) move_effects: &'p MoveEffects<S::Board>,
    pub(super) generators: &'p Generators<S::Board>,
    /// The occupied squares and masks.
    pub(crate) cache: MaskCache<S::Board>,
    /// Check information, if the attack tables tell it.
    pub(crate) check_info: Option<&'l CheckInfo<'p, S>>,
    /// The destinations of the moves that are wanted.
    pub(crate) wanted: S::Board,
    /// The destinations for which even moves of unpinned pieces must be examined.
    pub(crate) risky: S::Board,
    /// The lists.
    pub(crate) into: &'l mut MoveLists,
}

/// Returns whether the moves of a move rule must be judged one by one, because of where a royal piece is.
#[inline]
pub(crate) fn is_undecided<S: StateSize>(
    undecided: S::Board,
    check_info: Option<&CheckInfo<'_, S>>,
) -> bool {
    undecided.any() && check_info.is_none_or(|check_info| check_info.royals.meets(undecided))
}

/// Adds the moves of one move rule and landing to the lists they belong to.
#[inline]
pub(crate) fn add_classified<S: StateSize>(
    from: SquareIndex,
    ends: S::Board,
    way: u16,
    landing: LandingKind,
    generation: &mut Generation<'_, '_, S>,
) {
    let move_effects = generation.move_effects;
    let class = move_effects.class_of.get(usize::from(from)).map_or(0, |&class| usize::from(class));
    let table = move_effects.moves_of(way, landing);
    let known = table.map_or(S::Board::EMPTY, |table| table.known[class]) & ends;
    let left = ends & !known;
    if left.any() {
        let made = |to| Move::plain(from, to, way, landing);
        generation.into.others.list.extend(left.members().map(made));
    }
    let Some(table) = table else { return };
    let Some(check_info) = generation.check_info else {
        push(table, class, from, known, &mut generation.into.unverified);
        return;
    };
    let Classified { legal, unverified } = check_info.classify(from, known, table, class, landing);
    push(table, class, from, legal, &mut generation.into.legal);
    if unverified.any() {
        push(table, class, from, unverified, &mut generation.into.unverified);
    }
}

/// Adds the moves to some squares, each once for every way to make the choices that follow it.
#[inline]
pub(crate) fn push<B: Bitboard>(
    table: &EffectTable<B>,
    class: usize,
    from: SquareIndex,
    ends: B,
    into: &mut MoveList,
) {
    let alone = ends & table.alone[class];
    into.add(alone, PackedMove::new(from, 0, table.main).0, PackedMove::NEXT_TO);
    for to in (ends & !alone).members() {
        let (first, count) = table.move_effects[table.index(class, to)];
        for move_effect in first..first + count {
            into.add(B::one(to), PackedMove::new(from, 0, move_effect).0, PackedMove::NEXT_TO);
        }
    }
}

//! The lists of moves that end a turn, and how moves get into them.

use crate::compile::move_effects::{EffectTable, MoveEffects};
use crate::compile::plan::generators::Generators;
use crate::compile::program::SideRules;
use crate::compile::program::bitboard::Bitboard;
use crate::play::execution::moves::{Move, Moves, PackedMove};
use crate::play::legal_moves::move_list::MoveList;
use crate::play::legality::check_info::{CheckInfo, Classified};
use crate::play::movegen::moves::Scene;
use crate::play::state::StateSize;

/// Moves that end a turn.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Legal ones.
    pub legal: MoveList,
    /// Those that must be tried.
    pub unverified: MoveList,
    /// Those of which it is not known what they do, or which have a trail.
    pub others: Moves,
}

impl Listed {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.unverified.clear();
        self.others.clear();
    }

    /// Tells whether all are legal.
    pub fn is_settled(&self) -> bool {
        self.unverified.len() == 0 && self.others.list.is_empty()
    }
}

/// What is at hand while moves are listed.
#[derive(Debug)]
pub struct Listing<'l, 'p, S: StateSize> {
    pub(super) rules: &'p SideRules<S::Board>,
    pub(super) move_effects: &'p MoveEffects<S::Board>,
    pub(super) generators: &'p Generators<S::Board>,
    /// What stays the same.
    pub scene: Scene<S::Board>,
    /// What endangers the royal pieces, if that can be told.
    pub check_info: Option<&'l CheckInfo<'p, S>>,
    /// Where even pieces that may leave their squares may not go without a look.
    pub risky: S::Board,
    /// The lists.
    pub into: &'l mut Listed,
}

/// Tells whether the moves of a way must be judged one by one because of where a royal piece stands.
#[inline]
pub fn is_undecided<S: StateSize>(
    undecided: S::Board,
    check_info: Option<&CheckInfo<'_, S>>,
) -> bool {
    undecided.any() && check_info.is_none_or(|check_info| check_info.royal_on(undecided))
}

/// Puts the moves of a way into the lists they belong to.
#[inline]
pub fn enlist<S: StateSize>(
    from: u8,
    ends: S::Board,
    (way, landing): (u16, u8),
    listing: &mut Listing<'_, '_, S>,
) {
    let move_effects = listing.move_effects;
    let class = move_effects.class_of.get(usize::from(from)).map_or(0, |&class| usize::from(class));
    let table = move_effects.moves_of(way, landing);
    let known = table.map_or(S::Board::EMPTY, |table| table.known[class]) & ends;
    let left = ends & !known;
    if left.any() {
        let made = |to| Move { from, to, way, landing, trail: 0 };
        listing.into.others.list.extend(left.members().map(made));
    }
    let Some(table) = table else { return };
    let Some(check_info) = listing.check_info else {
        push(table, class, from, known, &mut listing.into.unverified);
        return;
    };
    let Classified { legal, unverified } =
        check_info.classify(from, known, (table, class), landing);
    push(table, class, from, legal, &mut listing.into.legal);
    if unverified.any() {
        push(table, class, from, unverified, &mut listing.into.unverified);
    }
}

/// Adds the moves to some squares, each in all ways in which its choices can be made.
#[inline]
pub fn push<B: Bitboard>(
    table: &EffectTable<B>,
    class: usize,
    from: u8,
    ends: B,
    into: &mut MoveList,
) {
    let alone = ends & table.alone[class];
    into.add(alone, PackedMove::new(from, 0, table.main).0, PackedMove::ENDS);
    for to in (ends & !alone).members() {
        let (first, count) = table.move_effects[table.index(class, to)];
        for move_effect in first..first + count {
            into.add(B::one(to), PackedMove::new(from, 0, move_effect).0, PackedMove::ENDS);
        }
    }
}

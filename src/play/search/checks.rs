//! Which moves give check, as far as the attack tables tell.

use super::node::Node;
use super::walker::Walker;
use crate::compile::program::Program;
use crate::compile::program::attacks::{Attackers, Group};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, Layout, kind_of};
use crate::ir::{Id, PieceTypeId};
use crate::play::state::sizes::StateSize;

/// A move that may give check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// Where the piece comes from; `None` for a drop.
    pub(crate) from: Option<u8>,
    /// Where it goes.
    pub(crate) to: u8,
    /// The code of what it is then.
    pub(crate) piece: u16,
}

/// For the royal pieces of each side, the groups of attackers to which pieces of a type belong: by type, a bit for each
/// group.
///
/// Who bears a token is not known in advance, so that powers count for nothing.
#[derive(Debug)]
pub(super) struct AimingGroups([Vec<u64>; 2]);

impl AimingGroups {
    pub(super) fn of<B>(program: &Program<B>) -> Self {
        Self([0, 1].map(|side| {
            let legality = program.facts.legality[side].as_ref();
            let attacks = legality.and_then(|legality| legality.attacks.as_ref());
            let groups = attacks.map_or(&[][..], |attacks| &attacks.groups);
            let layout = &program.layout;
            (0..layout.layers_of.len()).map(|kind| groups_with(layout, kind, groups)).collect()
        }))
    }
}

/// Returns the groups to which pieces of a type belong, as bits.
pub(crate) fn groups_with<B>(layout: &Layout, kind: usize, groups: &[Group<B>]) -> u64 {
    let mut bits = 0;
    for (number, group) in groups.iter().enumerate().take(64) {
        let belongs = match &group.attackers {
            Attackers::Board(board) => (0..layout.layers.len()).any(|layer| {
                Layout::layer_board(layer) == *board && layout.layers_of[kind] >> layer & 1 == 1
            }),
            Attackers::Types(types) => types.contains(PieceTypeId::from_index(kind)),
            Attackers::Bearer(_) | Attackers::On(_) => false,
        };
        bits |= u64::from(belongs) << number;
    }
    bits
}

impl<'p, S: StateSize> Walker<'p, S> {
    /// Tells for each move of the side to move whether it gives check; nothing if the attack tables do not tell. What is no
    /// move gives none.
    ///
    /// It is told from the tables and from the squares that a piece leaves and enters: what a move does besides, as to a
    /// second piece, is not looked at.
    pub(crate) fn give_check(
        &mut self,
        node: &mut Node<'p, S>,
        moves: impl Iterator<Item = Option<Aim>>,
        into: &mut Vec<bool>,
    ) {
        into.clear();
        let own = node.run.own;
        let other = 1 - own;
        // The royal pieces of a side are looked at as if it were to move.
        node.run.own = other;
        let mut lazy = self.memory.lazy_check_info();
        if let Some(check_info) = lazy.get(&mut node.run)
            && check_info.royals().any()
        {
            let groups = &self.aiming.0[usize::from(other)];
            let gives_check = |Aim { from, to, piece }: Aim| {
                piece != EMPTY_CODE
                    && check_info.is_attacked_after(groups[kind_of(piece)], from, to)
            };
            into.extend(moves.map(|aim| aim.is_some_and(gives_check)));
        }
        self.memory.reuse_check_info(lazy);
        node.run.own = own;
    }
}

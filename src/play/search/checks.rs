//! Which moves give check, as far as the attack tables show.

use super::node::Node;
use super::walker::Walker;
use crate::compile::program::Program;
use crate::compile::program::attacks::{Attackers, Group};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, Layout, kind_of};
use crate::ir::{Id, PieceTypeId, SideId, SquareIndex};
use crate::play::state::sizes::StateSize;

/// A move that may give check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// Where the piece comes from; `None` for a drop.
    pub(crate) from: Option<SquareIndex>,
    /// Where it goes.
    pub(crate) to: SquareIndex,
    /// The code of what it is then.
    pub(crate) piece: u16,
}

/// For the royal pieces of one side, the groups of attackers to which pieces of the other belong.
#[derive(Debug)]
pub(super) struct AimingGroups<'p, B> {
    /// By type, a bit for each group.
    of_type: Vec<u64>,
    /// The groups of bearers of a token, with their bits: who bears it is not known in advance.
    of_bearers: Vec<(u64, &'p Group<B>)>,
}

impl<'p, B> AimingGroups<'p, B> {
    pub(super) fn of(program: &'p Program<B>, side: SideId) -> Self {
        let legality = program.facts.legality[side].as_ref();
        let attacks = legality.and_then(|legality| legality.attacks.as_ref());
        let groups = attacks.map_or(&[][..], |attacks| &attacks.groups);
        let layout = &program.layout;
        let of_type = |kind| groups_with(layout, kind, groups);
        let numbered = groups.iter().enumerate().take(64);
        let of_bearers =
            numbered.filter(|(_, group)| matches!(group.attackers, Attackers::Bearer(_)));
        Self {
            of_type: (0..layout.layers_of.len()).map(of_type).collect(),
            of_bearers: of_bearers.map(|(number, group)| (1 << number, group)).collect(),
        }
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
    /// Finds for each move of the side to move whether it gives check; nothing if the attack tables do not show that. What is no
    /// move gives none.
    ///
    /// It depends on the tables and on the squares that a piece leaves and enters: what a move does besides, as to a
    /// second piece, is ignored.
    pub(crate) fn give_check(
        &mut self,
        node: &mut Node<'p, S>,
        moves: impl Iterator<Item = Option<Aim>>,
        into: &mut Vec<bool>,
    ) {
        into.clear();
        let own = node.run.own;
        let other = own.opponent();
        let aiming = &self.aiming[other];
        self.bearers.clear();
        for &(bit, group) in &aiming.of_bearers {
            self.bearers.push((bit, node.run.attackers(group, own)));
        }
        // The royal pieces of a side are looked at as if it were to move.
        node.run.own = other;
        let mut lazy = self.pool.lazy_check_info();
        if let Some(check_info) = lazy.get(&mut node.run)
            && check_info.royals.any()
        {
            let bearers = &self.bearers;
            let gives_check = |Aim { from, to, piece }: Aim| {
                if piece == EMPTY_CODE {
                    return false;
                }
                // Whoever bears a token takes it along.
                let bears = |board: &S::Board| from.is_some_and(|from| board.has(from));
                let borne = bearers.iter().filter(|(_, board)| bears(board));
                let groups =
                    borne.fold(aiming.of_type[kind_of(piece)], |bits, (bit, _)| bits | bit);
                check_info.is_attacked_after(groups, from, to)
            };
            into.extend(moves.map(|aim| aim.is_some_and(gives_check)));
        }
        self.pool.reuse_check_info(lazy);
        node.run.own = own;
    }
}

//! Generates the drops that end a turn and classifies them by legality.

use crate::compile::program::Set;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_effects::MoveEffects;
use crate::ir::{SideId, SquareIndex, slots};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legal_moves::listing::push;
use crate::play::legal_moves::move_list::MoveList;
use crate::play::legality::check_info::{CheckInfo, Classified};
use crate::play::state::sizes::StateSize;

/// The drops that end a turn, by legality. Packed, they have the piece type in place of the origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct DropLists {
    /// Legal drops.
    pub(crate) legal: MoveList,
    /// Drops that must be played to find out.
    pub(crate) unverified: MoveList,
    /// Drops whose effects are not known in advance: piece type and destination.
    pub(crate) others: Vec<(u16, SquareIndex)>,
}

impl DropLists {
    /// Removes all drops.
    pub(crate) fn clear(&mut self) {
        self.legal.clear();
        self.unverified.clear();
        self.others.clear();
    }
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Generates the drops from a hand.
    pub(crate) fn generate_drops(
        &mut self,
        side: SideId,
        types: &[u16],
        on: &'p Set<S::Board>,
        move_effects: &'p MoveEffects<S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
        into: &mut DropLists,
    ) {
        let rules = self.rules();
        for &kind in types {
            let index = usize::from(kind);
            if self.state.hand(&self.program.layout, side, index) == 0 {
                continue;
            }
            self.slots.set(slots::DROPPED, Binding::Type(kind));
            let allowed = self.squares(on) & self.squares(&rules.drop_on[index]);
            let free = allowed & !self.state.occupied();
            let Some(table) = &move_effects.drops[index] else {
                into.others.extend(free.members().map(|to| (kind, to)));
                continue;
            };
            let known = free & table.known[0];
            let left = free & !known;
            if left.any() {
                into.others.extend(left.members().map(|to| (kind, to)));
            }
            let classified = match check_info {
                Some(check_info) => check_info.classify_drops(known, table),
                None => Classified { legal: S::Board::EMPTY, unverified: known },
            };
            push(table, 0, kind, classified.legal, &mut into.legal);
            push(table, 0, kind, classified.unverified, &mut into.unverified);
        }
    }
}

//! The drops that end a turn, sorted by whether they are known to be legal.

use crate::compile::move_effects::MoveEffects;
use crate::compile::program::Set;
use crate::compile::program::bitboard::Bitboard;
use crate::ir::slots;
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::legal_moves::listing::push;
use crate::play::legal_moves::move_list::MoveList;
use crate::play::legality::check_info::{CheckInfo, Classified};
use crate::play::state::StateSize;

/// Drops that end a turn. In the words, the type stands where a move's start would.
#[derive(Clone, Debug, Default)]
pub struct ListedDrops {
    /// Legal ones.
    pub legal: MoveList,
    /// Those that must be tried.
    pub unverified: MoveList,
    /// Those of which it is not known what they do: the type, and where to.
    pub others: Vec<(u16, u8)>,
}

impl ListedDrops {
    /// Forgets all drops.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.unverified.clear();
        self.others.clear();
    }
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Lists the drops from a hand; each ends the turn.
    pub fn list_drops(
        &mut self,
        side: u8,
        types: &[u16],
        on: &'p Set<S::Board>,
        (move_effects, check_info): (&'p MoveEffects<S::Board>, Option<&CheckInfo<'p, S>>),
        into: &mut ListedDrops,
    ) {
        let rules = self.rules();
        for &kind in types {
            let index = usize::from(kind);
            if self.state.hand(&self.program.layout, side, index) == 0 {
                continue;
            }
            self.slots.set(slots::DROPPED.0, Bound::Type(kind));
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
            // Types are numbered from 0, and there are no more of them than a byte can number.
            const { assert!(crate::ir::limits::MAX_TYPES <= 256) };
            let [word, _] = kind.to_le_bytes();
            push(table, 0, word, classified.legal, &mut into.legal);
            push(table, 0, word, classified.unverified, &mut into.unverified);
        }
    }
}

//! Makes forward attack tables: for each piece group and origin, the targets.

use crate::compile::program::attacks::ForwardAttacks;
use crate::compile::program::attacks::{Attacks, ForwardAttack};
use crate::compile::program::bitboard::Bitboard;
use crate::ir::SquareIndex;

impl<B: Bitboard> ForwardAttacks<B> {
    /// Inverts reverse attack tables.
    pub(crate) fn of(attacks: &Attacks<B>) -> Self {
        let (size, groups) = (attacks.size, attacks.groups.len());
        let mut from = vec![ForwardAttack::default(); groups * size];
        let mut partly = vec![false; groups];
        let places = (0..size).flat_map(|to| (0..groups).map(move |group| (to, group)));
        for ((to, group), seen) in places.zip(&attacks.seen) {
            let Ok(target) = SquareIndex::try_from(to) else { continue };
            let (target, others) = (B::one(target), !B::one(target));
            for square in (seen.leaper & others).members() {
                from[group * size + usize::from(square)].leaper |= target;
            }
            for square in (seen.slider & others).members() {
                from[group * size + usize::from(square)].slider |= target;
            }
            partly[group] |= (seen.hopper | seen.conditional).any();
        }
        Self { from, partly, size }
    }
}

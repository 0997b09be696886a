//! On which squares a piece would not be attacked, told for all of them together.

use crate::compile::attacks::forward::ForwardAttacks;
use crate::compile::attacks::reverse::Attacks;
use crate::compile::program::bitboard::Bitboard;
use crate::play::legality::attacks::reaches;

/// Returns those of some squares on which a piece would not be attacked that goes there, and captures what is there;
/// `occupied` are the squares of all other pieces. The groups that attack are told by number, with their pieces.
pub fn spared<'g, B: Bitboard>(
    (attacks, forward_attacks): (&Attacks<B>, &ForwardAttacks<B>),
    groups: impl Iterator<Item = (&'g u8, &'g B)>,
    occupied: B,
    squares: B,
) -> B {
    let mut spared = squares;
    for (&group, &attackers) in groups {
        let first = usize::from(group) * forward_attacks.size;
        for from in attackers.members() {
            let from = usize::from(from);
            let aim = forward_attacks.from[first + from];
            spared &= !aim.leaper;
            let mut slider = aim.slider & spared;
            while slider.any() {
                let to = slider.lowest();
                let target = B::one(to);
                let between = attacks.between[usize::from(to) * forward_attacks.size + from];
                if !between.meets(occupied | target) {
                    spared &= !target;
                }
                slider = slider.rest();
            }
        }
        if forward_attacks.partly[usize::from(group)] {
            for to in spared.members() {
                let entered = B::one(to);
                if reaches(attacks, group, to, attackers & !entered, occupied | entered) {
                    spared &= !entered;
                }
            }
        }
    }
    spared
}

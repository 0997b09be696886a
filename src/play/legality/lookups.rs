//! Looks attacks up in the tables.

use crate::compile::attacks::forward::ForwardAttacks;
use crate::compile::attacks::reverse::{AttackOrigins, Attacks};
use crate::compile::program::bitboard::Bitboard;

/// Tells whether a group, by its number, attacks a square.
#[inline]
pub fn reaches<B: Bitboard>(
    attacks: &Attacks<B>,
    group: u8,
    target: u8,
    attackers: B,
    occupied: B,
) -> bool {
    let seen = &attacks.seen[usize::from(target) * attacks.groups.len() + usize::from(group)];
    seen.any.meets(attackers) && reaches_so(attacks, seen, (group, target), attackers, occupied)
}

/// Tells the same of a group some of whose pieces might attack a square.
#[inline(never)]
pub fn reaches_so<B: Bitboard>(
    attacks: &Attacks<B>,
    seen: &AttackOrigins<B>,
    (group, target): (u8, u8),
    attackers: B,
    occupied: B,
) -> bool {
    let to = usize::from(target);
    if seen.leaper.meets(attackers) {
        return true;
    }
    let mut slider = seen.slider & attackers;
    if slider.any() {
        let row = to * attacks.size;
        while slider.any() {
            if !attacks.between[row + usize::from(slider.lowest())].meets(occupied) {
                return true;
            }
            slider = slider.rest();
        }
    }
    let hops = seen.hopper & attackers;
    if hops.any() {
        let row = to * attacks.size;
        let hurdles = |from: u8| (attacks.between[row + usize::from(from)] & occupied).count();
        if hops.members().any(|from| hurdles(from) == 1) {
            return true;
        }
    }
    seen.conditional.meets(attackers)
        && attacks.groups[usize::from(group)].demands[to]
            .iter()
            .any(|&(from, care, want)| attackers.has(from) && occupied & care == want)
}

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

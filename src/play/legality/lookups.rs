//! Lookups in the attack tables.

use crate::compile::program::attacks::{AttackOrigins, Attacks, ForwardAttacks};
use crate::compile::program::bitboard::Bitboard;
use crate::ir::SquareIndex;

/// Returns whether a piece of a group, by number, attacks a square.
#[inline]
pub(crate) fn reaches<B: Bitboard>(
    attacks: &Attacks<B>,
    group: u16,
    target: SquareIndex,
    attackers: B,
    occupied: B,
) -> bool {
    let seen = &attacks.seen[usize::from(target) * attacks.groups.len() + usize::from(group)];
    seen.any.meets(attackers) && reaches_from(attacks, seen, (group, target), attackers, occupied)
}

/// Answers the same for a group with pieces on squares from which they might attack.
#[inline(never)]
pub(crate) fn reaches_from<B: Bitboard>(
    attacks: &Attacks<B>,
    seen: &AttackOrigins<B>,
    (group, target): (u16, SquareIndex),
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
    let hoppers = seen.hopper & attackers;
    if hoppers.any() {
        let row = to * attacks.size;
        let hurdles =
            |from: SquareIndex| (attacks.between[row + usize::from(from)] & occupied).count();
        if hoppers.members().any(|from| hurdles(from) == 1) {
            return true;
        }
    }
    seen.conditional.meets(attackers)
        && attacks.groups[usize::from(group)].conditional[to]
            .iter()
            .any(|attack| attackers.has(attack.from) && occupied & attack.mask == attack.value)
}

/// Returns the squares to which a piece can go without being attacked there, capturing what is on them.
///
/// `occupied` are the squares of all other pieces; the attacking groups are given by number, with their pieces.
pub(crate) fn safe_destinations<'g, B: Bitboard>(
    (attacks, forward_attacks): (&Attacks<B>, &ForwardAttacks<B>),
    groups: impl Iterator<Item = (&'g u16, &'g B)>,
    occupied: B,
    squares: B,
) -> B {
    let mut safe = squares;
    for (&group, &attackers) in groups {
        let first = usize::from(group) * forward_attacks.size;
        for from in attackers.members() {
            let from = usize::from(from);
            let attacked = forward_attacks.from[first + from];
            safe &= !attacked.leaper;
            let mut slider = attacked.slider & safe;
            while slider.any() {
                let to = slider.lowest();
                let target = B::one(to);
                let between = attacks.between[usize::from(to) * forward_attacks.size + from];
                if !between.meets(occupied | target) {
                    safe &= !target;
                }
                slider = slider.rest();
            }
        }
        if forward_attacks.partly[usize::from(group)] {
            for to in safe.members() {
                let entered = B::one(to);
                if reaches(attacks, group, to, attackers & !entered, occupied | entered) {
                    safe &= !entered;
                }
            }
        }
    }
    safe
}

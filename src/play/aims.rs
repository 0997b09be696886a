//! On which squares a piece would not be attacked, told for all of them together.

use super::attack::reaches;
use crate::compile::aims::Aims;
use crate::compile::attack::Attacks;
use crate::compile::bits::Bits;

/// Returns those of some squares on which a piece would not be attacked that goes there, and captures what is there;
/// `occupied` are the squares of all other pieces. The groups that attack are told by number, with their pieces.
pub fn spared<'g, B: Bits>(
    (attacks, aims): (&Attacks<B>, &Aims<B>),
    groups: impl Iterator<Item = (&'g u8, &'g B)>,
    occupied: B,
    squares: B,
) -> B {
    let mut spared = squares;
    for (&group, &attackers) in groups {
        let first = usize::from(group) * aims.size;
        for from in attackers.members() {
            let from = usize::from(from);
            let aim = aims.from[first + from];
            spared &= !aim.near;
            let mut far = aim.far & spared;
            while far.any() {
                let to = far.lowest();
                let target = B::one(to);
                let between = attacks.between[usize::from(to) * aims.size + from];
                if !between.meets(occupied | target) {
                    spared &= !target;
                }
                far = far.rest();
            }
        }
        if aims.partly[usize::from(group)] {
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

//! Lists the moves of all pieces of a type that can leave their squares without danger.

use super::deeds::Quick;
use super::list::{Listing, enlist, is_unsure, tabled_reach};
use super::state::Shape;
use crate::compile::bits::Bits;
use crate::compile::generators::{FastWay, KEPT_MASKS, Reach, Shift};

/// Lists the moves of pieces that are moved all at once.
pub fn list_shifted<S: Shape>(
    mine: S::Board,
    shifts: &[Shift<S::Board>],
    listing: &mut Listing<'_, '_, S>,
) {
    if mine.is_empty() {
        return;
    }
    let (occupied, safe) = (listing.scene.occupied, !listing.risky);
    for shift in shifts {
        let mut from = mine & shift.from;
        if let Some(over) = shift.over {
            from &= !occupied.shifted(-over);
        }
        let on = listing.scene.masks[shift.site.mask % KEPT_MASKS];
        let ends = from.shifted(shift.by) & shift.to & on;
        if ends.is_empty() {
            continue;
        }
        let mut sure = ends & shift.sure & safe;
        if is_unsure(shift.unsure, listing.danger) {
            sure = S::Board::EMPTY;
        }
        // Where the move starts is as far from where it ends as the shift says.
        let base = Quick::new(0, 0, shift.site.deed).0.wrapping_add_signed(-i32::from(shift.by));
        listing.into.legal.add(sure, base, Quick::ENDS + 1);
        for to in (ends & !sure).members() {
            let from = moved(to, -shift.by);
            enlist(from, S::Board::one(to), (shift.way, shift.site.landing), listing);
        }
    }
}

/// Lists the moves of pieces that have only one way.
#[inline(always)]
#[expect(clippy::inline_always, reason = "called for each type; 2 % of counting chess")]
pub fn list_simple<S: Shape>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    listing: &mut Listing<'_, '_, S>,
) {
    if mine.is_empty() {
        return;
    }
    let occupied = listing.scene.occupied;
    match &way.reach {
        Reach::Leaps(leaps) => {
            list_each(mine, way, listing, |from| leaps[usize::from(from)]);
        }
        Reach::TwoLines(rays) => {
            list_each(mine, way, listing, |from| rays[usize::from(from)].ends(occupied));
        }
        Reach::FourLines(rays) => {
            list_each(mine, way, listing, |from| rays[usize::from(from)].ends(occupied));
        }
        reach => list_each(mine, way, listing, |from| tabled_reach(reach, from, occupied)),
    }
}

/// Lists the moves of some pieces of which it is told where they reach.
#[inline]
fn list_each<S: Shape>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    listing: &mut Listing<'_, '_, S>,
    reach: impl Fn(u8) -> S::Board,
) {
    let [quiet, taking] = way.sites;
    let safe = !listing.risky;
    let settles = listing.scene.masks[quiet.mask % KEPT_MASKS] & safe;
    let captures = listing.scene.masks[taking.mask % KEPT_MASKS] & safe;
    let words = [quiet, taking].map(|site| Quick::new(0, 0, site.deed).0);
    for from in mine.members() {
        let reached = reach(from);
        let legal = &mut listing.into.legal;
        legal.add(reached & settles, words[0] | u32::from(from), Quick::ENDS);
        let taken = reached & captures;
        if taken.any() {
            legal.add(taken, words[1] | u32::from(from), Quick::ENDS);
        }
        if reached.meets(listing.risky) {
            list_risky(from, reached & listing.risky, way, listing);
        }
    }
}

/// Lists moves to squares to which none may go without a look.
#[cold]
fn list_risky<S: Shape>(
    from: u8,
    risky: S::Board,
    way: &FastWay<S::Board>,
    listing: &mut Listing<'_, '_, S>,
) {
    for site in &way.sites {
        let ends = risky & listing.scene.masks[site.mask % KEPT_MASKS];
        if ends.any() {
            enlist(from, ends, (way.way, site.landing), listing);
        }
    }
}

/// Returns the square whose number differs by as much.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is on the board")]
fn moved(square: u8, by: i16) -> u8 {
    (i16::from(square) + by) as u8
}

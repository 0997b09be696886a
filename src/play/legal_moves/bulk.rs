//! Lists the moves of all pieces of a type that can leave their squares without danger.

use crate::compile::plan::generators::{FastWay, KEPT_MASKS, Rays, Reach, Shift, SingleWay};
use crate::compile::program::bitboard::Bitboard;
use crate::play::execution::moves::{PackedMove, SETTLES};
use crate::play::legal_moves::listing::{Listing, enlist, is_undecided};
use crate::play::legal_moves::reach::tabled_reach;
use crate::play::state::{State, StateSize};

/// Lists the moves of pieces that are moved all at once.
pub fn list_shifted<S: StateSize>(
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
        let mut decided = ends & shift.decided & safe;
        if is_undecided(shift.undecided, listing.check_info) {
            decided = S::Board::EMPTY;
        }
        // Where the move starts is as far from where it ends as the shift says.
        let base = PackedMove::new(0, 0, shift.site.move_effect)
            .0
            .wrapping_add_signed(-i32::from(shift.by));
        if shift.site.landing == SETTLES {
            listing.into.legal.add_equally_far(decided, base);
        } else {
            // Captures are too few for rows.
            listing.into.legal.add(decided, base, PackedMove::ENDS + 1);
        }
        for to in (ends & !decided).members() {
            let from = moved(to, -shift.by);
            enlist(from, S::Board::one(to), (shift.way, shift.site.landing), listing);
        }
    }
}

/// Where moves of pieces that have only one way end.
struct Ends<B> {
    /// Where they settle.
    settles: B,
    /// Where they capture.
    captures: B,
    /// Where they may not go without a look.
    risky: B,
}

impl<B: Bitboard> Ends<B> {
    #[inline]
    fn of<S: StateSize<Board = B>>(way: &FastWay<B>, listing: &Listing<'_, '_, S>) -> Self {
        let [settles, captures] =
            way.sites.map(|site| listing.scene.masks[site.mask % KEPT_MASKS] & !listing.risky);
        Self { settles, captures, risky: listing.risky }
    }
}

/// Lists the moves of the free pieces of all types that have only one way; returns the pieces that are left.
pub fn list_single_way<S: StateSize>(
    state: &State<S>,
    free: S::Board,
    types: &[SingleWay<S::Board>],
    listing: &mut Listing<'_, '_, S>,
) -> S::Board {
    let Some(first) = types.first() else { return free };
    let (ends, mut left) = (Ends::of(&first.way, listing), free);
    for single_way in types {
        let mine = left & state.board(single_way.board);
        if mine.is_empty() {
            continue;
        }
        left &= !mine;
        list_ends(mine, &single_way.way, &ends, listing);
    }
    left
}

/// Lists the moves of pieces that have only one way.
pub fn list_simple<S: StateSize>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    listing: &mut Listing<'_, '_, S>,
) {
    let ends = Ends::of(way, listing);
    list_ends(mine, way, &ends, listing);
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "called once for each type: 4 % of counting chess")]
fn list_ends<S: StateSize>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    ends: &Ends<S::Board>,
    listing: &mut Listing<'_, '_, S>,
) {
    let occupied = listing.scene.occupied;
    match &way.reach {
        Reach::Leaps(leaps) => {
            list_each(mine, way, ends, listing, |from| leaps[usize::from(from)]);
        }
        Reach::TwoLines(rays) => {
            list_each(mine, way, ends, listing, |from| {
                along(&rays[usize::from(from)], occupied, ends)
            });
        }
        Reach::FourLines(rays) => {
            list_each(mine, way, ends, listing, |from| {
                along(&rays[usize::from(from)], occupied, ends)
            });
        }
        reach => list_each(mine, way, ends, listing, |from| tabled_reach(reach, from, occupied)),
    }
}

/// Returns where rays end; nowhere if nothing on their nearest squares lets the piece go there.
#[inline]
fn along<B: Bitboard, const N: usize>(rays: &Rays<B, N>, occupied: B, ends: &Ends<B>) -> B {
    let closed = occupied & !(ends.captures | ends.risky);
    if (rays.nearest & !closed).is_empty() { B::EMPTY } else { rays.ends(occupied) }
}

/// Lists the moves of some pieces of which it is told where they reach.
#[inline(always)]
#[expect(clippy::inline_always, reason = "called once for each type: 4 % of counting chess")]
fn list_each<S: StateSize>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    ends: &Ends<S::Board>,
    listing: &mut Listing<'_, '_, S>,
    reach: impl Fn(u8) -> S::Board,
) {
    let [settling, capturing] = way.sites.map(|site| PackedMove::new(0, 0, site.move_effect).0);
    for from in mine.members() {
        let reached = reach(from);
        if reached.is_empty() {
            continue;
        }
        let legal = &mut listing.into.legal;
        legal.make_room();
        legal.put(reached & ends.settles, settling | u32::from(from), PackedMove::ENDS);
        let taken = reached & ends.captures;
        if taken.any() {
            legal.put(taken, capturing | u32::from(from), PackedMove::ENDS);
        }
        if reached.meets(ends.risky) {
            list_risky(from, reached & ends.risky, way, listing);
        }
    }
}

/// Lists moves to squares to which none may go without a look.
#[cold]
fn list_risky<S: StateSize>(
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

//! Bulk generation: the moves of all unpinned pieces of one or more types together.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::{
    FastSite, FastWay, KEPT_MASKS, Rays, Reach, Shift, SingleWay,
};
use crate::ir::{LandingKind, SquareIndex};
use crate::play::execution::moves::PackedMove;
use crate::play::legal_moves::listing::{Generation, add_classified, is_undecided};
use crate::play::legal_moves::reach::tabled_reach;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// Generates the moves of pieces of one type by shifting their bitboard.
#[inline]
pub(crate) fn generate_shifted<S: StateSize>(
    mine: S::Board,
    shifts: &[Shift<S::Board>],
    generation: &mut Generation<'_, '_, S>,
) {
    if mine.is_empty() {
        return;
    }
    let (occupied, safe) = (generation.cache.occupied, !generation.risky);
    for shift in shifts {
        let mut from = mine & shift.from;
        if let Some(over) = shift.over {
            from &= !occupied.shifted(-over);
        }
        let on = generation.cache.masks[shift.site.mask % KEPT_MASKS];
        let ends = from.shifted(shift.by) & shift.to & on & generation.wanted;
        if ends.is_empty() {
            continue;
        }
        let mut decided = ends & shift.decided & safe;
        if is_undecided(shift.undecided, generation.check_info) {
            decided = S::Board::EMPTY;
        }
        // The origin is the destination less the shift.
        let base = PackedMove::new(0, 0, shift.site.move_effect)
            .0
            .wrapping_add_signed(-i32::from(shift.by));
        if shift.site.landing == LandingKind::Settle {
            generation.into.legal.add_shifted(decided, base);
        } else {
            // Captures are too few to be added by rows.
            generation.into.legal.add(decided, base, PackedMove::NEXT_TO + 1);
        }
        for to in (ends & !decided).members() {
            let from = moved(to, -shift.by);
            add_classified(from, S::Board::one(to), shift.way, shift.site.landing, generation);
        }
    }
}

/// The destinations of pieces whose type has a single move rule.
struct LandingMasks<B> {
    /// Where they settle.
    settles: B,
    /// Where they capture.
    captures: B,
    /// Where their moves must be examined.
    risky: B,
}

impl<B: Bitboard> LandingMasks<B> {
    #[inline]
    fn of<S: StateSize<Board = B>>(way: &FastWay<B>, generation: &Generation<'_, '_, S>) -> Self {
        let safe = generation.wanted & !generation.risky;
        let mask = |site: &FastSite| generation.cache.masks[site.mask % KEPT_MASKS] & safe;
        let [settling, capturing] = &way.sites;
        let risky = generation.risky & generation.wanted;
        Self { settles: mask(settling), captures: mask(capturing), risky }
    }
}

/// Generates the moves of the unpinned pieces of all types with a single move rule; returns the other pieces.
#[inline]
pub(crate) fn generate_single_way_types<S: StateSize>(
    state: &State<S>,
    free: S::Board,
    types: &[SingleWay<S::Board>],
    generation: &mut Generation<'_, '_, S>,
) -> S::Board {
    let Some(first) = types.first() else { return free };
    let (ends, mut left) = (LandingMasks::of(&first.way, generation), free);
    for single_way in types {
        let mine = left & state.board(single_way.board);
        if mine.is_empty() {
            continue;
        }
        left &= !mine;
        generate_ends(mine, &single_way.way, &ends, generation);
    }
    left
}

/// Generates the moves of pieces of a type with a single move rule.
pub(crate) fn generate_single_way<S: StateSize>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    generation: &mut Generation<'_, '_, S>,
) {
    let ends = LandingMasks::of(way, generation);
    generate_ends(mine, way, &ends, generation);
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "called once for each type: 4 % of counting chess")]
fn generate_ends<S: StateSize>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    ends: &LandingMasks<S::Board>,
    generation: &mut Generation<'_, '_, S>,
) {
    let occupied = generation.cache.occupied;
    match &way.reach {
        Reach::Leaps(leaps) => {
            generate_each(mine, way, ends, generation, |from| leaps[usize::from(from)]);
        }
        Reach::TwoLines(rays) => {
            generate_each(mine, way, ends, generation, |from| {
                ray_destinations(&rays[usize::from(from)], occupied, ends)
            });
        }
        Reach::FourLines(rays) => {
            generate_each(mine, way, ends, generation, |from| {
                ray_destinations(&rays[usize::from(from)], occupied, ends)
            });
        }
        reach @ (Reach::Ends(_) | Reach::Hops(_) | Reach::Walk(_)) => {
            generate_each(mine, way, ends, generation, |from| tabled_reach(reach, from, occupied));
        }
    }
}

/// Returns the destinations on rays; none if the nearest squares are all blocked.
#[inline]
fn ray_destinations<B: Bitboard, const N: usize>(
    rays: &Rays<B, N>,
    occupied: B,
    ends: &LandingMasks<B>,
) -> B {
    let closed = occupied & !(ends.captures | ends.risky);
    if (rays.nearest & !closed).is_empty() { B::EMPTY } else { rays.ends(occupied) }
}

/// Generates the moves of pieces, given the squares that each of them reaches.
#[inline(always)]
#[expect(clippy::inline_always, reason = "called once for each type: 4 % of counting chess")]
fn generate_each<S: StateSize>(
    mine: S::Board,
    way: &FastWay<S::Board>,
    ends: &LandingMasks<S::Board>,
    generation: &mut Generation<'_, '_, S>,
    reach: impl Fn(SquareIndex) -> S::Board,
) {
    let packed = |site: &FastSite| PackedMove::new(0, 0, site.move_effect).0;
    let [settling, capturing] = [packed(&way.sites[0]), packed(&way.sites[1])];
    for from in mine.members() {
        let reached = reach(from);
        if reached.is_empty() {
            continue;
        }
        let legal = &mut generation.into.legal;
        legal.make_room();
        legal.put(reached & ends.settles, settling | u32::from(from), PackedMove::NEXT_TO);
        let captured_squares = reached & ends.captures;
        if captured_squares.any() {
            legal.put(captured_squares, capturing | u32::from(from), PackedMove::NEXT_TO);
        }
        if reached.meets(ends.risky) {
            generate_risky(from, reached & ends.risky, way, generation);
        }
    }
}

/// Adds moves to destinations for which they must be examined.
#[cold]
fn generate_risky<S: StateSize>(
    from: SquareIndex,
    risky: S::Board,
    way: &FastWay<S::Board>,
    generation: &mut Generation<'_, '_, S>,
) {
    for site in &way.sites {
        let ends = risky & generation.cache.masks[site.mask % KEPT_MASKS];
        if ends.any() {
            add_classified(from, ends, way.way, site.landing, generation);
        }
    }
}

/// Returns the square at a distance from another.
#[inline]
fn moved(square: SquareIndex, by: i16) -> SquareIndex {
    square.wrapping_add_signed(by)
}
